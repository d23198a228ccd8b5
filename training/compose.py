"""Texts with several points for the splitter: statements of one product joined as customers join them, with greetings, remarks and signatures around them."""
import random
import re

JOINERS = [' but ', ', but ', ', though ', ', and also ', ' and ', ', and ', '; ', ' - ', ' – ', '. Also ', '. Also, ', '. However, ', '. On the other hand, ', '. Other than that, ',
           '. Oh and ', '. Plus ', '. That said, ', '. And ', '. But ', '. ', '. ', '. ', '. ', '! ', '.. ', '... ', ', however ', ', plus ', ' while ', ', whereas ', ' yet ', ' + ', '. By the way, ',
           '. Second, ', '. One more thing: ', '. PS: ', ', on top of that ', '. Still, ', ', even though ', '. Otherwise ', ' whilst ', '. Apart from that, ']
SENTENCE_JOINERS = [joiner for joiner in JOINERS if joiner.startswith('.')]
KEEPS_CAPITAL = re.compile(r"^(?:I\b|I'|[A-Z][A-Z0-9]|[A-Z][a-z]+[A-Z])")


class Text:
    """A text with the spans of its points; `row` is the statement of a point."""

    def __init__(self):
        self.text, self.spans = '', []

    def add(self, piece):
        self.text += piece

    def point(self, piece, row):
        self.spans.append((len(self.text), len(self.text) + len(piece), row))
        self.text += piece

    def continue_point(self, piece):
        start, _, row = self.spans[-1]
        self.text += piece
        self.spans[-1] = (start, len(self.text), row)


def _lower(text):
    return text if KEEPS_CAPITAL.match(text) else text[0].lower() + text[1:]


def _ended(text):
    return text if re.search(r'[.!?…)\]"\U0001F300-\U0001FAFF]$', text) else text + '.'


def _bare(text):
    return re.sub(r'[.]+$', '', text)


def compose(rows, noise, remarks, rng: random.Random) -> Text:
    """One paragraph of the points of `rows`."""
    made = Text()
    style = rng.random()
    if rng.random() < 0.2:
        made.add(rng.choice(noise['openers']) + ' ')
    if style < 0.12:  # an inline list
        marks = rng.choice([('1) ', '2) ', '3) ', '4) '), ('1. ', '2. ', '3. ', '4. '), ('(1) ', '(2) ', '(3) ', '(4) '), ('a) ', 'b) ', 'c) ', 'd) '), ('First, ', 'second, ', 'third, ', 'fourth, ')])
        for n, row in enumerate(rows):
            made.add((' ' if n else '') + marks[n])
            made.point(_bare(row['text']) if rng.random() < 0.5 else row['text'], row)
            if rng.random() < 0.3:
                made.add(rng.choice([',', ';']))
    else:
        for n, row in enumerate(rows):
            text = row['text']
            last = n + 1 == len(rows)
            if n == 0:
                joiner = ''
            else:
                joiner = rng.choice(SENTENCE_JOINERS if made.text[-1:] in '.!?…' else JOINERS)
                if not joiner.endswith(('. ', '! ')) or rng.random() < 0.1:
                    text = _lower(text)
            if joiner.startswith('.'):
                made.text = made.text.rstrip('.')
                if made.text[-1:] in '!?…':
                    joiner = joiner[1:]
                made.spans[-1] = (made.spans[-1][0], len(made.text), made.spans[-1][2])
            made.add(joiner)
            made.point(_bare(text) if not last or rng.random() < 0.3 else _ended(text), row)
            if rng.random() < 0.12:
                made.continue_point(('' if made.text[-1:] in '.!?' else '.') + ' ' + rng.choice(remarks[row['sentiment']]))
    if rng.random() < 0.25:
        made.add(('' if made.text[-1:] in '.!?' else '.') + ' ' + rng.choice(noise['closers']))
    return made

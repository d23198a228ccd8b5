"""
Reads the training data. Run alone it checks the files and counts; with a file of items it prints them as JSON lines:
python3 training/data.py [dev/loomdesk.txt > items_loomdesk.jsonl]

statements/PRODUCT.txt   # product, then per topic: ## slug | phrase | area, then lines: sentiment category aspect | text with [what it is about]
translations/CODE.tsv    English statement, tab, the same said in that language
pairs.tsv.xz             language, English sentence, the sentence in that language (Tatoeba)
items/PRODUCT.txt        whole items: === source | rating, then the text with its points as {{-BUG topic/aspect| text}}
aspects.tsv              aspect, what it means, an example; files that were written before there were aspects have none
"""
import collections
import glob
import json
import lzma
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SENTIMENTS = {'-': 'NEGATIVE', '0': 'NEUTRAL', '+': 'POSITIVE'}
CATEGORIES = {'BUG': 'BUGS_AND_ERRORS', 'USE': 'USABILITY_ISSUES', 'PAIN': 'PAIN_POINTS', 'FEAT': 'FEATURE_REQUESTS', 'LOVE': 'DELIGHTS', 'GEN': 'GENERAL_FEEDBACK'}
# Areas that were told apart when the statements were written, and are one in the product.
AREAS = {'Performance': 'Performance and stability', 'Stability and crashes': 'Performance and stability', 'Accessibility': 'Design and navigation',
         'Account and profile': 'Sign-in and account', 'Sign-in and security': 'Sign-in and account', 'Documentation and help': 'Support and help', 'Support': 'Support and help',
         'Customization and settings': 'Settings and customization', 'Configuration': 'Settings and customization', 'Plugins and extensions': 'Integrations and API',
         'Build and packaging': 'Developer tooling', 'Types and language support': 'Developer tooling', 'Command line': 'Developer tooling',
         'Localization and languages': 'Languages', 'Data quality and accuracy': 'Accuracy and data quality'}
STATEMENT = re.compile(r'^([-0+]) (BUG|USE|PAIN|FEAT|LOVE|GEN)(?: ([a-z-]+))?\s*\|\s*(.+)$')
POINT = re.compile(r'\{\{\s*([-0+])\s*(BUG|USE|PAIN|FEAT|LOVE|GEN)\s+([a-z0-9-]+)(?:/([a-z-]+))?\s*\|\s*(.*?)\s*\}\}', re.S)
SENTENCE_END = re.compile(r'(?<=[.!?…:])\s+|\n')
PARAGRAPH = re.compile(r'[^\n]+(?:\n(?!\n)[^\n]+)*')


def read_lines(path):
    with open(path, encoding='utf8') as file:
        return [json.loads(line) for line in file]


def _lines(path):
    with open(path, encoding='utf8') as file:
        return [(number, line.strip()) for number, line in enumerate(file, 1) if line.strip()]


def aspects():
    return [line.split('\t')[0] for _, line in _lines(f'{HERE}/aspects.tsv')]


def read_product(path):
    """Statements: domain, topic, phrase, area, text, sentiment, category; `mention` where mentions are marked."""
    rows, domain, topic, marked = [], None, None, True
    for number, line in _lines(path):
        if line.startswith('## '):
            topic = [part.strip() for part in line[3:].split('|')]
            assert len(topic) == 3, f'{path}:{number}: {line}'
            topic[2] = AREAS.get(topic[2], topic[2])
        elif line.startswith('# '):
            domain = line[2:].strip()
        elif line.startswith('! '):
            marked = False
        else:
            match = STATEMENT.match(line)
            assert match and topic, f'{path}:{number}: {line}'
            text = match[4]
            row = dict(zip(('domain', 'topic', 'phrase', 'area'), [domain, *topic]), sentiment=SENTIMENTS[match[1]], category=CATEGORIES[match[2]], aspect=match[3])
            if marked:
                mention = re.search(r'\[([^\[\]]+)\]', text)
                row['mention'] = mention[1] if mention else None
                text = text.replace('[', '').replace(']', '')
            rows.append({**row, 'text': text})
    return rows


def statements():
    return [row for path in sorted(glob.glob(f'{HERE}/statements/*.txt')) for row in read_product(path)]


def translations(rows):
    """Statements in other languages: language, text, english, and the row of the original."""
    by_text = {row['text']: row for row in rows}
    found = []
    for path in sorted(glob.glob(f'{HERE}/translations/*.tsv')):
        language = os.path.basename(path)[:-4]
        for number, line in _lines(path):
            english, _, text = line.partition('\t')
            assert english in by_text and text, f'{path}:{number}: {line}'
            found.append({'language': language, 'text': text, 'english': english, 'row': by_text[english]})
    return found


def pairs():
    """General sentences: number, language, english, text."""
    with lzma.open(f'{HERE}/pairs.tsv.xz', 'rt', encoding='utf8') as file:
        fields = (line.rstrip('\n').split('\t') for line in file)
        return [{'number': n, 'language': language, 'english': english, 'text': text} for n, (language, english, text) in enumerate(fields)]


def read_items(path):
    """Items: domain, head (source, rating, language), text, english, points (start, end, sentiment, category, topic), offsets in characters."""
    with open(path, encoding='utf8') as file:
        head, *blocks = re.split(r'^=== ?', file.read(), flags=re.M)
    domain = head.strip().removeprefix('#').strip()
    for block in blocks:
        head, _, body = block.partition('\n')
        body, _, english = body.strip('\n').partition('\n%% ')
        body, text, points, at = body.rstrip(), '', [], 0
        for match in POINT.finditer(body):
            text += body[at:match.start()]
            points.append({'start': len(text), 'end': len(text) + len(match[5]), 'sentiment': SENTIMENTS[match[1]], 'category': CATEGORIES[match[2]], 'topic': match[3],
                           'aspect': match[4]})
            text += match[5]
            at = match.end()
        text += body[at:]
        assert '{{' not in text and '}}' not in text, f'{path}: {text}'
        yield {'domain': domain, 'head': [part.strip() for part in head.split('|')], 'text': text, 'english': english.strip() or None, 'points': points}


def gaps(text, spans):
    """Sentences outside all points, of three words at least: circumstances, greetings, headings."""
    found, at = [], 0
    for start, end in sorted((s['start'], s['end']) for s in spans) + [(len(text), len(text))]:
        begin = at
        for piece in SENTENCE_END.split(text[at:max(at, start)]):
            first = text.index(piece, begin)
            begin = first + len(piece)
            if len(re.findall(r'\w+', piece)) >= 3:
                found.append((first, begin))
        at = max(at, end)
    return found


def items():
    """Items as paragraphs: text, spans, and the gaps between them."""
    found = []
    for path in sorted(glob.glob(f'{HERE}/items/**/*.txt', recursive=True)):
        for item in read_items(path):
            paragraphs = []
            for match in PARAGRAPH.finditer(item['text']):
                start, end = match.span()
                spans = [{**p, 'start': max(p['start'], start) - start, 'end': min(p['end'], end) - start} for p in item['points'] if p['start'] < end and p['end'] > start]
                paragraphs.append({'text': match.group(), 'spans': spans, 'gaps': gaps(match.group(), spans)})
            found.append({'domain': item['domain'], 'paragraphs': paragraphs})
    return found


def rating_of(text):
    if text == '-':
        return None
    value, _, best = text.partition('/')
    return {'value': float(value), 'scale_min': 1 if best else 0, 'scale_max': int(best or 10)}


def exported(path):
    """Items as `npm run eval` reads them, with offsets in UTF-16 units."""
    units = lambda text: len(text.encode('utf-16-le')) // 2
    for number, item in enumerate(read_items(path), 1):
        source, rating, *language = item['head']
        text = item['text']
        gold = [{**p, 'start': units(text[:p['start']]), 'end': units(text[:p['end']]), 'text': text[p['start']:p['end']]} for p in item['points']]
        more = {**({'language': language[0]} if language else {}), **({'english': item['english']} if item['english'] else {})}
        yield {'id': f'{number:03}', 'source': source, 'rating': rating_of(rating), **more, 'text': text, 'gold': gold}


if __name__ == '__main__' and len(sys.argv) > 1:
    for item in exported(sys.argv[1]):
        print(json.dumps(item, ensure_ascii=False))
elif __name__ == '__main__':
    rows = statements()
    print(len(rows), 'statements of', len({row['domain'] for row in rows}), 'products,', len({(row['domain'], row['topic']) for row in rows}), 'topics')
    known, used = set(aspects()), collections.Counter(row['aspect'] for row in rows if row['aspect'])
    print(sum(used.values()), 'statements with an aspect; unknown:', sorted(set(used) - known), 'never used:', sorted(known - set(used)))
    print(collections.Counter(row['category'] for row in rows), collections.Counter(row['sentiment'] for row in rows))
    print(len(translations(rows)), 'translations;', len(items()), 'items;', len(pairs()), 'pairs')
    repeated = [text for text, count in collections.Counter(row['text'] for row in rows).items() if count > 1]
    print(len(repeated), 'texts occur twice:', repeated)

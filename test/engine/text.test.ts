import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Tokenizer } from '@huggingface/tokenizers'
import fc from 'fast-check'
import { modelFolder } from '#engine/embed/encoder.ts'
import { openStatic } from '#engine/embed/static.ts'
import { piecesOf, vocabularyOf } from '#engine/embed/tokens.ts'
import { analyse } from '#engine/analyse.ts'
import { classify } from '#engine/heads/classify.ts'
import { insightName } from '#engine/names/insight-name.ts'
import { languageOf } from '#engine/text/language.ts'
import { readable } from '#engine/text/markup.ts'
import { fingerprintOf, likeness, nearlySame } from '#engine/text/near.ts'
import { statementsOf } from '#engine/text/statements.ts'

const prose = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'The export fails. ',
        'Please add dark mode!\n',
        '> quoted\n',
        '- one\n',
        '\n\n',
        'Hi team,\n',
        '-- \n',
        'Thanks,\n',
        'It is slow; very slow… ',
        '“odd” marks ',
        '<p>Hi</p>',
        '<li>one <b>more</b> &amp; all',
        '```\n',
        'x'.repeat(700),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)

test('every statement stands in its source exactly where it says', () => {
  fc.assert(
    fc.property(prose, (content) => {
      let before = 0
      for (const { start, end, text } of statementsOf(content)) {
        assert.equal(content.slice(start, end), text)
        assert.ok(start >= before && end > start && end - start <= 600)
        before = end
      }
    }),
  )
})

test('quoted mail, greetings and what follows a signature are nobody’s statement', () => {
  const mail =
    'Hi team,\n\nThe CSV export fails for large boards. It has done so since Monday.\n\n> Have you tried again?\n\nBest regards,\nAna\n\nOn Tue, Bo wrote:\nHello there, all of it.'
  assert.deepEqual(
    statementsOf(mail).map(({ text }) => text),
    ['The CSV export fails for large boards. It has done so since Monday.'],
  )
})

test('an answer above a broken head, a page of marks and a trace of a program are read as somebody would read them', () => {
  const texts = (content: string) => statementsOf(content).map(({ text }) => text)
  assert.deepEqual(
    texts(
      'The export fails.\n\nOn Tue, 3 Nov 2026 at 10:00 Support <help@example.com>\nwrote:\nWe love our product a lot.',
    ),
    ['The export fails.'],
  )
  assert.deepEqual(
    texts('Der Export schlägt fehl.\n\nAm 3. November 2026 schrieb Support:\nWir lieben unser Produkt sehr.'),
    ['Der Export schlägt fehl.'],
  )
  const page =
    '<p>Hello,</p><p>I <b>really</b> like the charts &amp; the colours.</p><ul><li>But the filter resets every time</li></ul><blockquote>We love our product a lot.</blockquote>'
  assert.deepEqual(texts(page), [
    'I <b>really</b> like the charts &amp; the colours.',
    'But the filter resets every time',
  ])
  assert.equal(readable(texts(page)[0]!), 'I really like the charts & the colours.')
  assert.equal(readable('if a < b && b > c it fails'), 'if a < b && b > c it fails')
  assert.deepEqual(
    texts(
      'I get an error:\n```\nTypeError: no such board\n    at Exporter.run (exporter.js:42:13)\n```\nIt worked before the update.',
    ),
    ['I get an error:', 'TypeError: no such board', 'It worked before the update.'],
  )
})

test('each entry of a list is a statement of its own, numbered or not, however short', () => {
  const list =
    'After one month:\n- Search is fast and I love it\n- Slow start\n* Pricing page is confusing\n1. Export to PDF loses images\n2) Support is great'
  assert.deepEqual(
    statementsOf(list)
      .filter(({ entry }) => entry)
      .map(({ text }) => text),
    [
      'Search is fast and I love it',
      'Slow start',
      'Pricing page is confusing',
      'Export to PDF loses images',
      'Support is great',
    ],
  )
})

test('a sentence that says nothing without the one before it stays with it, and one that stands for itself does not', () => {
  const first = 'The invoice must show our tax number.'
  for (const leaning of [
    'Our accounts department sends it back otherwise.',
    'Without that we cannot pay.',
    'Our developers would love it.',
    'I switched it off.',
  ]) {
    assert.deepEqual(
      statementsOf(`${first} ${leaning}`).map(({ text }) => text),
      [`${first} ${leaning}`],
    )
  }
  const own = 'The mobile app loses what I typed when I lock the screen.'
  assert.deepEqual(
    statementsOf(`${first} ${own}`).map(({ text }) => text),
    [first, own],
  )
  assert.deepEqual(statementsOf('I switched it off for my team.').length, 1)
})

test('a name has at most twelve words and is never empty', () => {
  fc.assert(
    fc.property(
      prose.filter((text) => text.trim() !== ''),
      (text) => {
        const name = insightName(text)
        assert.ok(name.length > 0 && name.length <= 160 && name.split(' ').length <= 12, name)
      },
    ),
  )
  assert.equal(
    insightName('Hi, it would be great if you could add a dark mode for the editor.'),
    'A dark mode for the editor',
  )
  assert.equal(
    insightName('I think the export keeps failing because our boards are large'),
    'The export keeps failing because our boards are large',
  )
})

test('a name never turns what was said into its opposite, ends where something ends, and has no faces or marks in it', () => {
  const named: [string, string][] = [
    ['No way to export my data to CSV', 'No way to export my data to CSV'],
    ['Still no offline mode after two years', 'Still no offline mode after two years'],
    ['No, the export is broken again', 'The export is broken again'],
    ['Team plan is too expensive for schools.', 'Team plan is too expensive for schools'],
    ['First day is confusing for everybody', 'First day is confusing for everybody'],
    ['I could not find out how to invite my team.', 'Could not find out how to invite my team'],
    ['A price increase of that size is too much for a small company.', 'A price increase of that size is too much'],
    [
      'Could you show both versions next to each other instead of making a conflict copy?',
      'Show both versions next to each other',
    ],
    [
      'The app was running well for a year, but now it does not even start on my tablet.',
      'It does not even start on my tablet',
    ],
    ['Every time I try to add photos to my albums, the app freezes.', 'The app freezes every time I try to add photos'],
    [
      'With the newest update, when I click on my notifications my new ones don’t show up.',
      'When I click on my notifications my new ones don’t show up',
    ],
    [
      '@support I shared a whole folder with ninety students when I wanted to share one page.',
      'I shared a whole folder with ninety students',
    ],
    ['😡😡 app keeps **crashing** 😤', 'App keeps crashing'],
    ["TypeError: cannot read (reading 'length')", "TypeError: cannot read (reading 'length')"],
  ]
  for (const [text, name] of named) assert.equal(insightName(text), name)
})

test('the tokenizer cuts text as the model’s own does', () => {
  const read = (name: string) => readFileSync(join(modelFolder, name), 'utf8')
  const own = new Tokenizer(
    { ...(JSON.parse(read('tokenizer.json')) as object), truncation: null, padding: null },
    JSON.parse(read('tokenizer_config.json')) as object,
  )
  const vocabulary = vocabularyOf(read('vocab.txt'))
  const texts = [
    'CSV export fails!',
    'Café, naïve — “quotes” & 100%',
    '日本語 text',
    'unbelievablylongword'.repeat(8),
    'a\tb\nc  d',
    'emoji 😀 in between',
    "don't can't won't",
  ]
  for (const text of texts)
    assert.deepEqual(
      piecesOf(text, vocabulary, 10_000),
      own.encode(text, { add_special_tokens: false }).ids.map(Number),
      text,
    )
})

test('languages are told by their words or their script, and left open when there is nothing to tell by', () => {
  assert.equal(languageOf('The export fails when I select everything and it is not fixed'), 'en')
  assert.equal(languageOf('Der Export geht nicht und ich kann die Datei nicht öffnen'), 'de')
  assert.equal(languageOf('エクスポートが失敗します'), 'ja')
  assert.equal(languageOf('🙂🙂'), undefined)
})

test('a text with one word changed is nearly the same, another text is not', () => {
  const text =
    'The CSV export stops at ten thousand rows and the file that I get by e-mail afterwards is always empty, on every browser that I have tried so far today'
  assert.ok(likeness(fingerprintOf(text), fingerprintOf(text.replace('today', 'tonight'))) >= nearlySame)
  assert.ok(
    likeness(
      fingerprintOf(text),
      fingerprintOf('Please add a dark mode to the editor, my eyes hurt at night when I write'),
    ) < 0.2,
  )
  assert.equal(
    likeness(fingerprintOf(text), fingerprintOf(`${text.toUpperCase()}… „!“`)),
    1,
    'capitals and marks of any alphabet are no words',
  )
})

test('plain cases are told apart, and a rating has its say', () => {
  const encode = openStatic()
  const said = (text: string, rating: number | null = null) =>
    classify({ text, vector: encode(text), tier: 'static', rating })
  assert.equal(said('The app crashes every time I open a board since the last update').category, 'BUGS_AND_ERRORS')
  assert.equal(said('Please add an option to export the board as PDF').category, 'FEATURE_REQUESTS')
  assert.deepEqual(
    [
      said('I love this tool, it is fantastic and so easy').sentiment,
      said('I love this tool, it is fantastic and so easy').category,
    ],
    ['POSITIVE', 'DELIGHTS'],
  )
  assert.equal(said('It is a calendar for teams', 0).sentiment, 'NEGATIVE')
  assert.equal(said('It is a calendar for teams', 1).sentiment, 'POSITIVE')
  const wishes = [
    'Please add a word count for long texts',
    'A share button in the toolbar would be useful',
    'I would like to print a whole board',
  ]
  for (const wish of wishes)
    assert.deepEqual([said(wish, 1).sentiment, said(wish, 1).category], ['POSITIVE', 'FEATURE_REQUESTS'], wish)
  assert.notEqual(said('A dry run would have helped.').sentiment, 'POSITIVE')
})

test('plain cases in other languages are told apart as well', () => {
  const encode = openStatic()
  const said = (text: string) => classify({ text, vector: encode(text), tier: 'static', rating: null })
  for (const text of [
    'Die App stürzt jedes Mal ab, wenn ich ein Foto hochlade.',
    'La aplicación se cierra cada vez que abro una página.',
    'Je ne peux pas me connecter, il y a une erreur.',
  ])
    assert.equal(said(text).category, 'BUGS_AND_ERRORS', text)
  for (const text of [
    'Es wäre schön, wenn man Seiten als PDF exportieren könnte.',
    'Il serait utile de pouvoir exporter en PDF.',
    'Me gustaría un modo oscuro.',
  ])
    assert.equal(said(text).category, 'FEATURE_REQUESTS', text)
  for (const text of [
    'Großartiges Werkzeug, ich bin begeistert!',
    'Excelente aplicación, me encanta el editor.',
    'Merci, c’est parfait et magnifique !',
  ])
    assert.equal(said(text).sentiment, 'POSITIVE', text)
})

test('a transcript of two megabytes is read in bounded work: so many statements, so many findings, each found again where it was said', async () => {
  const line = (n: number) => `The export of board ${n} stopped with an error and we lost ${n} rows of it.`
  const content = Array.from({ length: 30_000 }, (_, n) => line(n))
    .join('\n\n')
    .slice(0, 2 * 2 ** 20)
  const encode = openStatic()
  let asked = 0
  const [found] = await analyse(
    [{ content, title: null, rating: null, max: 60 }],
    async (texts) => {
      asked += texts.length
      return texts.map(encode)
    },
    'static',
  )
  assert.ok(asked > 1000 && asked <= 4000, String(asked))
  assert.ok(found!.length > 0 && found!.length <= 60)
  for (const { quote } of found!) assert.equal(content.slice(quote.start, quote.end), quote.text)
})

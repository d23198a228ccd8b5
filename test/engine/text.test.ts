import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Tokenizer } from '@huggingface/tokenizers'
import fc from 'fast-check'
import { modelFolder } from '#engine/model-folders.ts'
import { openStaticEncoder } from '#engine/embed/static-encoder.ts'
import { staticModelFolder } from '#engine/model-folders.ts'
import { tokenize, tokenizeWords, parseVocabulary } from '#engine/text/wordpiece.ts'
import { analyze } from '#engine/analyze.ts'
import { staticProbabilities } from '#engine/classifiers/classify.ts'
import { labelsOf } from '#engine/classifiers/labels.ts'
import { readByRules } from '#engine/reading/read-by-rules.ts'
import { insightName } from '#engine/naming/insight-name.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import { stripHtml } from '#engine/text/html-markup.ts'
import { minhash, minhashSimilarity } from '#engine/text/minhash.ts'
import { lengthWithoutThanks, splitStatements } from '#engine/text/split-statements.ts'
import { MIN_NEAR_DUPLICATE_SIMILARITY } from '#engine/thresholds/duplicates.ts'

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

test('the span of a statement is its exact text in the source', () => {
  fc.assert(
    fc.property(prose, (content) => {
      let before = 0
      for (const { start, end, text } of splitStatements(content)) {
        assert.equal(content.slice(start, end), text)
        assert.ok(start >= before && end > start && end - start <= 600)
        before = end
      }
    }),
  )
})

test('quoted mail, greetings and signatures are no statements', () => {
  const mail =
    'Hi team,\n\nThe CSV export fails for large boards. It has done so since Monday.\n\n> Have you tried again?\n\nBest regards,\nAna\n\nOn Tue, Bo wrote:\nHello there, all of it.'
  assert.deepEqual(
    splitStatements(mail).map(({ text }) => text),
    ['The CSV export fails for large boards. It has done so since Monday.'],
  )
})

test('splits a reply above a wrapped mail header, HTML and a stack trace', () => {
  const texts = (content: string) => splitStatements(content).map(({ text }) => text)
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
  assert.equal(stripHtml(texts(page)[0]!), 'I really like the charts & the colours.')
  assert.equal(stripHtml('if a < b && b > c it fails'), 'if a < b && b > c it fails')
  assert.deepEqual(
    texts(
      'I get an error:\n```\nTypeError: no such board\n    at Exporter.run (exporter.js:42:13)\n```\nIt worked before the update.',
    ),
    ['I get an error:', 'TypeError: no such board', 'It worked before the update.'],
  )
})

test('each entry of a list is a statement, numbered or not, however short', () => {
  const list =
    'After one month:\n- Search is fast and I love it\n- Slow start\n* Pricing page is confusing\n1. Export to PDF loses images\n2) Support is great'
  assert.deepEqual(
    splitStatements(list)
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

test('a dependent sentence is joined to the one before it, an independent one is not', () => {
  const first = 'The invoice must show our tax number.'
  for (const dependent of [
    'Our accounts department sends it back otherwise.',
    'Without that we cannot pay.',
    'Our developers would love it.',
    'I switched it off.',
  ]) {
    assert.deepEqual(
      splitStatements(`${first} ${dependent}`).map(({ text }) => text),
      [`${first} ${dependent}`],
    )
  }
  const own = 'The mobile app loses what I typed when I lock the screen.'
  assert.deepEqual(
    splitStatements(`${first} ${own}`).map(({ text }) => text),
    [first, own],
  )
  assert.deepEqual(splitStatements('I switched it off for my team.').length, 1)
})

test('a name is never empty, and long only where it would be cut', () => {
  fc.assert(
    fc.property(
      prose.filter((text) => text.trim() !== ''),
      (text) => {
        const name = insightName(text)
        assert.ok(name.length > 0 && name.length <= 160 && name.split(' ').length <= 24, name)
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

test('a name keeps the meaning, ends at a phrase boundary, and has no emoji or Markdown', () => {
  const named: [string, string][] = [
    ['No way to export my data to CSV', 'No way to export my data to CSV'],
    ['Still no offline mode after two years', 'Still no offline mode after two years'],
    ['No, the export is broken again', 'The export is broken again'],
    ['Team plan is too expensive for schools.', 'Team plan is too expensive for schools'],
    ['First day is confusing for everybody', 'First day is confusing for everybody'],
    ['I could not find out how to invite my team.', 'Could not find out how to invite my team'],
    [
      'A price increase of that size is too much for a small company.',
      'A price increase of that size is too much for a small company',
    ],
    [
      'The app crashes when I open a field with more than 50 zones.',
      'The app crashes when I open a field with more than 50 zones',
    ],
    [
      'Crashes on my new phone whenever I take a picture of a weed.',
      'Crashes on my new phone whenever I take a picture of a weed',
    ],
    [
      'Could you show both versions next to each other instead of making a conflict copy?',
      'Show both versions next to each other instead of making a conflict copy',
    ],
    [
      'The app was running well for a year, but now it does not even start on my tablet.',
      'The app was running well for a year, but now it does not even start on my tablet',
    ],
    [
      'Every time I try to add photos to my albums, the app freezes.',
      'Every time I try to add photos to my albums, the app freezes',
    ],
    [
      'After the last firmware my gateway goes offline every night around 2am, I have to unplug it, and nobody answers.',
      'After the last firmware my gateway goes offline every night around 2am, I have to unplug it',
    ],
    ['Re ticket 51877: the seat map is still not fixed.', 'The seat map is still not fixed'],
    [
      'With the newest update, when I click on my notifications my new ones don’t show up.',
      'With the newest update, when I click on my notifications my new ones don’t show up',
    ],
    [
      '@support I shared a whole folder with ninety students when I wanted to share one page.',
      'I shared a whole folder with ninety students when I wanted to share one page',
    ],
    ['Please add chapters. Every other host has them.', 'Add chapters'],
    [
      "Replaced an episode's audio and the old one was still served for two days.",
      "Replaced an episode's audio and the old one was still served for two days",
    ],
    [
      'Transcripts get the speakers mixed up as soon as more than two people talk.',
      'Transcripts get the speakers mixed up as soon as more than two people talk',
    ],
    [
      'Not sure what "IAB certified" means, but my sponsor wants it.',
      'Not sure what "IAB certified" means, but my sponsor wants it',
    ],
    [
      'When I open the claim from the email link I get a blank page, from the app it works.',
      'When I open the claim from the email link I get a blank page',
    ],
    ["Parking goes to 'office supplies'.", "Parking goes to 'office supplies'"],
    ['NPS 10: just works', 'Just works'],
    ['Approvals by delegate please! When our director travels nothing moves.', 'Approvals by delegate'],
    [
      'Der Belegscan erkennt die Mehrwertsteuer bei österreichischen Rechnungen nicht (10 % und 20 % gemischt).',
      'Der Belegscan erkennt die Mehrwertsteuer bei österreichischen Rechnungen nicht',
    ],
    ['No me deja adjuntar PDF de más de 5 MB desde el móvil.', 'No me deja adjuntar PDF de más de 5 MB desde el móvil'],
    ['😡😡 app keeps **crashing** 😤', 'App keeps crashing'],
    ["TypeError: cannot read (reading 'length')", "TypeError: cannot read (reading 'length')"],
  ]
  for (const [text, name] of named) assert.equal(insightName(text), name)
})

/** The tokenizer of the base model in the library of its publisher, with the vocabulary of ours. */
function publishedTokenizer(vocabulary: ReadonlyMap<string, number>): Tokenizer {
  const folder = join(import.meta.dirname, '../../training/base')
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object
  const { model, ...rest } = read('tokenizer.json') as { model: object }
  return new Tokenizer(
    { ...rest, model: { ...model, vocab: Object.fromEntries(vocabulary) }, truncation: null, padding: null },
    read('tokenizer_config.json'),
  )
}

test('the tokenizer gives the same tokens as the published one, for the vocabulary of each tier', () => {
  const texts = [
    'CSV export fails!',
    'Café, naïve — “quotes” & 100%',
    'Die Übersicht lädt nicht, schade',
    '日本語 text',
    'unbelievablylongword'.repeat(8),
    'a\tb\nc  d',
    'emoji 😀 in between',
    "don't can't won't",
  ]
  for (const folder of [modelFolder, staticModelFolder]) {
    const vocabulary = parseVocabulary(readFileSync(join(folder, 'vocab.txt'), 'utf8'))
    const published = publishedTokenizer(vocabulary)
    for (const text of texts) {
      const ids = published.encode(text, { add_special_tokens: false }).ids.map(Number)
      assert.deepEqual(tokenize(text, vocabulary, 10_000), ids, text)
      assert.deepEqual(tokenizeWords(text, vocabulary, 10_000).ids, ids, text)
    }
  }
})

test('detects the language by words or script, and leaves it open without text', () => {
  assert.equal(detectLanguage('The export fails when I select everything and it is not fixed'), 'en')
  assert.equal(detectLanguage('Der Export geht nicht und ich kann die Datei nicht öffnen'), 'de')
  assert.equal(detectLanguage("L'application plante quand je prends une photo"), 'fr')
  assert.equal(detectLanguage('エクスポートが失敗します'), 'ja')
  assert.equal(detectLanguage('🙂🙂'), undefined)
})

test('a text with one word changed is a near-duplicate, another text is not', () => {
  const text =
    'The CSV export stops at ten thousand rows and the file that I get by e-mail afterwards is always empty, on every browser that I have tried so far today'
  const changed = minhash(text.replace('today', 'tonight'))
  assert.ok(minhashSimilarity(minhash(text), changed) >= MIN_NEAR_DUPLICATE_SIMILARITY)
  assert.ok(
    minhashSimilarity(
      minhash(text),
      minhash('Please add a dark mode to the editor, my eyes hurt at night when I write'),
    ) < 0.2,
  )
  assert.equal(
    minhashSimilarity(minhash(text), minhash(`${text.toUpperCase()}… „!“`)),
    1,
    'case and punctuation do not matter',
  )
})

const encodeStatic = openStaticEncoder()
/** By the static tier. */
const classified = (text: string, rating: number | null = null) =>
  labelsOf({ ...staticProbabilities(text, encodeStatic(text)), rating, whole: true })
const labels = (text: string, rating: number | null = null) => {
  const { sentiment, category } = classified(text, rating)
  return [sentiment, category]
}

test('classifies plain cases', () => {
  const cases: [string, string[]][] = [
    ['The app crashes every time I open a board since the last update', ['NEGATIVE', 'BUGS_AND_ERRORS']],
    ['Exporting a board to PDF loses all images', ['NEGATIVE', 'BUGS_AND_ERRORS']],
    ['Please add an option to export the board as PDF', ['NEUTRAL', 'FEATURE_REQUESTS']],
    ['Please add a word count for long texts', ['NEUTRAL', 'FEATURE_REQUESTS']],
    ['A share button in the toolbar would be useful', ['NEUTRAL', 'FEATURE_REQUESTS']],
    ['I would like to print a whole board', ['NEUTRAL', 'FEATURE_REQUESTS']],
    ['I love this tool, it is fantastic and so easy', ['POSITIVE', 'DELIGHTS']],
    ['Far too expensive for a small team', ['NEGATIVE', 'PAIN_POINTS']],
    ['The settings are confusing and hard to find', ['NEGATIVE', 'USABILITY_ISSUES']],
    ['We use it with twelve people in two offices', ['NEUTRAL', 'GENERAL_FEEDBACK']],
  ]
  for (const [text, expected] of cases) assert.deepEqual(labels(text), expected, text)
  assert.notEqual(classified('A dry run would have helped.').sentiment, 'POSITIVE')
})

test('a rating shifts the sentiment, and not what a statement is', () => {
  assert.equal(classified('We use it with twelve people in two offices', 0).sentiment, 'NEGATIVE')
  assert.equal(classified('We use it with twelve people in two offices', 1).sentiment, 'POSITIVE')
  for (const rating of [0, 1]) {
    assert.equal(classified('Please add a word count for long texts', rating).category, 'FEATURE_REQUESTS')
    assert.equal(
      classified('The app crashes every time I open a board since the last update', rating).category,
      'BUGS_AND_ERRORS',
    )
  }
})

test('classifies plain cases in German, French and Spanish', () => {
  for (const text of [
    'Die App stürzt jedes Mal ab, wenn ich ein Foto hochlade.',
    'La aplicación se cierra cada vez que abro una página.',
    'Je ne peux pas me connecter, il y a une erreur.',
  ])
    assert.equal(classified(text).category, 'BUGS_AND_ERRORS', text)
  for (const text of [
    'Es wäre schön, wenn man Seiten als PDF exportieren könnte.',
    'Il serait utile de pouvoir exporter en PDF.',
    'Me gustaría un modo oscuro.',
  ])
    assert.equal(classified(text).category, 'FEATURE_REQUESTS', text)
  for (const text of [
    'Großartiges Werkzeug, ich bin begeistert!',
    'Excelente aplicación, me encanta el editor.',
    'Merci, c’est parfait et magnifique !',
  ])
    assert.equal(classified(text).sentiment, 'POSITIVE', text)
})

test('a transcript of two megabytes gives a bounded number of statements and findings with exact quotes', async () => {
  const line = (n: number) => `The export of board ${n} stopped with an error and we lost ${n} rows of it.`
  const content = Array.from({ length: 30_000 }, (_, n) => line(n))
    .join('\n\n')
    .slice(0, 2 * 2 ** 20)
  let read = 0
  const [found] = await analyze([{ content, title: null, rating: null, max: 60 }], async (texts) => {
    read += texts.length
    return texts.map((text) => readByRules(encodeStatic, text))
  })
  assert.ok(read > 1000 && read <= 4000, String(read))
  assert.ok(found!.length > 0 && found!.length <= 60)
  for (const { quote } of found!) assert.equal(content.slice(quote.start, quote.end), quote.text)
})

test('thanks at the end of a text are cut off, unless little else is said', () => {
  const cut = (text: string) => text.slice(0, lengthWithoutThanks(text))
  assert.equal(cut('Sync is reliable since 4.2, thanks for that'), 'Sync is reliable since 4.2')
  assert.equal(cut('It has not crashed once. Thank you so much!'), 'It has not crashed once.')
  assert.equal(cut('Die Suche ist schnell,  danke!'), 'Die Suche ist schnell')
  for (const text of [
    'Great, thanks',
    'Thanks for that',
    'Thanks to 4.2, sync is reliable',
    'Fast, and no thanks to you',
  ])
    assert.equal(cut(text), text)
})

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
import { fingerprintOf, likeness, nearlySame } from '#engine/text/near.ts'
import { statementsOf } from '#engine/text/statements.ts'

const prose = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.array(fc.constantFrom('The export fails. ', 'Please add dark mode!\n', '> quoted\n', '- one\n', '\n\n', 'Hi team,\n', '-- \n', 'Thanks,\n', 'It is slow; very slow… ', '“odd” marks ', 'x'.repeat(700)), { maxLength: 12 }).map((parts) => parts.join('')))

test('every statement stands in its source exactly where it says', () => {
  fc.assert(fc.property(prose, (content) => {
    let before = 0
    for (const { start, end, text } of statementsOf(content)) {
      assert.equal(content.slice(start, end), text)
      assert.ok(start >= before && end > start && end - start <= 600)
      before = end
    }
  }))
})

test('quoted mail, greetings and what follows a signature are nobody’s statement', () => {
  const mail = 'Hi team,\n\nThe CSV export fails for large boards. It has done so since Monday.\n\n> Have you tried again?\n\nBest regards,\nAna\n\nOn Tue, Bo wrote:\nHello there, all of it.'
  assert.deepEqual(statementsOf(mail).map(({ text }) => text), ['The CSV export fails for large boards. It has done so since Monday.'])
})

test('a sentence that says nothing without the one before it stays with it, and one that stands for itself does not', () => {
  const first = 'The invoice must show our tax number.'
  for (const leaning of ['Our accounts department sends it back otherwise.', 'Without that we cannot pay.', 'Our developers would love it.', 'I switched it off.']) {
    assert.deepEqual(statementsOf(`${first} ${leaning}`).map(({ text }) => text), [`${first} ${leaning}`])
  }
  const own = 'The mobile app loses what I typed when I lock the screen.'
  assert.deepEqual(statementsOf(`${first} ${own}`).map(({ text }) => text), [first, own])
  assert.deepEqual(statementsOf('I switched it off for my team.').length, 1)
})

test('a name has at most twelve words and is never empty', () => {
  fc.assert(fc.property(prose.filter((text) => text.trim() !== ''), (text) => {
    const name = insightName(text)
    assert.ok(name.length > 0 && name.length <= 160 && name.split(' ').length <= 12, name)
  }))
  assert.equal(insightName('Hi, it would be great if you could add a dark mode for the editor.'), 'A dark mode for the editor')
  assert.equal(insightName('I think the export keeps failing because our boards are large'), 'The export keeps failing because our boards are large')
})

test('the tokenizer cuts text as the model’s own does', () => {
  const read = (name: string) => readFileSync(join(modelFolder, name), 'utf8')
  const own = new Tokenizer({ ...(JSON.parse(read('tokenizer.json')) as object), truncation: null, padding: null }, JSON.parse(read('tokenizer_config.json')) as object)
  const vocabulary = vocabularyOf(read('vocab.txt'))
  const texts = ['CSV export fails!', 'Café, naïve — “quotes” & 100%', '日本語 text', 'unbelievablylongword'.repeat(8), 'a\tb\nc  d', 'emoji 😀 in between', "don't can't won't"]
  for (const text of texts) assert.deepEqual(piecesOf(text, vocabulary, 10_000), own.encode(text, { add_special_tokens: false }).ids.map(Number), text)
})

test('languages are told by their words or their script, and left open when there is nothing to tell by', () => {
  assert.equal(languageOf('The export fails when I select everything and it is not fixed'), 'en')
  assert.equal(languageOf('Der Export geht nicht und ich kann die Datei nicht öffnen'), 'de')
  assert.equal(languageOf('エクスポートが失敗します'), 'ja')
  assert.equal(languageOf('🙂🙂'), undefined)
})

test('a text with one word changed is nearly the same, another text is not', () => {
  const text = 'The CSV export stops at ten thousand rows and the file that I get by e-mail afterwards is always empty, on every browser that I have tried so far today'
  assert.ok(likeness(fingerprintOf(text), fingerprintOf(text.replace('today', 'tonight'))) >= nearlySame)
  assert.ok(likeness(fingerprintOf(text), fingerprintOf('Please add a dark mode to the editor, my eyes hurt at night when I write')) < 0.2)
})

test('plain cases are told apart, and a rating has its say', () => {
  const encode = openStatic()
  const said = (text: string, rating: number | null = null) => classify({ text, vector: encode(text), tier: 'static', rating })
  assert.equal(said('The app crashes every time I open a board since the last update').category, 'BUGS_AND_ERRORS')
  assert.equal(said('Please add an option to export the board as PDF').category, 'FEATURE_REQUESTS')
  assert.deepEqual([said('I love this tool, it is fantastic and so easy').sentiment, said('I love this tool, it is fantastic and so easy').category], ['POSITIVE', 'DELIGHTS'])
  assert.equal(said('It is a calendar for teams', 0).sentiment, 'NEGATIVE')
  assert.equal(said('It is a calendar for teams', 1).sentiment, 'POSITIVE')
})

test('a transcript of two megabytes is read in bounded work: so many statements, so many findings, each found again where it was said', async () => {
  const line = (n: number) => `The export of board ${n} stopped with an error and we lost ${n} rows of it.`
  const content = Array.from({ length: 30_000 }, (_, n) => line(n)).join('\n\n').slice(0, 2 * 2 ** 20)
  const encode = openStatic()
  let asked = 0
  const [found] = await analyse([{ content, title: null, rating: null, most: 60 }], async (texts) => {
    asked += texts.length
    return texts.map(encode)
  }, 'static')
  assert.ok(asked > 1000 && asked <= 4000, String(asked))
  assert.ok(found!.length > 0 && found!.length <= 60)
  for (const { quote } of found!) assert.equal(content.slice(quote.start, quote.end), quote.text)
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxTokens } from '#engine/embed/model-encoder.ts'
import { modelFolder } from '#engine/model-folders.ts'
import { parseVocabulary, tokenizeWords } from '#engine/text/wordpiece.ts'
import { windowsOf } from '#engine/reading/windows.ts'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'

const sentence = fc.oneof(
  fc.constantFrom(
    'The export fails. ',
    'Please add dark mode!\n',
    '- one entry\n',
    '2) the second, and a long one\n',
    'Die Übersicht lädt nicht… ',
    '検索はとても速いです。書き出しは失敗します。',
    'Uwielbiam nowy kalendarz, ale eksport nie działa? ',
    '😀😀 wow ',
    'version 7.3.1, 4,000 rows, a@b.example ',
    'unbelievablylongword'.repeat(40),
    'no full stop and no end '.repeat(60),
    '!?'.repeat(300),
    '\n\n',
    '\n',
  ),
  fc.string({ unit: fc.constantFrom(...'abc ÄÖ日本語ไทย.,;:!?()\n'), maxLength: 60 }),
)
/** Without quoted mail, stack traces, headers, signatures and markup. */
const ownText = fc.array(sentence, { maxLength: 25 }).map((parts) => parts.join(''))
const anyText = fc.oneof(
  ownText,
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(fc.constantFrom('> quoted\n', '<p>Hi</p>', 'at a.b (c.js:1:2)\n', 'Thanks,\n', '-- \n', 'It is slow. '), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
)

test('windows are in order, do not overlap and are inside the text', () => {
  fc.assert(
    fc.property(anyText, (content) => {
      let before = 0
      for (const { start, end } of windowsOf(content)) {
        assert.ok(start >= before && end > start && end <= content.length, JSON.stringify({ before, start, end }))
        before = end
      }
    }),
  )
})

test('every character of a text without quoted mail and signature is in a window', () => {
  fc.assert(
    fc.property(ownText, (content) => {
      const read = windowsOf(content).map(({ start, end }) => content.slice(start, end))
      assert.equal(read.join('').replace(/\s/g, ''), content.replace(/\s/g, ''))
    }),
  )
})

test('the model reads every word of every window of the labelled items', () => {
  const vocabulary = parseVocabulary(readFileSync(join(modelFolder, 'vocab.txt'), 'utf8'))
  const training = join(import.meta.dirname, '../../training')
  let windows = 0
  for (const { items } of readItemSets([join(training, 'dev'), join(training, 'items')]))
    for (const { text } of items)
      for (const { start, end } of windowsOf(text)) {
        const window = text.slice(start, end)
        const read = tokenizeWords(window, vocabulary, maxTokens).words.length
        assert.equal(read, tokenizeWords(window, vocabulary, Infinity).words.length, window)
        windows++
      }
  assert.ok(windows > 2000, String(windows))
})

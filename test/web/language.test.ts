import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { de } from '#web/i18n/de.ts'

/* Every sentence of the web app is there in both languages. */

const call = /\bt\(\s*('(?:[^'\\]|\\.)*'|[^'\s)])/g
const said = globSync('src/web/**/*.{ts,tsx}')
  .filter((path) => !path.includes('/i18n/'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(call)].map((match) => ({ path, text: match[1]! })))
const sentences = new Set(said.map(({ text }) => text.slice(1, -1).replaceAll("\\'", "'")))
const placesIn = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]))].sort()

test('what is said is said by its sentence, so that a table can hold it', () => {
  assert.ok(sentences.size > 1000, String(sentences.size))
  assert.deepEqual(
    said.filter(({ text }) => !text.startsWith("'")),
    [],
  )
})

test('the German table has every sentence and no other', () => {
  assert.deepEqual(
    [...sentences].filter((text) => !Object.hasOwn(de, text)),
    [],
  )
  assert.deepEqual(
    Object.keys(de).filter((text) => !sentences.has(text)),
    [],
  )
})

test('a translation fills in what its sentence fills in, and has a plural where it has one', () => {
  for (const [english, german] of Object.entries(de)) {
    assert.deepEqual(placesIn(german), placesIn(english), english)
    assert.equal(/, one \{[^}]*\} other \{[^}]*\}\}/.test(german), /, one \{/.test(english), english)
    assert.ok(german.trim() === german && german.length > 0, english)
  }
})

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  categoryDefinitions,
  labelRules,
  sentimentDefinitions,
  sentimentMeaning,
} from '#contract/core/label-definitions.ts'
import { provider as mailbox } from '#domain/integrations/providers/imap/provider.ts'
import { sourceField } from '#domain/integrations/setup.ts'
import { de } from '#web/i18n/de.ts'

/* Every text of the web app is translated. */

const call = /\bt\(\s*('(?:[^'\\]|\\.)*'|[^'\s)])/g
const calls = globSync('src/web/**/*.{ts,tsx}')
  .filter((path) => !path.includes('/i18n/'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(call)].map((match) => ({ path, text: match[1]! })))
const definitions = [...sentimentDefinitions, ...categoryDefinitions].map(({ when }) => when)
const mailboxFields = [...mailbox.credential, ...mailbox.fields.filter((one) => one !== sourceField)]
const texts = new Set<string>([
  mailbox.description,
  ...mailbox.steps.map(({ text }) => text),
  ...mailboxFields.flatMap(({ label, description }) => [label, description]),
  ...calls.map(({ text }) => text.slice(1, -1).replaceAll("\\'", "'")),
  sentimentMeaning,
  ...definitions,
  ...labelRules,
])
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]))].sort()

test('texts are string literals, so that they can be looked up', () => {
  assert.ok(texts.size > 1000, String(texts.size))
  assert.deepEqual(
    calls.filter(({ text }) => !text.startsWith("'")),
    [],
  )
})

test('the German table has every text and no other', () => {
  assert.deepEqual(
    [...texts].filter((text) => !Object.hasOwn(de, text)),
    [],
  )
  assert.deepEqual(
    Object.keys(de).filter((text) => !texts.has(text)),
    [],
  )
})

test('English texts have American spelling', () => {
  const british =
    /\w*(?:colour|favour|behaviour|neighbour|cancelled|cancelling|labelled|analyse|catalogue|centre|licence|\bgrey\b|towards|(?:organ|recogn|summar|prior|custom|util|synthes)is(?:e|ing|ation))\w*/gi
  assert.deepEqual(
    [...texts].flatMap((text) => text.match(british) ?? []),
    [],
  )
})

test('a translation has the placeholders and plurals of its text', () => {
  for (const [english, german] of Object.entries(de)) {
    assert.deepEqual(placeholders(german), placeholders(english), english)
    assert.equal(/, one \{[^}]*\} other \{[^}]*\}\}/.test(german), /, one \{/.test(english), english)
    assert.ok(german.trim() === german && german.length > 0, english)
  }
})

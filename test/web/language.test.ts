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
import { sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { languagesOf } from '#i18n/texts.ts'

/* Every text of the web app is translated. */

const tables = languagesOf('web').map((language) => ({
  language,
  table: JSON.parse(readFileSync(`src/i18n/${language}/web.json`, 'utf8')) as Record<string, string>,
}))

/** A text that is longer than a line is a list of its parts. */
const call = /\bt\(\s*(\[\s*(?:'(?:[^'\\]|\\.)*'(?:,\s*)?)+\]|'(?:[^'\\]|\\.)*'|[^'\s)])/g
const joined = (text: string) =>
  text.startsWith('[')
    ? text
        .replace(/^\[\s*/, '')
        .replace(/,?\s*\]$/, '')
        .replaceAll(/',\s*'/g, '')
    : text
const calls = globSync('src/web/**/*.{ts,tsx}')
  .filter((path) => !path.includes('/i18n/'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(call)].map((match) => ({ path, text: joined(match[1]!) })))
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

for (const { language, table } of tables)
  test(`the texts in ${language} are all texts and no others`, () => {
    assert.deepEqual(
      [...texts].filter((text) => !Object.hasOwn(table, text)),
      [],
    )
    assert.deepEqual(
      Object.keys(table).filter((text) => !texts.has(text)),
      [],
    )
  })

test('the web app is translated to German', () => {
  assert.ok(tables.some(({ language }) => language === 'de'))
})

test('English texts have American spelling', () => {
  const british =
    /\w*(?:colour|favour|behaviour|neighbour|cancelled|cancelling|labelled|analyse|catalogue|centre|licence|\bgrey\b|towards|(?:organ|recogn|summar|prior|custom|util|synthes)is(?:e|ing|ation))\w*/gi
  assert.deepEqual(
    [...texts].flatMap((text) => text.match(british) ?? []),
    [],
  )
})

/** The categories of each plural in a text, in order. */
const plurals = (text: string) =>
  [...text.matchAll(/\{\w+,((?: \w+ \{[^}]*\})+)\}/g)].map(([, forms]) =>
    [...forms!.matchAll(/(\w+) \{/g)].map((match) => match[1]!),
  )

for (const { language, table } of tables)
  test(`a translation to ${language} has the placeholders and plurals of its text`, () => {
    const categories: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [english, translated] of Object.entries(table)) {
      assert.deepEqual(placeholders(translated), placeholders(english), english)
      assert.equal(plurals(translated).length, plurals(english).length, english)
      for (const forms of plurals(translated))
        assert.ok(forms.includes('other') && forms.every((form) => categories.includes(form)), english)
      assert.ok(translated.trim() === translated && translated.length > 0, english)
    }
  })

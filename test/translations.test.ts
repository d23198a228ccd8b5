import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { languagesOf, preferredLanguage, textsOf } from '#i18n/texts.ts'

/* One-pagers, stories, opportunities, shared pages, the survey page, the widget and the page to unsubscribe; test/web/language.test.ts has the web app. */

const areas = ['evidence_story', 'opportunity', 'one_pager', 'share_page', 'survey', 'widget', 'unsubscribe'] as const
const plural = /\{(\w+),((?: \w+ \{[^}]*\})+)\}/g
const placeholders = (text: string) =>
  [...text.replace(plural, '{$1}').matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

test('every file belongs to an area, and its folder is a language code', () => {
  for (const path of globSync('src/i18n/*/*')) {
    assert.ok([...areas, 'web'].includes(basename(path, '.json') as (typeof areas)[number]), path)
    assert.match(path, /^src\/i18n\/[a-z]{2}\/\w+\.json$/)
  }
})

for (const area of areas)
  for (const [language, texts] of Object.entries(textsOf(area)))
    test(`${language}/${area}.json has the keys and placeholders of the English file`, () => {
      const english = Object.entries(textsOf(area).en!)
      assert.deepEqual(
        Object.keys(texts),
        english.map(([key]) => key),
      )
      for (const [key, text] of english) {
        const [own, originals] = [[texts[key as keyof typeof texts]].flat() as string[], [text].flat()]
        assert.equal(own.length, originals.length, key)
        for (const [n, original] of originals.entries()) {
          assert.ok(own[n]!.trim() === own[n] && own[n] !== '', key)
          assert.deepEqual(placeholders(own[n]!), placeholders(original), key)
        }
      }
    })

test('English comes first, and each area keeps its languages', () => {
  assert.deepEqual(languagesOf('survey'), ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'])
  assert.deepEqual(languagesOf('widget'), ['en', 'de', 'es', 'fr'])
})

test('the language is the first accepted one that has texts, else English', () => {
  const texts = textsOf('widget')
  assert.equal(preferredLanguage(texts, 'nl, fr-CA;q=0.9, de;q=0.8'), 'fr')
  assert.equal(preferredLanguage(texts, 'nl'), 'en')
  assert.equal(preferredLanguage(texts, 'constructor'), 'en')
  assert.equal(preferredLanguage(texts, undefined), 'en')
})

test('a plural has a form for each number of its language, and nothing else is in braces', () => {
  for (const area of ['evidence_story', 'opportunity'] as const)
    for (const [language, texts] of Object.entries(textsOf(area)))
      for (const [key, text] of Object.entries(texts)) {
        assert.doesNotMatch(text.replace(plural, '').replace(/\{\w+\}/g, ''), /[{}]/, `${language} ${key}`)
        for (const [, , forms] of text.matchAll(plural))
          assert.deepEqual(
            [...forms!.matchAll(/ (\w+) \{/g)].map(([, category]) => category),
            ['one', 'other'],
            `${language} ${key}`,
          )
      }
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { productKindName, themeDefinitions, themesOfKind } from '#engine/naming/product-kinds/kind-themes.ts'
import { productKindOf, rankProductKinds } from '#engine/naming/product-kinds/rank-kinds.ts'
import { knownProductKinds } from '#engine/naming/product-kinds/read-kinds.ts'
import { topicLanguages, topicNamesIn } from '#engine/naming/topic-bank.ts'
import { productKinds } from '#vocabulary/product-kinds.ts'

/* Kinds of products: what they are, and how surely they are found. */

type Product = { kind: string; name: string; texts: string[] }

const products = readFileSync(join(import.meta.dirname, 'product-kinds.txt'), 'utf8')
  .split('\n\n')
  .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
  .filter((lines) => lines.length > 0)
  .map(([head, ...texts]): Product => {
    const [, kind, name] = /^\[(.+?)\] (.+)$/.exec(head!)!
    return { kind: kind!, name: name!, texts }
  })

test('each kind has names of its own, words to find it by, and 8 to 12 themes with a definition', () => {
  const kinds = knownProductKinds()
  assert.deepEqual(
    kinds.map(({ key }) => key),
    [...productKinds],
  )
  for (const language of ['en', 'de']) {
    const names = productKinds.map((key) => productKindName(key, language))
    assert.ok(names.every((name) => name !== ''))
    assert.equal(new Set(names).size, names.length)
  }
  for (const { key, topics, words, themes } of kinds) {
    assert.ok(themes.length >= 8 && themes.length <= 12, `${key}: ${themes.length} themes`)
    assert.equal(new Set(themes).size, themes.length, key)
    assert.equal(topics.length + words.length > 0, key !== 'business', key)
    for (const language of ['en', 'de'])
      for (const theme of themesOfKind(key, language)) assert.ok(theme.definition, `${key}: ${theme.key}, ${language}`)
  }
})

test('definitions are of topics that a kind uses', () => {
  const used = new Set(knownProductKinds().flatMap(({ themes }) => themes.map((topic) => topicNamesIn('en')[topic])))
  assert.deepEqual(
    [...themeDefinitions().keys()].filter((name) => !used.has(name)),
    [],
  )
})

test('themes have the names of the topic bank in every language of it', () => {
  for (const language of topicLanguages) {
    const themes = themesOfKind('booking', language)
    assert.equal(themes[0]!.key, 'Online booking')
    assert.equal(themes[0]!.name, topicNamesIn(language)[topicNamesIn('en').indexOf('Online booking')])
    assert.ok(themes[0]!.definition, language)
  }
})

test('the kind of a product is found from ten statements; of others none is', async (t) => {
  assert.ok(products.length >= 40)
  const outcomes = { right: 0, wrong: 0, none: 0 }
  for (const { kind, name, texts } of products) {
    assert.equal(texts.length, 10, name)
    const found = (await productKindOf(texts)) ?? 'none'
    const outcome = found === 'none' && kind !== 'none' ? 'none' : found === kind ? 'right' : 'wrong'
    outcomes[outcome]++
    if (outcome !== 'right') t.diagnostic(`${name}: ${found} instead of ${kind}`)
  }
  t.diagnostic(`${products.length} products: ${JSON.stringify(outcomes)}`)
  assert.ok(outcomes.right >= 0.9 * products.length, `${outcomes.right} of ${products.length}`)
  assert.ok(outcomes.wrong <= 1)
})

test('nothing is found in texts that say too little, or as much for another kind', async () => {
  const textsOf = (product: string) => products.find(({ name }) => name === product)!.texts
  assert.equal(await productKindOf([]), undefined)
  assert.equal(await productKindOf(['The appointment was lost.']), undefined)
  assert.equal(await productKindOf(['Good.', 'Nice, thank you!', 'Hmm', 'It is slow today.']), undefined)
  const both = [...textsOf('headless content API'), ...textsOf('shift planning for hospitals')]
  assert.equal(await productKindOf(both), undefined)
})

test('a long text counts as one', async () => {
  const long = Array.from({ length: 50 }, () => 'invoice, receipt, VAT, ledger, tax, bookkeeping.').join(' ')
  const [best] = await rankProductKinds([long])
  assert.ok(best!.score < 2, String(best!.score))
  assert.equal(await productKindOf([long]), undefined)
})

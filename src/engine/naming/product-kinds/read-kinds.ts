import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { topicNamesIn } from '#engine/naming/topic-bank.ts'
import { type ProductKindKey, productKinds } from '#vocabulary/product-kinds.ts'

/* The kinds of products as `kinds.txt` defines them. */

/** `topics` and `themes` are numbers of topics of the bank. */
export type ProductKind = {
  key: ProductKindKey
  names: Readonly<Record<'en' | 'de', string>>
  topics: readonly number[]
  words: readonly string[]
  themes: readonly number[]
}

let kinds: readonly ProductKind[] | undefined

export const knownProductKinds = (): readonly ProductKind[] =>
  (kinds ??= readKinds(readFileSync(join(import.meta.dirname, 'kinds.txt'), 'utf8')))

function readKinds(text: string): ProductKind[] {
  const blocks = new Map<string, Map<string, string>>()
  let block = new Map<string, string>()
  for (const line of text.replace(/\n {2,}/g, ' ').split('\n')) {
    const key = /^\[(.+)\]$/.exec(line)?.[1]
    if (key !== undefined) blocks.set(key, (block = new Map()))
    else if (line !== '' && !line.startsWith('#')) block.set(line.slice(0, line.indexOf(':')), afterColon(line))
  }
  return productKinds.map((key) => kindOf(key, blocks.get(key) ?? new Map()))
}

const afterColon = (line: string) => line.slice(line.indexOf(':') + 1).trim()

function kindOf(key: ProductKindKey, block: ReadonlyMap<string, string>): ProductKind {
  const list = (field: string) =>
    (block.get(field) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  return {
    key,
    names: { en: block.get('en') ?? '', de: block.get('de') ?? '' },
    topics: list('topics').map(topicNumber),
    words: list('words'),
    themes: list('themes').map(topicNumber),
  }
}

function topicNumber(name: string): number {
  const topic = topicNamesIn('en').indexOf(name)
  if (topic < 0) throw new Error(`product-kinds/kinds.txt: there is no topic “${name}”.`)
  return topic
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { topicNamesIn, topicPatternsIn } from '#engine/naming/topic-bank.ts'
import type { ProductKindKey } from '#vocabulary/product-kinds.ts'
import { knownProductKinds, type ProductKind } from './read-kinds.ts'

/* The themes that people with a kind of product use. */

type KindTheme = { key: string; name: string; definition: string | null }
type Definition = { en: string; de: string }

let definitions: ReadonlyMap<string, Definition> | undefined

/** By the English name of the topic. */
export const themeDefinitions = (): ReadonlyMap<string, Definition> => (definitions ??= readDefinitions())

const readDefinitions = (): ReadonlyMap<string, Definition> =>
  new Map(
    readFileSync(join(import.meta.dirname, 'definitions.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [topic = '', en = '', de = ''] = line.split('|').map((part) => part.trim())
        return [topic, { en, de }] as const
      }),
  )

const kindOf = (key: ProductKindKey): ProductKind => knownProductKinds().find((kind) => kind.key === key)!

/** In German or English. */
export const productKindName = (key: ProductKindKey, language: string): string =>
  kindOf(key).names[language === 'de' ? 'de' : 'en']

/** In the language as far as there are names in it; the key is the name of the topic in English. */
export const themesOfKind = (key: ProductKindKey, language: string): KindTheme[] =>
  kindOf(key).themes.map((topic) => ({
    key: topicNamesIn('en')[topic]!,
    name: topicNamesIn(language)[topic]!,
    definition: definitionOf(topic, language),
  }))

function definitionOf(topic: number, language: string): string | null {
  const name = topicNamesIn('en')[topic]!
  if (language === 'de') return themeDefinitions().get(name)?.de ?? null
  if (topicNamesIn(language) === topicNamesIn('en')) return themeDefinitions().get(name)?.en ?? null
  return wordsOfTopic(topic, language)
}

const maxWords = 6
const isWhole = (pattern: string) => !pattern.includes('*')

/** What customers call it, in languages without a written definition. */
function wordsOfTopic(topic: number, language: string): string | null {
  const patterns = topicPatternsIn(language, topic)
  // Japanese words are found anywhere, so that all of them have asterisks.
  const words = language === 'ja' ? patterns.map((one) => one.replaceAll('*', '')) : patterns.filter(isWhole)
  return words.length === 0 ? null : words.slice(0, maxWords).join(', ')
}

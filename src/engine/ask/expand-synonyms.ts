import { stem } from '#engine/text/tf-idf.ts'
import { synonymGroups } from './synonyms.ts'

/** A word or phrase of a text, and all ways to say it; the first is as written. */
export type Concept = readonly [written: string, ...others: string[]]

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/** Every form of a phrase has the same key: stems joined by spaces. */
const keyOf = (words: readonly string[]) => words.map(stem).join(' ')

/** All synonyms, or only those that are certain. */
type Certainty = 'all' | 'certain'

/** The other ways to say each phrase of the table. */
function indexSynonyms(certainty: Certainty): Map<string, string[]> {
  const othersByKey = new Map<string, string[]>()
  for (const { words, narrower = [], onlyInQuery = [], ambiguous = [] } of synonymGroups)
    for (const word of [...words, ...onlyInQuery, ...ambiguous]) {
      const key = keyOf(wordsOf(word))
      const found = [...words, ...narrower, ...(certainty === 'all' ? ambiguous : [])]
      const others = found.filter((other) => keyOf(wordsOf(other)) !== key)
      othersByKey.set(key, [...new Set([...(othersByKey.get(key) ?? []), ...others])])
    }
  return othersByKey
}

const synonyms = { all: indexSynonyms('all'), certain: indexSynonyms('certain') }
const maxWords = Math.max(...[...synonyms.all.keys()].map((key) => key.split(' ').length))

/** The words of a text in order; the longest phrase with synonyms is taken as one concept. */
export function conceptsOf(text: string, certainty: Certainty = 'all'): Concept[] {
  const othersByKey = synonyms[certainty]
  const words = wordsOf(text)
  const concepts: Concept[] = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(maxWords, words.length - at)
    while (length > 1 && !othersByKey.has(keyOf(words.slice(at, at + length)))) length--
    const written = words.slice(at, at + length)
    concepts.push([written.join(' '), ...(othersByKey.get(keyOf(written)) ?? [])])
    at += length
  }
  return concepts
}

/** Whether a text has the words of a concept in one of its ways, one after another. */
export function mentionsConcept(text: string, concept: Concept): boolean {
  const words = ` ${keyOf(wordsOf(text))} `
  return concept.some((phrase) => words.includes(` ${keyOf(wordsOf(phrase))} `))
}

import { stem, stemmedWords } from '#engine/text/tf-idf.ts'
import { synonymGroups } from './synonyms.ts'

/** A word or phrase of a text, and all ways to say it; the first is as written. */
export type Concept = readonly [written: string, ...others: string[]]

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/** Every form of a phrase has the same key: stems joined by spaces. */
const keyOf = (words: readonly string[]) => words.map(stem).join(' ')

const othersByKey = new Map<string, string[]>()
let maxWords = 1
for (const { words, narrower = [], onlyInQuery = [] } of synonymGroups)
  for (const word of [...words, ...onlyInQuery]) {
    const key = keyOf(wordsOf(word))
    const others = [...words, ...narrower].filter((other) => keyOf(wordsOf(other)) !== key)
    othersByKey.set(key, [...new Set([...(othersByKey.get(key) ?? []), ...others])])
    maxWords = Math.max(maxWords, wordsOf(word).length)
  }

/** The words of a text in order; the longest phrase with synonyms is taken as one concept. */
export function conceptsOf(text: string): Concept[] {
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

const isNumber = (text: string) => /^\p{N}+$/u.test(text)

/** The concepts of a topic, without small words. */
export const topicConcepts = (topic: string) =>
  conceptsOf(topic).filter(([written]) => isNumber(written) || stemmedWords(written).length > 0)

/** Whether a text has the words of a concept in one of its ways, one after another. */
export function mentionsConcept(text: string, concept: Concept): boolean {
  const words = ` ${keyOf(wordsOf(text))} `
  return concept.some((phrase) => words.includes(` ${keyOf(wordsOf(phrase))} `))
}

import type { Aspects } from '#engine/naming/aspects.ts'
import { topicPatternsIn, topicsIn } from '#engine/naming/topic-bank.ts'
import { stemmedWords } from '#engine/text/tf-idf.ts'
import { MIN_ASPECT_OF_ANSWER } from '#engine/thresholds/search.ts'
import { readWords } from '#engine/words/read-words.ts'
import { type Concept, conceptsOf, mentionsConcept } from './expand-synonyms.ts'
import { hasPattern, patternLength, patternWords, type WordPattern, toWordPattern } from './word-patterns.ts'

/*
 * What a topic means: its words and their synonyms, the words of its sense, and the aspects that the analysis reads for
 * it. An insight speaks of it in any of these ways, so “crashes” finds a white screen.
 */

export type TopicSense = { phrases: Concept; patterns: readonly WordPattern[]; aspects: readonly string[] }

type Sense = { aspects: readonly string[]; asked: readonly WordPattern[]; said: readonly WordPattern[] }

const patternsOf = (list: string) =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(toWordPattern)

const senses: readonly Sense[] = readWords('ask/senses').map((line) => {
  const [aspects, asked, said] = line.split('|')
  const words = patternsOf(said!)
  return { aspects: aspects!.split(' ').filter(Boolean), asked: [...patternsOf(asked!), ...words], said: words }
})

/** The senses that the longest words from one on have, and how many words these are. */
function sensesAt(words: readonly string[], at: number): { found: readonly Sense[]; length: number } {
  const lengths = senses.map(({ asked }) => Math.max(...asked.map((pattern) => patternLength(pattern, words, at))))
  const length = Math.max(0, ...lengths)
  return { found: length === 0 ? [] : senses.filter((_, n) => lengths[n] === length), length }
}

/** How many words from one on form a phrase with a sense. */
export const sensePhraseLength = (words: readonly string[], at: number) =>
  sensesAt(
    words.map((word) => word.toLowerCase()),
    at,
  ).length

const languages = ['en', 'de'] as const

/** The words of the one topic of the bank that the words name; words of several topics are left as they are. */
function bankPatterns(written: string): WordPattern[] {
  const topics = new Set(languages.flatMap((language) => [...topicsIn(written, language)]))
  const [topic] = topics
  if (topic === undefined || topics.size > 1) return []
  return languages.flatMap((language) => topicPatternsIn(language, topic).map(toWordPattern))
}

const isNumber = (text: string) => /^\p{N}+$/u.test(text)
const isTopical = (written: string) => isNumber(written) || stemmedWords(written).length > 0

function senseOf(phrases: Concept, found: readonly Sense[]): TopicSense {
  return {
    phrases,
    patterns: found.length ? found.flatMap(({ said }) => said) : bankPatterns(phrases[0]),
    aspects: [...new Set(found.flatMap(({ aspects }) => aspects))],
  }
}

/** “ClinicFlow” is also written in two words, and the other way round. */
function spellings(topic: string): string {
  return topic.replaceAll(/\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+)+/gu, (name) =>
    name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '\u0002'),
  )
}

/** Names in a topic, each with the ways to write it. */
function namesOf(topic: string): Map<string, Concept> {
  const names = new Map<string, Concept>()
  for (const [name] of spellings(topic).matchAll(/\p{Lu}\p{Ll}+(?:\u0002\p{Lu}\p{Ll}+)+/gu)) {
    const joined = name.replaceAll('\u0002', '').toLowerCase()
    names.set(joined, [joined, name.replaceAll('\u0002', ' ').toLowerCase()])
  }
  for (const [name] of topic.matchAll(/\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)+/gu)) {
    const spaced = name.toLowerCase()
    names.set(spaced, [spaced, spaced.replaceAll(' ', '')])
  }
  return names
}

const productWords = new Set(readWords('ask/product-words'))

/** The parts of a topic in their order, without small words; the product itself is one only where it is alone. */
export function topicSenses(topic: string): TopicSense[] {
  const parts = partsOf(topic)
  const others = parts.filter(({ phrases }) => !productWords.has(phrases[0]))
  return others.length > 0 ? others : parts
}

function partsOf(topic: string): TopicSense[] {
  const names = namesOf(topic)
  const words = patternWords(topic)
  const parts: TopicSense[] = []
  for (let at = 0; at < words.length;) {
    const name = [...names].find(([written]) => written === words.slice(at, at + written.split(' ').length).join(' '))
    const { found, length } = name ? { found: [], length: 0 } : sensesAt(words, at)
    const [phrases] = name ? [name[1]] : conceptsOf(words.slice(at).join(' '), 'certain')
    const size = phrases![0].split(' ').length
    // Of the longer one; a sense also has the synonyms of the same words.
    const isSense = length >= size
    const taken = isSense ? conceptsOf(words.slice(at, at + length).join(' '), 'certain') : [phrases!]
    const written: Concept = taken.length === 1 ? taken[0]! : [words.slice(at, at + length).join(' ')]
    if (name || isSense || isTopical(written[0])) parts.push(senseOf(written, isSense ? found : []))
    at += isSense ? length : size
  }
  return parts
}

/** Whether an insight speaks of one part of a topic. */
export function speaksOf(text: string, aspects: Aspects | null, sense: TopicSense): boolean {
  if (sense.aspects.some((aspect) => (aspects?.[aspect] ?? 0) >= MIN_ASPECT_OF_ANSWER)) return true
  const words = patternWords(text)
  return sense.patterns.some((pattern) => hasPattern(words, pattern)) || mentionsConcept(text, sense.phrases)
}

/** Letters that a related word has in common at least, and the share of the word: “accident” and “accidental”. */
const minCommonLetters = 5
const commonShare = 0.7

/** The part of a topic with the words that begin like its own. */
export function withRelatedWords(sense: TopicSense): TopicSense {
  const related = patternWords(sense.phrases[0])
    .filter((word) => word.length > minCommonLetters)
    .map((word) => toWordPattern(`${word.slice(0, Math.max(minCommonLetters, word.length * commonShare))}*`))
  return { ...sense, patterns: [...sense.patterns, ...related] }
}

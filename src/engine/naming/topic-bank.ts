import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyOfWord } from './noun-phrases.ts'

/*
 * Topics that many products have, each with the words that feedback on it uses, in sections. `topics/en.txt` defines
 * them; the files of other languages have the same topics in the same order.
 */

const folder = join(import.meta.dirname, 'topics')
export const topicLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja'] as const

/** Whether a word is that of a pattern. */
type WordTest = (word: string) => boolean
type Trigger = { topic: number; words: readonly WordTest[] }
type Bank = {
  names: readonly string[]
  /** The triggers of each topic, as written. */
  written: readonly (readonly string[])[]
  triggers: readonly Trigger[]
  byStart: ReadonlyMap<string, readonly Trigger[]>
}

const banks = new Map<string, Bank>()

function bankOf(language: string): Bank {
  const known = topicLanguages.find((one) => one === language && existsSync(join(folder, `${one}.txt`))) ?? 'en'
  let bank = banks.get(known)
  if (!bank) banks.set(known, (bank = readBank(readFileSync(join(folder, `${known}.txt`), 'utf8'), known)))
  return bank
}

function readBank(text: string, language: string): Bank {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const names = lines.map((line) => line.slice(0, line.indexOf('|')).trim())
  const written = lines.map((line) => triggersOf(line, language).map((words) => words.join(' ')))
  const triggers: Trigger[] = []
  const byStart = new Map<string, Trigger[]>()
  for (const [topic, line] of lines.entries())
    for (const words of triggersOf(line, language)) {
      const trigger = { topic, words: words.map(wordTest) }
      const start = startOf(words[0]!)
      if (start === undefined) triggers.push(trigger)
      else byStart.set(start, [...(byStart.get(start) ?? []), trigger])
    }
  return { names, written, triggers, byStart }
}

/** A trigger without spaces in a language without them is found anywhere. */
const triggersOf = (line: string, language: string): string[][] =>
  line
    .slice(line.indexOf('|') + 1)
    .split(',')
    .map((trigger) => trigger.trim().toLowerCase())
    .filter((trigger) => trigger !== '')
    .map((trigger) => (language === 'ja' ? [`*${trigger}*`] : trigger.split(/[\s-]+/)))

const startLength = 3
/** Words that can match begin so; undefined if they may begin with anything. */
const startOf = (pattern: string): string | undefined =>
  pattern.startsWith('*') || pattern.replace(/\*$/, '').length < startLength ? undefined : pattern.slice(0, startLength)

export function wordTest(pattern: string): WordTest {
  const [anyStart, anyEnd] = [pattern.startsWith('*'), pattern.endsWith('*')]
  const plain = pattern.replace(/^\*|\*$/g, '')
  if (anyStart && anyEnd) return (word) => word.includes(plain)
  if (anyEnd) return (word) => word.startsWith(plain)
  if (anyStart) return (word) => word.endsWith(plain)
  const key = keyOfWord(plain)
  const start = plain.slice(0, 2)
  return (word) => word.startsWith(start) && (word === plain || keyOfWord(word) === key)
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’']s(?![\p{L}\p{N}])/gu, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** Of each topic its section, and whether only some kinds of products have topics of the section. */
type TopicSection = { section: string; isOfKind: boolean }

let sections: TopicSection[] | undefined

export const topicSections = (): readonly TopicSection[] => (sections ??= readSections())

function readSections(): TopicSection[] {
  const found: TopicSection[] = []
  let current = { section: '', isOfKind: false }
  for (const line of readFileSync(join(folder, 'en.txt'), 'utf8').split('\n')) {
    if (line.startsWith('#')) current = { section: line, isOfKind: line.startsWith('##') }
    else if (line.trim() !== '') found.push(current)
  }
  return found
}

/** The names of all topics in a language, English where there are none in it. */
export const topicNamesIn = (language: string): readonly string[] => bankOf(language).names

/** The words of a topic in a language, as patterns such as `crash*`. */
export const topicPatternsIn = (language: string, topic: number): readonly string[] =>
  bankOf(language).written[topic] ?? []

/** Shorter English words are others in other languages. */
const minLoanword = 6

/** The topics whose words a text uses, in its language or in English; only some, if these are given. */
export function topicsIn(text: string, language: string, some?: ReadonlySet<number>): Set<number> {
  const words = wordsOf(text)
  const found = new Set<number>()
  for (const bank of new Set([bankOf(language), bankOf('en')]))
    for (const [at, word] of words.entries()) {
      if (language !== 'en' && bank === bankOf('en') && word.length < minLoanword) continue
      const candidates = [...(bank.byStart.get(word.slice(0, startLength)) ?? []), ...bank.triggers]
      for (const { topic, words: tests } of candidates.filter((one) => !some || some.has(one.topic)))
        if (!found.has(topic) && tests.every((test, n) => words[at + n] !== undefined && test(words[at + n]!)))
          found.add(topic)
    }
  return found
}

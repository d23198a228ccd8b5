import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { triggeredIds, type TriggerIndex, triggerIndex, triggerWords } from './word-triggers.ts'

/*
 * Topics that many products have, each with the words that feedback on it uses, in sections. `topics/en.txt` defines
 * them; the files of other languages have the same topics in the same order.
 */

const folder = join(import.meta.dirname, 'topics')
export const topicLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja'] as const

type Bank = {
  names: readonly string[]
  /** The triggers of each topic, as written. */
  written: readonly (readonly string[])[]
  index: TriggerIndex
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
  const index = triggerIndex(
    lines.flatMap((line, topic) => triggersOf(line, language).map((words) => [topic, words] as const)),
  )
  return { names, written, index }
}

/** A trigger without spaces in a language without them is found anywhere. */
const triggersOf = (line: string, language: string): string[][] =>
  line
    .slice(line.indexOf('|') + 1)
    .split(',')
    .map((trigger) => trigger.trim().toLowerCase())
    .filter((trigger) => trigger !== '')
    .map((trigger) => (language === 'ja' ? [`*${trigger}*`] : trigger.split(/[\s-]+/)))

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
  const words = triggerWords(text)
  const english = bankOf('en')
  if (language === 'en') return triggeredIds(words, english.index, { some })
  const loanwords = triggeredIds(words, english.index, { some, minLength: minLoanword })
  const own = bankOf(language)
  return own === english ? loanwords : triggeredIds(words, own.index, { some }).union(loanwords)
}

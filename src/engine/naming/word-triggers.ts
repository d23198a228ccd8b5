import { keyOfWord } from './noun-phrases.ts'

/* Words and phrases that tell what a text is about, as patterns: `log*` is any word that begins so, `*fee` ends so. */

/** Whether a word is that of a pattern. */
type WordTest = (word: string) => boolean
type Trigger = { id: number; words: readonly WordTest[] }
export type TriggerIndex = { others: readonly Trigger[]; byStart: ReadonlyMap<string, readonly Trigger[]> }

/** Of each id its triggers, each with the patterns of its words. */
export function triggerIndex(triggers: Iterable<readonly [id: number, patterns: readonly string[]]>): TriggerIndex {
  const others: Trigger[] = []
  const byStart = new Map<string, Trigger[]>()
  for (const [id, patterns] of triggers) {
    const trigger = { id, words: patterns.map(wordTest) }
    const start = startOf(patterns[0]!)
    if (start === undefined) others.push(trigger)
    else byStart.set(start, [...(byStart.get(start) ?? []), trigger])
  }
  return { others, byStart }
}

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

export const triggerWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’']s(?![\p{L}\p{N}])/gu, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

type TriggerFilter = { some?: ReadonlySet<number> | undefined; minLength?: number }

/** The ids whose triggers are among the words; `minLength`: of the first word of a trigger in the text. */
export function triggeredIds(
  words: readonly string[],
  { byStart, others }: TriggerIndex,
  { some, minLength = 0 }: TriggerFilter = {},
): Set<number> {
  const found = new Set<number>()
  for (const [at, word] of words.entries()) {
    if (word.length < minLength) continue
    for (const { id, words: tests } of [...(byStart.get(word.slice(0, startLength)) ?? []), ...others])
      if ((!some || some.has(id)) && !found.has(id) && matchesAt(words, at, tests)) found.add(id)
  }
  return found
}

const matchesAt = (words: readonly string[], at: number, tests: readonly WordTest[]) =>
  tests.every((test, n) => words[at + n] !== undefined && test(words[at + n]!))

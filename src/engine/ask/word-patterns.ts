import { wordTest } from '#engine/naming/word-triggers.ts'

/* Patterns of words in a text: `white screen`, `crash*`, `stürzt … ab` with up to four words between. */

export const patternWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

type Part = { test: (word: string) => boolean; isAfterGap: boolean }
export type WordPattern = { written: string; parts: readonly Part[] }

const maxGap = 4

export function toWordPattern(written: string): WordPattern {
  const parts: Part[] = []
  let isAfterGap = false
  for (const word of written.split(/\s+/)) {
    if (word === '…') isAfterGap = true
    else {
      parts.push({ test: wordTest(word), isAfterGap })
      isAfterGap = false
    }
  }
  return { written, parts }
}

/** One past the last word of the pattern that begins at a word; undefined where it does not. */
function endAt({ parts }: WordPattern, words: readonly string[], at: number): number | undefined {
  let next = at
  for (const { test, isAfterGap } of parts) {
    const last = isAfterGap ? Math.min(words.length - 1, next + maxGap) : next
    while (next < last && !test(words[next]!)) next++
    if (words[next] === undefined || !test(words[next]!)) return undefined
    next++
  }
  return next
}

/** How many words from one on the longest of some patterns has; 0 where none begins. */
export const patternLength = (pattern: WordPattern, words: readonly string[], at: number) =>
  (endAt(pattern, words, at) ?? at) - at

export const hasPattern = (words: readonly string[], pattern: WordPattern) =>
  words.some((_, at) => endAt(pattern, words, at) !== undefined)

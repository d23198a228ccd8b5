import type { TokenizedWord } from '#engine/text/wordpiece.ts'
import { MIN_MENTION } from '#engine/thresholds/reading.ts'
import type { TagProbabilities } from './heads.ts'

/** The longest run of words that the model tags as naming what a point is about. */
export function longestMention(
  text: string,
  words: readonly TokenizedWord[],
  tags: readonly TagProbabilities[],
): string | null {
  let best: { start: number; end: number; sum: number } | undefined
  let open: { start: number; end: number; sum: number } | undefined
  for (const [n, { start, end }] of words.entries()) {
    const { outside, begin } = tags[n]!
    if (1 - outside < MIN_MENTION) open = undefined
    else if (!open || begin > 0.5) open = { start, end, sum: 1 - outside }
    else open = { start: open.start, end, sum: open.sum + 1 - outside }
    if (open && (!best || open.sum > best.sum)) best = open
  }
  return best ? text.slice(best.start, best.end) : null
}

import { scoreLexicon } from '#engine/classifiers/lexicon.ts'
import { MAX_VERDICT_WORDS, MIN_VERDICT } from '#engine/thresholds/reading.ts'

/** A text of a few words that judges, “Broken” or “Love it”: it has content, though it says nothing else. */
export function isVerdict(text: string): boolean {
  const { words, praise, blame } = scoreLexicon(text)
  return words > 0 && words <= MAX_VERDICT_WORDS && (blame >= MIN_VERDICT.blame || praise >= MIN_VERDICT.praise)
}

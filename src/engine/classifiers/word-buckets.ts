import { MAX_BUCKET_TEXT_LENGTH } from '#engine/thresholds/classification.ts'

/* The words of a text, and the pairs of neighbouring words, each as one of a fixed number of buckets. */

export const wordBucketCount = 2 ** 14
/** In scripts without spaces every character is a word. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*|[?!]/gu

/** The buckets without repetition; `weight` makes long texts count no more than short ones. */
export type WordBuckets = { buckets: readonly number[]; weight: number }

export function wordBuckets(text: string): WordBuckets {
  const words = text.slice(0, MAX_BUCKET_TEXT_LENGTH).toLowerCase().replace(/[’‘]/g, "'").match(word) ?? []
  const buckets = new Set<number>()
  for (const [n, one] of words.entries()) {
    buckets.add(bucketOf(one))
    if (n > 0) buckets.add(bucketOf(`${words[n - 1]!} ${one}`))
  }
  return { buckets: [...buckets], weight: 1 / Math.sqrt(Math.max(1, words.length)) }
}

/** FNV-1a. */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & (wordBucketCount - 1)
}

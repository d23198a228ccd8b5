import { MINHASH_SIZE, SHINGLE_WORDS } from '#engine/thresholds/duplicates.ts'
import { isAscii } from './is-ascii.ts'

/* MinHash over shingles of three words: estimates how many of them two texts share. */

type MinHash = Uint32Array

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/* FNV-1a. */
const [offsetBasis, prime] = [2_166_136_261, 16_777_619]
const space = 32
const addToHash = (hash: number, code: number) => Math.imul(hash ^ code, prime)

function hashWord(word: string): number {
  let hash = offsetBasis
  for (let i = 0; i < word.length; i++) hash = addToHash(hash, word.charCodeAt(i))
  return hash
}

/** The hashes of the words of a text; of ASCII texts, which most are, without a string for each word. */
function hashWords(text: string): number[] {
  if (!isAscii(text)) return wordsOf(text).map(hashWord)
  const found: number[] = []
  let [hash, isInWord] = [offsetBasis, false]
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : space
    const lower = code >= 65 && code <= 90 ? code + 32 : code
    if ((lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57)) {
      hash = addToHash(hash, lower)
      isInWord = true
    } else if (isInWord) {
      found.push(hash)
      hash = offsetBasis
      isInWord = false
    }
  }
  return found
}

export function minhash(text: string): MinHash {
  const words = hashWords(text)
  const min = new Uint32Array(MINHASH_SIZE).fill(0xffff_ffff)
  for (let first = 0; first === 0 || first + SHINGLE_WORDS <= words.length; first++) {
    let hash = offsetBasis
    for (let n = first; n < Math.min(first + SHINGLE_WORDS, words.length); n++)
      hash = addToHash(addToHash(hash, words[n]!), space)
    hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519)
    for (let n = 0; n < MINHASH_SIZE; n++) {
      const value = Math.imul(hash ^ Math.imul(n + 1, 2_654_435_761), 2_246_822_519) >>> 0
      if (value < min[n]!) min[n] = value
    }
  }
  return min
}

/** Estimated Jaccard similarity: from 0, nothing shared, to 1, the same. */
export function minhashSimilarity(a: MinHash, b: MinHash): number {
  let same = 0
  for (let n = 0; n < MINHASH_SIZE; n++) if (a[n] === b[n]) same++
  return same / MINHASH_SIZE
}

import { isPlain } from './plain.ts'

/* Texts that are almost the same: how many runs of three words they share, estimated from a short fingerprint. */

const hashes = 64
const run = 3

export type Fingerprint = Uint32Array

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const [start, prime] = [2_166_136_261, 16_777_619]
/** What stands between two words, as one more character. */
const between = 32
const withCharacter = (hash: number, code: number) => Math.imul(hash ^ code, prime)

function hashOfWord(word: string): number {
  let hash = start
  for (let i = 0; i < word.length; i++) hash = withCharacter(hash, word.charCodeAt(i))
  return hash
}

/** The numbers of the words of a text; where it is plain, as most are, without a string for each. */
function hashesOfWords(text: string): number[] {
  if (!isPlain(text)) return wordsOf(text).map(hashOfWord)
  const found: number[] = []
  let [hash, within] = [start, false]
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : between
    const lower = code >= 65 && code <= 90 ? code + 32 : code
    if ((lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57)) {
      hash = withCharacter(hash, lower)
      within = true
    } else if (within) {
      found.push(hash)
      hash = start
      within = false
    }
  }
  return found
}

export function fingerprintOf(text: string): Fingerprint {
  const words = hashesOfWords(text)
  const min = new Uint32Array(hashes).fill(0xffff_ffff)
  for (let first = 0; first === 0 || first + run <= words.length; first++) {
    let hash = start
    for (let n = first; n < Math.min(first + run, words.length); n++)
      hash = withCharacter(withCharacter(hash, words[n]!), between)
    hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519)
    for (let n = 0; n < hashes; n++) {
      const value = Math.imul(hash ^ Math.imul(n + 1, 2_654_435_761), 2_246_822_519) >>> 0
      if (value < min[n]!) min[n] = value
    }
  }
  return min
}

/** From 0, nothing shared, to 1, the same. */
export function likeness(a: Fingerprint, b: Fingerprint): number {
  let same = 0
  for (let n = 0; n < hashes; n++) if (a[n] === b[n]) same++
  return same / hashes
}
/** From here on a text is the other one with a word changed. */
export const nearlySame = 0.85

/* Texts that are almost the same: how many runs of three words they share, estimated from a short fingerprint. */

const hashes = 64
const run = 3

export type Fingerprint = Uint32Array

const wordsOf = (text: string) => text.normalize('NFKC').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function hashOf(text: string, seed: number): number {
  let hash = (2_166_136_261 ^ seed) >>> 0
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619) >>> 0
  hash ^= hash >>> 15
  return Math.imul(hash, 2_246_822_519) >>> 0
}

export function fingerprintOf(text: string): Fingerprint {
  const words = wordsOf(text)
  const runs = words.length <= run ? [words.join(' ')] : words.slice(run - 1).map((_, i) => words.slice(i, i + run).join(' '))
  const least = new Uint32Array(hashes).fill(0xffff_ffff)
  for (const part of new Set(runs)) {
    const hash = hashOf(part, 0)
    for (let n = 0; n < hashes; n++) {
      const value = Math.imul(hash ^ Math.imul(n + 1, 2_654_435_761), 2_246_822_519) >>> 0
      if (value < least[n]!) least[n] = value
    }
  }
  return least
}

/** From 0, nothing shared, to 1, the same. */
export function likeness(a: Fingerprint, b: Fingerprint): number {
  let same = 0
  for (let n = 0; n < hashes; n++) if (a[n] === b[n]) same++
  return same / hashes
}
/** From here on a text is the other one with a word changed. */
export const nearlySame = 0.85

import { readWords } from '#engine/words/read-words.ts'

const stopWords = new Set(readWords('stop-words'))

/** Scripts without spaces; two neighbouring characters are used as a word. */
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** The stems of a text's words, without stop words and numbers. */
export function stemmedWords(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’']s?(?![\p{L}\p{N}])|[’'](?=\p{L})/gu, '')
  const found = plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return found.flatMap((word) => {
    if (unspacedScript.test(word)) return bigrams(word)
    return isContentWord(word) ? [stem(word)] : []
  })
}

const isContentWord = (word: string) => word.length > 1 && !stopWords.has(word) && !/^\p{N}+$/u.test(word)

function bigrams(word: string): string[] {
  const letters = [...word]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter)
}

/** For English endings; a word of another language loses at most a letter, always the same one. */
export function stem(word: string): string {
  const bare = withoutEnding(word)
  return bare.length > 3 && bare.endsWith('e') ? bare.slice(0, -1) : bare
}

function withoutEnding(word: string): string {
  if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (/[^suiy]s$/.test(word) && word.length > 3) return stemOfVerb(word.slice(0, -1))
  return stemOfVerb(word)
}

function stemOfVerb(word: string): string {
  const ending = /(?<=.{3})ing$|(?<=.{3})ed$/.exec(word)?.[0]
  if (!ending) return word
  const bare = word.slice(0, -ending.length)
  return /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare
}

/** Weights of words, of length one. */
export type TfIdfVector = ReadonlyMap<string, number>

/**
 * One vector a text. A rare word weighs more, but a word of a single text no more than one of two texts:
 * no other text can share it, so it would only lower every similarity.
 */
export function tfIdfVectors(texts: readonly string[]): TfIdfVector[] {
  const words = texts.map((text) => new Set(stemmedWords(text)))
  const uses = new Map<string, number>()
  for (const word of words.flatMap((set) => [...set])) uses.set(word, (uses.get(word) ?? 0) + 1)
  const weight = (word: string) => Math.sqrt(Math.log(1 + texts.length / Math.max(2, uses.get(word)!)))
  return words.map((set) => {
    const length = Math.hypot(...[...set].map(weight))
    return new Map([...set].map((word) => [word, weight(word) / length]))
  })
}

/** Cosine similarity: from 0, no word shared, to 1, the same words. */
export function tfIdfSimilarity(a: TfIdfVector, b: TfIdfVector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0)
  return sum
}

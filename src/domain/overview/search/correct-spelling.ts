import { stem, stemmedWords } from '#engine/text/tf-idf.ts'

const trigramsOf = (word: string): Set<string> => {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)))
}

/** Jaccard similarity of two sets of trigrams. */
function trigramSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const one of a) if (b.has(one)) common++
  return common / (a.size + b.size - common)
}

/** Admits one swapped, missing, extra or wrong letter. */
const minSimilarity = 0.3
const minLength = 4

/** The query with unknown words replaced by similar words of the titles; undefined when nothing was replaced. */
export function correctSpelling(q: string, titles: readonly string[]): string | undefined {
  const uses = new Map<string, number>()
  for (const title of titles)
    for (const word of title.toLowerCase().match(/\p{L}{3,}/gu) ?? []) uses.set(word, (uses.get(word) ?? 0) + 1)
  const knownStems = new Set([...uses.keys()].map(stem))
  let changed = false
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const correctedWords = words.map((word) => {
    if (word.length < minLength || knownStems.has(stem(word)) || stemmedWords(word).length === 0) return word
    const best = mostSimilarWord(word, uses)
    changed ||= best !== undefined
    return best ?? word
  })
  return changed ? correctedWords.join(' ') : undefined
}

function mostSimilarWord(word: string, uses: ReadonlyMap<string, number>): string | undefined {
  const trigrams = trigramsOf(word)
  let best: { word: string; like: number } | undefined
  for (const [candidate, count] of uses) {
    if (Math.abs(candidate.length - word.length) > 2) continue
    const like =
      trigramSimilarity(trigrams, trigramsOf(candidate)) +
      sameLetters(word, candidate) * 0.3 +
      Math.min(count, 100) / 100_000
    if (like >= minSimilarity && (!best || like > best.like || (like === best.like && candidate < best.word)))
      best = { word: candidate, like }
  }
  return best?.word
}

/** 1 when two words consist of the same letters, as after a swap; otherwise 0. */
function sameLetters(a: string, b: string): number {
  const remaining = [...b]
  let common = 0
  for (const letter of a) {
    const at = remaining.indexOf(letter)
    if (at >= 0) {
      remaining.splice(at, 1)
      common++
    }
  }
  return common === Math.max(a.length, b.length) ? 1 : 0
}

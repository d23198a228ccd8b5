import { stem, wordsOf } from '#engine/words.ts'

const trigramsOf = (word: string): Set<string> => {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)))
}

/** From 0, nothing shared, to 1, the same groups of three letters. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const one of a) if (b.has(one)) common++
  return common / (a.size + b.size - common)
}

/** Two letters changed places, one is missing, one too many or another one: less than that is another word. */
const min = 0.3
const minLength = 4

/** The words as they are used here; undefined when none of them is like a word that is. */
export function corrected(q: string, titles: readonly string[]): string | undefined {
  const uses = new Map<string, number>()
  for (const title of titles)
    for (const word of title.toLowerCase().match(/\p{L}{3,}/gu) ?? []) uses.set(word, (uses.get(word) ?? 0) + 1)
  const known = new Set([...uses.keys()].map(stem))
  let changed = false
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const better = words.map((word) => {
    if (word.length < minLength || known.has(stem(word)) || wordsOf(word).length === 0) return word
    const best = nearest(word, uses)
    changed ||= best !== undefined
    return best ?? word
  })
  return changed ? better.join(' ') : undefined
}

function nearest(word: string, uses: ReadonlyMap<string, number>): string | undefined {
  const own = trigramsOf(word)
  let best: { word: string; like: number } | undefined
  for (const [candidate, count] of uses) {
    if (Math.abs(candidate.length - word.length) > 2) continue
    const like = likeness(own, trigramsOf(candidate)) + letters(word, candidate) * 0.3 + Math.min(count, 100) / 100_000
    if (like >= min && (!best || like > best.like || (like === best.like && candidate < best.word)))
      best = { word: candidate, like }
  }
  return best?.word
}

/** Letters that two words share, whatever their order: what swapped letters leave alike. */
function letters(a: string, b: string): number {
  const left = [...b]
  let common = 0
  for (const letter of a) {
    const at = left.indexOf(letter)
    if (at >= 0) {
      left.splice(at, 1)
      common++
    }
  }
  return common === Math.max(a.length, b.length) ? 1 : 0
}

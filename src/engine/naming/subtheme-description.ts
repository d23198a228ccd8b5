import { tfIdfSimilarity, tfIdfVectors } from '#engine/text/tf-idf.ts'
import { MAX_DESCRIPTION_QUOTES, MAX_DESCRIPTION_SIMILARITY } from '#engine/thresholds.ts'

/** Quotes members that say it in other words than the title; `names` are theirs, the most typical first. */
export function describeSubtheme(title: string, names: readonly string[]): string {
  const all = [title, ...names.map((name) => name.replace(/[\s.!?…,;:]+$/u, ''))]
  const vectors = tfIdfVectors(all)
  const chosen = [0]
  for (let n = 1; n < all.length && chosen.length <= MAX_DESCRIPTION_QUOTES; n++) {
    const isNew = chosen.every((other) => tfIdfSimilarity(vectors[n]!, vectors[other]!) < MAX_DESCRIPTION_SIMILARITY)
    if (all[n] !== '' && isNew) chosen.push(n)
  }
  const quotes = chosen.slice(1).map((n) => `“${all[n]!}”`)
  return quotes.length === 0 ? 'All of them put it in much the same words.' : `In other words: ${quotes.join('; ')}.`
}

import { tfIdfSimilarity, tfIdfVectors } from '#engine/text/tf-idf.ts'
import { MAX_DESCRIPTION_QUOTES, MAX_DESCRIPTION_SIMILARITY } from '#engine/thresholds/names.ts'

/** Quotes members, each in other words than the ones before; `quotes` are verbatim, the most typical first. */
export function describeSubtheme(title: string, quotes: readonly string[]): string {
  const all = [title, ...quotes.map((quote) => quote.trim().replace(/(?<![\s.,;:])[\s.,;:]+$/u, ''))]
  const vectors = tfIdfVectors(all)
  const chosen = [0]
  for (let n = 1; n < all.length && chosen.length <= MAX_DESCRIPTION_QUOTES; n++) {
    const isNew = chosen
      .slice(1)
      .every((other) => tfIdfSimilarity(vectors[n]!, vectors[other]!) < MAX_DESCRIPTION_SIMILARITY)
    if (all[n] !== '' && isNew) chosen.push(n)
  }
  const texts = chosen.slice(1).map((n) => `“${all[n]!}”`)
  return texts.length === 0 ? '' : `In customers’ words: ${texts.join('; ')}.`
}

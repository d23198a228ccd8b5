import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mainLanguage } from '#engine/text/detect-language.ts'
import { tfIdfSimilarity, tfIdfVectors } from '#engine/text/tf-idf.ts'
import { MAX_DESCRIPTION_QUOTES, MAX_DESCRIPTION_SIMILARITY } from '#engine/thresholds/names.ts'

const openings = new Map(
  readFileSync(join(import.meta.dirname, 'in-customers-words.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('|') && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()) as [string, string]),
)

/**
 * Quotes members, each in other words than the ones before; `quotes` are verbatim, the most typical first. Begins in
 * this language, else in theirs. An erasure finds quotes by the marks “ and ”.
 */
export function describeSubtheme(
  title: string,
  quotes: readonly string[],
  language: string = mainLanguage(quotes),
): string {
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
  if (texts.length === 0) return ''
  const opening = openings.get(language) ?? openings.get('en')!
  return `${opening}: ${texts.join('; ')}.`
}

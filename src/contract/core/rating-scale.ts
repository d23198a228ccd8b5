import { readRating, type Scale } from './read-rating.ts'

/* Recognizes the scale of a column of ratings, by its name and its values. */

/** Counts over the values of a column; all but `ratings` count plain numbers. */
export type RatingEvidence = {
  ratings: number
  numbers: number
  below1: number
  upTo1: number
  upTo5: number
  upTo10: number
  above10: number
}
export const emptyRatingEvidence = (): RatingEvidence => ({
  ratings: 0,
  numbers: 0,
  below1: 0,
  upTo1: 0,
  upTo5: 0,
  upTo10: 0,
  above10: 0,
})

export function addRatingEvidence(evidence: RatingEvidence, text: string): void {
  const rating = readRating(text)
  if (rating === undefined) return
  evidence.ratings++
  if (rating === null || rating.scale !== null) return
  evidence.numbers++
  evidence[bucketOf(rating.value)]++
}

function bucketOf(value: number): Exclude<keyof RatingEvidence, 'ratings' | 'numbers'> {
  if (value < 1) return 'below1'
  if (value <= 1) return 'upTo1'
  if (value <= 5) return 'upTo5'
  return value <= 10 ? 'upTo10' : 'above10'
}

/** A range in a name, such as `Score (1-7)`, `0 to 10` or `out of 10`. */
const namedRange = /(?<!\d)([01])\s*(?:-|–|to|bis|à)\s*(\d{1,3})(?!\d)/i
const namedMaximum = /(?:out of|\bof|\bvon|\bsur|\/)\s*(\d{1,3})(?!\d)/i
const namedScales: readonly (readonly [RegExp, Scale])[] = [
  [/\bnps\b|net ?promoter|likel|recommend|recomend|weiterempf|aanbevel/i, [0, 10]],
  [/\bstars?\b|sterne|étoile|estrella|stelle|sterren/i, [1, 5]],
  [/%|percent|prozent/i, [0, 100]],
]

function scaleByName(header: string): Scale | undefined {
  const range = namedRange.exec(header)
  if (range && Number(range[2]) > Number(range[1])) return [Number(range[1]), Number(range[2])]
  const max = Number(namedMaximum.exec(header)?.[1] ?? 0)
  if (max > 1) return [max > 7 ? 0 : 1, max]
  return namedScales.find(([name]) => name.test(header))?.[1]
}

/** A share of values that is too large to be mistakes. */
const notMistakes = 0.1

function scaleByValues({ numbers, below1, upTo5, upTo10, above10 }: RatingEvidence): Scale {
  if (above10 > numbers / 2) return [0, 100]
  const others = numbers - above10
  if (upTo10 > others * notMistakes) return [0, 10]
  if (upTo5 === 0 && below1 > 0) return [0, 1]
  return below1 > others * notMistakes ? [0, 5] : [1, 5]
}

/** The named scale where most values can be of it, otherwise the smallest usual one of nearly all values. */
export function detectScale(evidence: RatingEvidence | undefined, header: string): Scale {
  const named = scaleByName(header)
  if (!evidence || evidence.numbers === 0) return named ?? [1, 5]
  const byValues = scaleByValues(evidence)
  return named && byValues[1] <= named[1] ? named : byValues
}

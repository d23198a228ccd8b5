import { addRatingEvidence, detectScale, emptyRatingEvidence } from '#contract/core/rating-scale.ts'
import { type Rating, readRating, type Scale, toRating } from '#contract/core/read-rating.ts'

/* The column of a CSV file with ratings; other columns of that kind stay metadata. */

/** Header names, the best first. */
const headers = [
  'rating',
  'stars',
  'star_rating',
  'review_rating',
  'csat',
  'score',
  'nps',
  'nps_score',
  'bewertung',
  'valoración',
]

export type RatingColumn = { header: string; scale: Scale }

/** The first of these columns of which most values are ratings. */
export function findRatingColumn(records: readonly Record<string, string>[]): RatingColumn | undefined {
  for (const header of headers) {
    const cells = records.map((record) => record[header]?.trim() ?? '').filter((cell) => cell !== '')
    const evidence = emptyRatingEvidence()
    for (const cell of cells) addRatingEvidence(evidence, cell)
    if (evidence.ratings > cells.length / 2) return { header, scale: detectScale(evidence, header) }
  }
  return undefined
}

/** Undefined for a rating that was not given; a text that is no rating stays one, for the server to refuse the row. */
export function ratingValue(text: string, scale: Scale): Rating | string | undefined {
  const read = readRating(text)
  if (read) return toRating(read, scale)
  return read === null ? undefined : text
}

import { sentimentClasses } from '#engine/labels.ts'
import {
  LABEL_AFFINITY_EXPONENT,
  MAX_IRONIC_RATING,
  MIN_LABEL_AFFINITY,
  RATING_STRENGTH,
} from '#engine/thresholds/classification.ts'
import { type Category, categoryKeys } from '#vocabulary/categories.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'

/* The labels of a point, from the probabilities of each and the rating of its text. */

export type Labels = { sentiment: Sentiment; category: Category; confidence: number }

/**
 * How often a sentiment (rows: negative, neutral, positive) goes with a category (columns as `categories`), relative to
 * chance, in the statements of training/.
 */
const affinities = [
  [1.68, 0, 0.27, 0.47, 1.23, 1.6],
  [0.28, 0, 2.75, 2.47, 0.91, 0.44],
  [0.07, 5.03, 0.75, 0.57, 0.47, 0.06],
]

/** Shifts the sentiment by a rating from 0, the worst of its scale, to 1, the best. */
function withRating(shares: readonly number[], rating: number | null, strength: number): number[] {
  if (rating === null) return [...shares]
  const lean = (rating - 0.5) * 2
  const shifted = [
    shares[0]! * Math.exp(-strength * lean),
    shares[1]! * Math.exp(0.4 * strength * (1 - 2 * Math.abs(lean))),
    shares[2]! * Math.exp(strength * lean),
  ]
  const sum = shifted.reduce((a, b) => a + b, 0)
  return shifted.map((share) => share / sum)
}

/** `whole`: the point is the only one of its text. */
export type LabelInput = {
  sentiments: readonly number[]
  categories: readonly number[]
  rating: number | null
  whole: boolean
}

/** Praise alone with the worst rating is meant ironically: “Great, just great”. */
const isIronic = ({ rating, whole }: LabelInput, sentiment: Sentiment) =>
  whole && rating !== null && rating <= MAX_IRONIC_RATING && sentiment === 'POSITIVE'

/** What a rating may turn into one another. */
const opinions = new Set<Category>(['DELIGHTS', 'PAIN_POINTS', 'GENERAL_FEEDBACK'])

/**
 * The most likely pair. A rating does not make a defect, a wish or a usability issue something else: a crash report
 * with five stars is a crash report.
 */
export function labelsOf(input: LabelInput): Labels {
  const { sentiments: bySentiment, categories: byCategory, rating, whole } = input
  const unrated = bestPair(bySentiment, byCategory, () => true)
  const isOpinion = opinions.has(categoryKeys[unrated.c]!)
  // A good rating says little about a defect or a wish.
  const counts = whole && (isOpinion || (rating ?? 0) < 0.5)
  const strength = counts ? RATING_STRENGTH.whole : RATING_STRENGTH.part
  const allowed = (c: number) => (isOpinion ? opinions.has(categoryKeys[c]!) : c === unrated.c)
  const rated = withRating(bySentiment, rating, strength)
  const best = rating === null ? unrated : bestPair(rated, byCategory, allowed)
  const [sentiment, category] = [sentimentClasses[best.s]!, categoryKeys[best.c]!]
  const confidence = Math.round(Math.sqrt(rated[best.s]! * byCategory[best.c]!) * 1000) / 1000
  if (!isIronic(input, sentiment)) return { sentiment, category, confidence }
  return { sentiment: 'NEGATIVE', category: category === 'DELIGHTS' ? 'PAIN_POINTS' : category, confidence }
}

function bestPair(
  bySentiment: readonly number[],
  byCategory: readonly number[],
  isAllowed: (category: number) => boolean,
): { s: number; c: number; score: number } {
  const pairs = bySentiment.flatMap((share, s) =>
    byCategory.map((probability, c) => ({
      s,
      c,
      score: share * probability * Math.max(MIN_LABEL_AFFINITY, affinities[s]![c]!) ** LABEL_AFFINITY_EXPONENT,
    })),
  )
  return pairs.filter(({ c }) => isAllowed(c)).reduce((a, b) => (b.score > a.score ? b : a))
}

import { categoryKeys, type Category } from '#vocabulary/categories.ts'
import type { Point } from '#engine/reading/types.ts'

/* The types of feedback that public data sets tell apart: the six categories, with three of them as one. */

export type FeedbackType = 'bug' | 'feature' | 'usability' | 'other'
export const types: readonly FeedbackType[] = ['bug', 'feature', 'usability', 'other']

const typeOf: Record<Category, FeedbackType> = {
  BUGS_AND_ERRORS: 'bug',
  FEATURE_REQUESTS: 'feature',
  USABILITY_ISSUES: 'usability',
  PAIN_POINTS: 'other',
  DELIGHTS: 'other',
  GENERAL_FEEDBACK: 'other',
}

/** In the order of `types`. */
export const typeProbabilities = ({ categories: shares }: Pick<Point, 'categories'>): number[] =>
  types.map((type) => shares.reduce((sum, share, c) => (typeOf[categoryKeys[c]!] === type ? sum + share : sum), 0))

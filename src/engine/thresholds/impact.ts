/* Impact of opportunities: impact-score.ts. */

/** Days after which an insight counts half. Fixed by the contract. */
export const IMPACT_HALF_LIFE_DAYS = 45
/** Weights of the factors in hundredths, so that a score adds up exactly. Fixed by the contract. */
export const IMPACT_WEIGHTS = { volume: 30, reach: 20, severity: 20, recency: 15, segment: 10, diversity: 5 } as const
/** Severity of a category. Fixed by the contract. */
export const CATEGORY_SEVERITY = {
  BUGS_AND_ERRORS: 1,
  PAIN_POINTS: 0.9,
  USABILITY_ISSUES: 0.7,
  FEATURE_REQUESTS: 0.5,
} as const
/** Severity of the other categories when the findings of a story are ordered. Guess. */
export const OTHER_CATEGORY_SEVERITY = 0.3
/** Source types from which diversity is full. Fixed by the contract. */
export const FULL_DIVERSITY_SOURCE_TYPES = 4
/** The highest weight a segment can have. Fixed by the contract. */
export const MAX_SEGMENT_WEIGHT = 10

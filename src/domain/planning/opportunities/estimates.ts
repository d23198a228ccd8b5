import type { Estimates } from './queries.ts'

/* What the team says of an opportunity. */

type RatingChanges = Readonly<Record<string, number | null>>
export type EstimatesInput = Partial<Omit<Estimates, 'ratings'>> & { ratings?: RatingChanges }

/** Null removes a rating, and what is left out stays. */
export const mergedRatings = (before: Estimates['ratings'], changes: RatingChanges): Estimates['ratings'] =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((entry): entry is [string, number] => entry[1] !== null),
  )

export const newEstimates = ({ effort, confidence, target_date, ratings }: EstimatesInput): Estimates => ({
  effort: effort ?? null,
  confidence: confidence ?? null,
  target_date: target_date ?? null,
  ratings: mergedRatings({}, ratings ?? {}),
})

/** Whether a score of a scoring method may depend on it. */
export const changesScore = ({ effort, confidence, ratings }: EstimatesInput) =>
  effort !== undefined || confidence !== undefined || ratings !== undefined

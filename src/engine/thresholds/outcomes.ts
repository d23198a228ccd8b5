/* Whether a Project changed what customers say: outcome/. */

/** Weeks before the date that are compared: Chosen on made histories (outcomes.md), where 16 found fewer effects. */
export const OUTCOME_WEEKS_BEFORE = 26
/**
 * A verdict is given after so many whole weeks, each with its part of the 5 % of wrong verdicts: looking every day
 * would find a change sooner or later where there is none. Chosen on made histories (outcomes.md).
 */
export const OUTCOME_LOOKS = [
  { weeks: 4, level: 0.0125 },
  { weeks: 8, level: 0.0175 },
  { weeks: 12, level: 0.02 },
] as const
/** Other themes that are needed as a comparison: fewer do not show how much themes change by themselves. Guess. */
export const MIN_OUTCOME_CONTROLS = 4
/** Asks in both periods together from which another theme counts as a comparison. Guess. */
export const MIN_CONTROL_ASKS = 10
/** Weeks with feedback before the date below which nothing is said. Guess. */
export const MIN_OUTCOME_WEEKS_BEFORE = 8
/** A change by less than half more or a third less is none. Guess. */
export const OUTCOME_EQUIVALENCE_RATIO = 1.5
/** Up to so many neighbouring aspects are tested for whether the complaint moved there. Guess. */
export const MAX_OUTCOME_NEIGHBOURS = 8
/** Of both sides, shared by all neighbours. Chosen on made histories (outcomes.md). */
export const MOVED_LEVEL = 0.05
/** A theme that changed as much at an earlier date shows nothing about the Project. Chosen on made histories
 * (outcomes.md). */
export const PLACEBO_LEVEL = 0.02

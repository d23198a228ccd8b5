/** What the feedback says of a completed Project. */
export const outcomeVerdicts = ['improved', 'worse', 'no_change', 'too_little'] as const
export type OutcomeVerdict = (typeof outcomeVerdicts)[number]

/** Why too little is known. */
export const outcomeReasons = [
  'not_completed',
  'no_evidence',
  'too_early',
  'short_history',
  'few_other_themes',
  'few_customers',
  'changed_before',
] as const
export type OutcomeReason = (typeof outcomeReasons)[number]

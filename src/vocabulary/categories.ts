/* The categories of insights. */

/** In the order of the probabilities that the model and the classifiers give. */
export const categoryKeys = [
  'PAIN_POINTS',
  'DELIGHTS',
  'GENERAL_FEEDBACK',
  'FEATURE_REQUESTS',
  'USABILITY_ISSUES',
  'BUGS_AND_ERRORS',
] as const
export type Category = (typeof categoryKeys)[number]

/** Delights and general feedback are not opportunities. */
export const opportunityCategories = [
  'PAIN_POINTS',
  'FEATURE_REQUESTS',
  'USABILITY_ISSUES',
  'BUGS_AND_ERRORS',
] as const satisfies readonly Category[]
export type OpportunityCategory = (typeof opportunityCategories)[number]

/* The labels of an insight, in the order of the probabilities that the model and the classifiers give. */

export const sentiments = ['NEGATIVE', 'NEUTRAL', 'POSITIVE'] as const
export type Sentiment = (typeof sentiments)[number]

export const categories = [
  'PAIN_POINTS',
  'DELIGHTS',
  'GENERAL_FEEDBACK',
  'FEATURE_REQUESTS',
  'USABILITY_ISSUES',
  'BUGS_AND_ERRORS',
] as const
export type Category = (typeof categories)[number]

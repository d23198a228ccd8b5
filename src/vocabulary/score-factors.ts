/** What a scoring method can count of an opportunity. */
export const scoreFactors = [
  'people',
  'accounts',
  'revenue',
  'insights',
  'sentiment',
  'trend',
  'impact',
  'confidence',
  'effort',
  'rating',
] as const
export type ScoreFactor = (typeof scoreFactors)[number]

/** What a factor does in a score. */
export const scoreRoles = ['weighted', 'multiplied', 'added', 'divided'] as const
export type ScoreRole = (typeof scoreRoles)[number]

/** How a scoring method combines its factors. */
export const scoringKinds = ['rice', 'wsjf', 'weighted'] as const
export type ScoringKind = (typeof scoringKinds)[number]

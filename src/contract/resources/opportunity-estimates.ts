import Type from 'typebox'
import { closed, nullable, oneOf } from '#contract/core/shapes.ts'
import { Day } from '#contract/core/times.ts'
import { Id } from '#contract/core/ids.ts'
import { horizons } from '#vocabulary/horizons.ts'
import { scoreFactors, scoreRoles } from '#vocabulary/score-factors.ts'

/* What a team decides about an opportunity, and the score of its own scoring method. */

export const Horizon = oneOf(...horizons)
export const ScoreFactor = oneOf(...scoreFactors)
/** The name under which an opportunity has a number for a factor `rating`. */
export const ratingKeyPattern = '^[a-z][a-z0-9_]{0,39}$'
const Rating = Type.Number({ minimum: 0, maximum: 1e6, examples: [3] })
const ratingsText =
  'Numbers that the team gives for factors of scoring methods, by the `key` of the factor. In a change, a key that ' +
  'is left out stays as it is, and null removes it.'

/** As it is stored. */
export const Ratings = Type.Record(Type.String({ pattern: ratingKeyPattern }), Rating, {
  ...closed,
  maxProperties: 20,
  examples: [{ business_value: 8 }],
  description: ratingsText,
})
export const NewRatings = Type.Record(Type.String({ pattern: ratingKeyPattern }), nullable(Rating), {
  ...closed,
  maxProperties: 20,
  examples: [{ business_value: 8 }],
  description: ratingsText,
})

/** One unit for all, so that efforts can be compared and divided by. */
const Effort = Type.Number({ minimum: 0.1, maximum: 10_000, examples: [3] })
const Confidence = Type.Integer({ minimum: 0, maximum: 100, examples: [80] })

/** What callers write. */
export const estimates = {
  effort: Type.Union([Effort, Type.Null()], {
    description: 'What it takes, in weeks of one person; null where it is not estimated.',
  }),
  confidence: Type.Union([Confidence, Type.Null()], {
    description: 'How sure the team is of its estimates, in percent; null where it does not say.',
  }),
  target_date: Type.Union([Day, Type.Null()], {
    description: 'The day by which it is to be solved, for a quarter the last day of it; null for none.',
  }),
}

export const ScoreTerm = Type.Object(
  {
    factor: ScoreFactor,
    key: nullable(Type.String({ description: 'The key of a factor `rating`; null for others.', examples: ['reach'] })),
    name: Type.String({ description: 'What the method calls the factor.', examples: ['Reach'] }),
    role: oneOf(...scoreRoles),
    measure: nullable(
      Type.Number({ description: 'What is measured or estimated; null where it is not known.', examples: [12] }),
    ),
    value: nullable(
      Type.Number({
        minimum: 0,
        description: 'What the score is computed with: for `weighted` from 0 to 1, else the measure; null if unknown.',
        examples: [0.8],
      }),
    ),
    weight: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The share of the factor in the score.',
      examples: [1],
    }),
    contribution: nullable(
      Type.Number({ minimum: 0, description: '100 × weight × value; null for other roles.', examples: [24.5] }),
    ),
  },
  closed,
)

export const ScoreTerms = Type.Array(ScoreTerm, { description: 'What the score is made of.' })

/** What every opportunity has of it. */
export const estimateFields = {
  ...estimates,
  horizon: Type.Union([Horizon, Type.Null()], {
    description: 'When it is to be worked on; null where it has no place in the order of the team.',
  }),
  ratings: Ratings,
  score: nullable(
    Type.Number({
      minimum: 0,
      description:
        'The score of the active scoring method; null without one, or where a number that it needs is missing.',
      examples: [42.5],
    }),
  ),
  score_terms: ScoreTerms,
  score_method_id: Type.Union([Id, Type.Null()], { description: 'The scoring method of the score; null without one.' }),
  score_version: Type.Union([Type.Integer({ minimum: 1, examples: [1] }), Type.Null()], {
    description: 'The version of that scoring method.',
  }),
}

import Type from 'typebox'
import { ratingKeyPattern, ScoreFactor, ScoreTerm } from './opportunity-estimates.ts'
import { OpportunityCategory } from './opportunity-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, Id, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, oneOf, withDefault, withoutExample } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { scoringKinds } from '#vocabulary/score-factors.ts'

/* How a team scores opportunities, in place of the built-in impact. There is no language of formulas. */

const ScoringKind = oneOf(...scoringKinds)

const RubricValue = Type.Object(
  {
    value: Type.Number({ minimum: 0, maximum: 1e6, description: 'The number to give.', examples: [3] }),
    text: { ...Text('Blocks their daily work', 300, 1), description: 'When to give it.' },
  },
  closed,
)

const MethodFactor = Type.Object(
  {
    factor: ScoreFactor,
    name: { ...Name('Business value', 80), description: 'What the team calls it.' },
    key: withDefault(
      Type.Union([Type.String({ pattern: ratingKeyPattern, examples: ['business_value'] }), Type.Null()], {
        description: 'For `rating`: the name of the number in the `ratings` of opportunities; null for others.',
      }),
      null,
    ),
    weight: withDefault(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'For `weighted`: how much it counts, compared with the others.',
        examples: [1],
      }),
      1,
    ),
    full_at: withDefault(
      Type.Union([Type.Number({ minimum: 0.1, maximum: 1e12, examples: [10] }), Type.Null()], {
        description:
          'For `weighted`: the number from which it counts fully; null for the 95th percentile of the category. ' +
          'Shares, trend, impact and confidence have their own.',
      }),
      null,
    ),
    rubric: withDefault(
      Type.Array(RubricValue, { maxItems: 20, description: 'What the numbers mean, for those who give them.' }),
      [],
    ),
  },
  closed,
)
const Factors = Type.Array(MethodFactor, { minItems: 1, maxItems: 12 })
const Version = Type.Integer({ minimum: 1, description: 'Grows with every change of its factors.', examples: [1] })

export const ScoringMethod = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'What the team calls the method.', examples: ['RICE'] }),
    kind: ScoringKind,
    factors: Type.Array(MethodFactor, { description: 'What it counts.' }),
    version: Version,
    active: Type.Boolean({ description: 'Whether opportunities are scored by it; at most one is.' }),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'ScoringMethod' },
)
export const ScoringMethodVersion = Type.Object(
  {
    version: Version,
    factors: Type.Array(MethodFactor, { description: 'What it counted.' }),
    created_by: Type.String({
      description: 'The user who set them.',
      examples: ['user_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'],
    }),
    created_at: Time,
  },
  { ...closed, $id: 'ScoringMethodVersion' },
)

const Place = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1, examples: [4] }), Type.Null()], { description })
const ComparedScore = (description: string) =>
  Type.Union([Type.Number({ minimum: 0, examples: [42.5] }), Type.Null()], { description })
const PlaceChange = Type.Object(
  {
    opportunity_id: Id,
    title: Type.String({ examples: ['Large exports fail'] }),
    category: OpportunityCategory,
    place_before: Place('Its place by what counts now; null where it has no score.'),
    place_after: Place('Its place by the compared factors; null where it has no score.'),
    score_before: ComparedScore('Its score by what counts now.'),
    score_after: ComparedScore('Its score by the compared factors.'),
    terms: Type.Array(ScoreTerm, { description: 'What the compared score is made of.' }),
  },
  closed,
)
const ScoringComparison = Type.Object(
  {
    opportunity_count: { ...Count, description: 'The number of active opportunities.' },
    moved_count: { ...Count, description: 'How many of them change places.' },
    data: Type.Array(PlaceChange, { description: 'Those that change places, the best of the new order first.' }),
  },
  { ...closed, $id: 'ScoringComparison' },
)

const factorsText =
  'RICE is reach × impact × confidence ÷ effort and needs one of `people`, `accounts` or `revenue`, one `rating`, ' +
  '`confidence` and `effort`. WSJF is the sum of up to ten `rating`s ÷ `effort`. `weighted` is 100 × the sum of the ' +
  'shares of the weights × the values from 0 to 1; `effort` counts the less of it there is.'
const method = { kind: ScoringKind, factors: { ...Factors, description: factorsText } }

export const scoringMethods = defineRoutes({
  listScoringMethods: {
    method: 'GET',
    path: '/scoring-methods',
    summary: 'List the scoring methods, newest first',
    query: Type.Object(PageQuery, closed),
    result: page(ScoringMethod),
  },
  getScoringMethod: {
    method: 'GET',
    path: '/scoring-methods/{scoringMethodId}',
    summary: 'Read one scoring method',
    params: pathIds('scoringMethodId'),
    result: ScoringMethod,
  },
  createScoringMethod: {
    method: 'POST',
    effect: 'adds',
    path: '/scoring-methods',
    summary: 'Create a scoring method; without factors RICE and WSJF have their usual ones',
    description: factorsText,
    admin: true,
    status: 201,
    body: Type.Object(
      { name: Name('RICE', 80), kind: ScoringKind, factors: Type.Optional(withoutExample(method.factors)) },
      closed,
    ),
    result: ScoringMethod,
    errors: ['INVALID_STATE'],
  },
  updateScoringMethod: {
    method: 'PATCH',
    effect: 'updates',
    path: '/scoring-methods/{scoringMethodId}',
    summary: 'Change a scoring method, or score by it; other factors are a new version',
    params: pathIds('scoringMethodId'),
    admin: true,
    body: anyOfFields({
      name: Name('RICE', 80),
      factors: withoutExample(method.factors),
      active: Type.Boolean({
        description: 'True scores all opportunities by it and no longer by another one; false by none.',
      }),
    }),
    result: ScoringMethod,
  },
  deleteScoringMethod: {
    method: 'DELETE',
    path: '/scoring-methods/{scoringMethodId}',
    summary: 'Delete a scoring method that is not active, with its versions',
    params: pathIds('scoringMethodId'),
    admin: true,
    result: Deleted,
    errors: ['INVALID_STATE'],
  },
  listScoringMethodVersions: {
    method: 'GET',
    path: '/scoring-methods/{scoringMethodId}/versions',
    summary: 'List the versions of a scoring method, newest first',
    params: pathIds('scoringMethodId'),
    query: Type.Object(PageQuery, closed),
    result: page(ScoringMethodVersion),
  },
  compareScoringMethod: {
    method: 'POST',
    effect: 'none',
    path: '/scoring-methods/compare',
    summary: 'Show which opportunities would change places with these factors; nothing is stored',
    description:
      'Compares with the active scoring method, or with the impact where none is active; of those with equal scores ' +
      'the older one comes first.',
    readOnly: true,
    body: Type.Object(
      {
        ...method,
        factors: Type.Optional(withoutExample(method.factors)),
        limit: withDefault(Type.Integer({ minimum: 1, maximum: 100, examples: [20] }), 20),
      },
      closed,
    ),
    result: ScoringComparison,
  },
})

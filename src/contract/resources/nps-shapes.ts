import Type from 'typebox'
import { WriteResult } from '#contract/core/batch-rows.ts'
import { Trend } from '#contract/core/labels.ts'
import { ContactInput, Language } from './contacts.ts'
import { FeedbackStatus, Source } from './feedback.ts'
import { ContactRef, Id } from '#contract/core/ids.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault, withoutExample } from '#contract/core/shapes.ts'
import { Color, Name, Tags, Text } from '#contract/core/texts.ts'
import { PeriodEnd, Time, When } from '#contract/core/times.ts'
import { npsTypes } from '#vocabulary/nps.ts'

export const Score = Type.Integer({ minimum: 0, maximum: 10, examples: [9] })
export const NpsType = oneOf(...npsTypes)
const Nps = nullable(
  Type.Integer({
    minimum: -100,
    maximum: 100,
    examples: [42],
    description: '% promoters − % detractors, rounded half away from zero; null without responses.',
  }),
)
const points = (description: string, max = 100) =>
  nullable(Type.Number({ minimum: -max, maximum: max, examples: [41.7], description }))
const Pct = nullable(
  Type.Number({ minimum: 0, maximum: 100, examples: [58.3], description: 'Of `responses`; null without responses.' }),
)
const Share = Type.Object({ count: Count, pct: Pct }, closed)

/** An NPS score with its sample size and margin of error. */
export const npsSummaryFields = {
  score: Nps,
  score_exact: points('To one decimal.'),
  responses: Count,
  promoters: Share,
  passives: Share,
  detractors: Share,
  margin_of_error: nullable(
    Type.Number({
      minimum: 0,
      examples: [7.9],
      description: 'Of the score in points, at 95 %; null for fewer than two responses.',
    }),
  ),
  low_sample: Type.Boolean({ description: 'Fewer than 30 responses.' }),
}
export const Period = Type.Object({ from: Time, to: Time }, closed)
const TopTheme = Type.Object(
  {
    theme_id: Id,
    name: Type.String({ examples: ['Export'] }),
    color: Color,
    responses: Count,
    promoters: Count,
    passives: Count,
    detractors: Count,
  },
  closed,
)
export const NpsReport = Type.Object(
  {
    ...npsSummaryFields,
    distribution: Type.Object(
      Object.fromEntries(Array.from({ length: 11 }, (_, score) => [String(score), Count])),
      closed,
    ),
    period: Period,
    previous: nullable(
      Type.Object(
        {
          score: Nps,
          score_exact: points('To one decimal.'),
          responses: Count,
          delta: points('`score_exact` less that of the previous period.', 200),
          period: Period,
        },
        closed,
      ),
    ),
    trend: nullable(Trend),
    top_themes: Type.Array(TopTheme),
    recommendations: Type.Array(
      Type.Object(
        {
          text: Type.String({
            examples: [
              'Work on “Export”: 12 of 40 detractors who give a reason mention it (30 %, against 14.3 % of all ' +
                '98). Had they been passive, the score would be 9.8 points higher.',
            ],
          }),
          theme_id: nullable({
            ...Id,
            description: 'Its theme; null if it is about all responses.',
          }),
          insight_ids: Type.Array(Id, {
            description: 'The supporting insights, at most ten, newest first; empty if it is about the survey itself.',
          }),
        },
        closed,
      ),
      {
        description:
          'First what lowers the score, then what raises it, then how reliable it is with few responses; empty ' +
          'without responses.',
      },
    ),
  },
  { ...closed, $id: 'NpsReport' },
)

export const NpsResponse = Type.Object(
  {
    id: Id,
    score: Score,
    type: NpsType,
    reason: nullable(Type.String({ examples: ['The export saves me an hour a week.'] })),
    contact_id: nullable(Id),
    contact: nullable(ContactRef),
    survey_id: nullable(Id),
    feedback_id: nullable({ ...Id, description: 'The feedback that was created from the reason.' }),
    insight_ids: Type.Array(Id),
    source: Type.String({ examples: ['in_app'] }),
    external_id: nullable(Type.String({ examples: ['r-1717'] })),
    tags: Type.Array(Type.String({ examples: ['q2'] })),
    analysis_status: nullable(FeedbackStatus),
    responded_at: Time,
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'NpsResponse' },
)
export const WrittenNpsResponse = Type.Object(
  { ...NpsResponse.properties, result: WriteResult },
  { ...closed, $id: 'RecordedNpsResponse' },
)

export const Reason = Text('The export saves me an hour a week.', 50_000, 1)
export const contactReferenceFields = {
  contact_id: Type.Optional(withoutExample(nullable(Id))),
  contact: Type.Optional(ContactInput),
}
export const NpsResponseInput = Type.Object(
  {
    score: Score,
    reason: Type.Optional(nullable(Reason)),
    ...contactReferenceFields,
    responded_at: Type.Optional(Time),
    external_id: Type.Optional(Name('r-1717', 200)),
    survey_id: Type.Optional(withoutExample(Id)),
    source: withDefault(Source, 'api'),
    tags: Type.Optional(Tags),
    language: Type.Optional(Language),
    analyze: withDefault(Type.Boolean({ description: 'False excludes the reason from the analysis.' }), true),
  },
  closed,
)

export const periodQuery = {
  from: Type.Optional({ ...When, description: 'Start, inclusive; default: 90 days before the end.' }),
  to: Type.Optional({
    ...PeriodEnd,
    description: 'A day, as the last one, inclusive; or an instant, exclusive. Default: now.',
  }),
  segment_id: Type.Optional(Id),
  survey_id: Type.Optional(Id),
  source: Type.Optional(multiValue(Source)),
}
export const latest_per_contact = withDefault(
  Type.Boolean({ description: 'Count only the latest response of each contact.' }),
  false,
)
export const Rolling = Type.Object(
  {
    score: Nps,
    score_exact: npsSummaryFields.score_exact,
    responses: Count,
    margin_of_error: npsSummaryFields.margin_of_error,
    low_sample: npsSummaryFields.low_sample,
  },
  closed,
)
export const NpsDimension = oneOf('segment', 'theme', 'source', 'plan', 'country', 'survey')

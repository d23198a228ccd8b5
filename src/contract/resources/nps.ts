import Type from 'typebox'
import { ContactInput, Language } from './contacts.ts'
import { FeedbackStatus, Source } from './feedback.ts'
import { routes } from '#contract/core/route.ts'
import { RowError, rows, RowStatus, RowSummary } from '#contract/core/batch-rows.ts'
import {
  closed,
  Color,
  Count,
  Day,
  Deleted,
  Granularity,
  Id,
  Name,
  nullable,
  oneOf,
  orTombstone,
  page,
  PageQuery,
  several,
  Tag,
  Tags,
  Text,
  Time,
  When,
  withDefault,
} from '#contract/core/shapes.ts'

const Score = Type.Integer({ minimum: 0, maximum: 10, examples: [9] })
const NpsType = oneOf('PROMOTER', 'PASSIVE', 'DETRACTOR')
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

/** A score with all that it takes to judge it. */
export const npsSummary = {
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
const Period = Type.Object({ from: Time, to: Time }, closed)
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
const NpsReport = Type.Object(
  {
    ...npsSummary,
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
    trend: nullable(oneOf('rising', 'falling', 'flat')),
    top_themes: Type.Array(TopTheme),
    recommendations: Type.Array(
      Type.Object(
        {
          text: Type.String({
            examples: [
              'Work on “Export”: 12 of 40 detractors who give a reason mention it (30 %, against 14.3 % of all 98). Had they been passive, the score would be 9.8 points higher.',
            ],
          }),
          theme_id: nullable({
            ...Id,
            description: 'The theme it is about; null where it is about the answers as a whole.',
          }),
          insight_ids: Type.Array(Id, {
            description:
              'The insights it rests on, at most ten, newest first; none where it is about the asking itself.',
          }),
        },
        closed,
      ),
      {
        description:
          'What pulls the score down first, then what holds it up, then how far so few responses can be trusted; none without responses.',
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
    contact: nullable(
      Type.Object(
        {
          id: Id,
          name: nullable(Type.String({ examples: ['Ana Lima'] })),
          email: nullable(Type.String({ examples: ['ana@example.com'] })),
        },
        closed,
      ),
    ),
    survey_id: nullable(Id),
    feedback_id: nullable({ ...Id, description: 'The piece of feedback that the reason became.' }),
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
const Recorded = Type.Object(
  { ...NpsResponse.properties, result: oneOf('created', 'updated', 'unchanged') },
  { ...closed, $id: 'RecordedNpsResponse' },
)

const Reason = Text('The export saves me an hour a week.', 50_000, 1)
const who = { contact_id: Type.Optional(nullable(Id)), contact: Type.Optional(ContactInput) }
export const NpsResponseInput = Type.Object(
  {
    score: Score,
    reason: Type.Optional(nullable(Reason)),
    ...who,
    responded_at: Type.Optional(Time),
    external_id: Type.Optional(Name('r-1717', 200)),
    survey_id: Type.Optional(Id),
    source: withDefault(Source, 'api'),
    tags: Type.Optional(Tags),
    language: Type.Optional(Language),
    analyze: withDefault(Type.Boolean({ description: 'False keeps the reason out of the analysis.' }), true),
  },
  closed,
)

const chosen = {
  from: Type.Optional({ ...When, description: 'The first moment; 90 days before `to` unless given.' }),
  to: Type.Optional({ ...When, description: 'The first moment that no longer counts; now unless given.' }),
  segment_id: Type.Optional(Id),
  survey_id: Type.Optional(Id),
  source: Type.Optional(several(Source)),
}
const latest_per_contact = withDefault(
  Type.Boolean({ description: 'Count only the latest response of each contact.' }),
  false,
)
const Rolling = Type.Object(
  {
    score: Nps,
    score_exact: npsSummary.score_exact,
    responses: Count,
    margin_of_error: npsSummary.margin_of_error,
    low_sample: npsSummary.low_sample,
  },
  closed,
)
const dimensions = oneOf('segment', 'theme', 'source', 'plan', 'country', 'survey')
const npsResponseId = Type.Object({ npsResponseId: Id }, closed)

export const nps = routes({
  getNps: {
    method: 'GET',
    path: '/nps',
    summary: 'The Net Promoter Score of a period, with what drives it',
    query: Type.Object({ ...chosen, compare: Type.Optional(oneOf('previous_period')), latest_per_contact }, closed),
    result: NpsReport,
  },
  getNpsTimeline: {
    method: 'GET',
    path: '/nps/timeline',
    summary: 'The Net Promoter Score over time, with a rolling window',
    query: Type.Object(
      {
        ...chosen,
        granularity: { ...Granularity, default: 'week' as const },
        window: withDefault(
          Type.Integer({
            minimum: 1,
            maximum: 365,
            description: 'How many days the rolling score at the end of each period looks back.',
            examples: [30],
          }),
          30,
        ),
      },
      closed,
    ),
    result: Type.Object(
      {
        granularity: oneOf('day', 'week', 'month'),
        window: Count,
        period: Period,
        data: Type.Array(Type.Object({ period: Day, ...npsSummary, rolling: Rolling }, closed)),
      },
      closed,
    ),
  },
  getNpsBreakdown: {
    method: 'GET',
    path: '/nps/breakdown',
    summary: 'The Net Promoter Score by segment, theme, source, plan, country or survey',
    query: Type.Object({ ...chosen, by: withDefault(dimensions, 'segment'), latest_per_contact }, closed),
    result: Type.Object(
      {
        by: dimensions,
        period: Period,
        responses: Count,
        unassigned: Type.Integer({ minimum: 0, examples: [3], description: 'Responses that belong to none of them.' }),
        data: Type.Array(
          Type.Object(
            {
              key: Type.String({
                examples: ['enterprise'],
                description: 'The id of the segment, theme or survey; otherwise the value itself.',
              }),
              name: Type.String({ examples: ['Enterprise'] }),
              ...npsSummary,
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  getNpsDrivers: {
    method: 'GET',
    path: '/nps/drivers',
    summary: 'Themes that come up more among detractors or promoters than among everybody',
    query: Type.Object({ ...chosen, latest_per_contact }, closed),
    result: Type.Object(
      {
        period: Period,
        data: Type.Array(
          Type.Object(
            {
              theme_id: Id,
              name: Type.String({ examples: ['Export'] }),
              color: Color,
              group: oneOf('DETRACTOR', 'PROMOTER'),
              count: Count,
              group_size: Type.Integer({
                minimum: 5,
                examples: [40],
                description: 'Responses of the group that give a reason; fewer than five are not looked at.',
              }),
              share: Type.Number({
                minimum: 0,
                maximum: 100,
                examples: [30],
                description: '`count` of `group_size` in percent.',
              }),
              baseline_count: Count,
              baseline_size: Count,
              baseline_share: Type.Number({
                minimum: 0,
                maximum: 100,
                examples: [14.3],
                description: 'The same for all responses that give a reason.',
              }),
              lift: Type.Number({ minimum: 1, examples: [2.1] }),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  listNpsResponses: {
    method: 'GET',
    path: '/nps/responses',
    summary: 'List NPS responses, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        type: Type.Optional(several(NpsType)),
        score: Type.Optional(several(Score)),
        has_reason: Type.Optional(Type.Boolean()),
        theme_id: Type.Optional(Id),
        created_after: Type.Optional(When),
        created_before: Type.Optional(When),
        occurred_after: Type.Optional(When),
        occurred_before: Type.Optional(When),
        updated_since: Type.Optional(When),
        include_deleted: Type.Optional(Type.Boolean()),
        q: Type.Optional(Text('export', 200, 2)),
        segment_id: Type.Optional(Id),
        contact_id: Type.Optional(Id),
        survey_id: Type.Optional(Id),
        source: Type.Optional(several(Source)),
        tag: Type.Optional(several(Tag)),
        sort: Type.Optional(oneOf('-created_at', 'created_at', '-responded_at', 'responded_at', '-score', 'score')),
      },
      closed,
    ),
    result: page(orTombstone(NpsResponse)),
  },
  getNpsResponse: {
    method: 'GET',
    path: '/nps/responses/{npsResponseId}',
    summary: 'Read one NPS response',
    params: npsResponseId,
    result: NpsResponse,
  },
  recordNpsResponse: {
    method: 'POST',
    path: '/nps/responses',
    summary: 'Record one NPS response',
    status: 201,
    also: 200,
    description:
      'The same source and external_id again updates the response, or leaves it unchanged. A reason becomes a piece of feedback and is analyzed as one.',
    body: NpsResponseInput,
    result: Recorded,
  },
  bulkNpsResponses: {
    method: 'POST',
    path: '/nps/responses/bulk',
    summary: 'Record up to 500 NPS responses, row by row',
    rate: 'bulk',
    bodyLimit: 5 * 1024 * 1024,
    body: Type.Object({ items: rows(NpsResponseInput, 500) }, closed),
    result: Type.Object(
      {
        job_id: nullable(Id),
        summary: RowSummary,
        results: Type.Array(
          Type.Object(
            {
              index: Count,
              status: RowStatus,
              id: nullable(Id),
              external_id: nullable(Type.String({ examples: ['r-1717'] })),
              error: nullable(RowError),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  updateNpsResponse: {
    method: 'PATCH',
    path: '/nps/responses/{npsResponseId}',
    summary: 'Change the reason, tags or contact of an NPS response',
    params: npsResponseId,
    body: Type.Object(
      { reason: Type.Optional(nullable(Reason)), tags: Type.Optional(Tags), ...who },
      { ...closed, minProperties: 1 },
    ),
    result: NpsResponse,
  },
  deleteNpsResponse: {
    method: 'DELETE',
    path: '/nps/responses/{npsResponseId}',
    summary: 'Delete an NPS response with its reason',
    params: npsResponseId,
    result: Deleted,
  },
})

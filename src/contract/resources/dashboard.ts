import Type from 'typebox'
import { CoverageIsExact, CoverageVerdict } from './coverage-shapes.ts'
import { jobTypes } from './jobs.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id } from '#contract/core/ids.ts'
import { Category, Sentiment, SentimentBreakdown } from '#contract/core/labels.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Color, Name } from '#contract/core/texts.ts'
import { Day, Granularity, PeriodEnd, Time, When } from '#contract/core/times.ts'

const Change = nullable(Type.Number({ examples: [12.5], description: 'Per cent; null when there was nothing before.' }))
const Kpi = Type.Object({ value: Count, previous: Count, change_pct: Change }, closed)
const Label = Type.String({ examples: ['Export'] })
const Share = nullable(
  Type.Number({
    minimum: 0,
    maximum: 100,
    examples: [37.5],
    description: 'Percent of the insights, one decimal; null without insights.',
  }),
)
const ThemeMove = Type.Object(
  { theme_id: Id, name: Label, color: Color, current: Count, previous: Count, change_pct: Change },
  closed,
)
const NewTheme = Type.Object(
  { theme_id: Id, name: Label, color: Color, insight_count: Count, created_at: Time },
  closed,
)
const Planned = Type.Object(
  {
    id: Id,
    title: Type.String({ examples: ['Exports that finish'] }),
    status: Type.String({ examples: ['in_progress'] }),
    updated_at: Time,
  },
  closed,
)
const Rank = Type.Integer({ minimum: 0, description: '0 is the first.', examples: [2] })
const Nps = Type.Object(
  {
    score: nullable(Type.Integer({ minimum: -100, maximum: 100, examples: [32] })),
    previous_score: nullable(Type.Integer({ minimum: -100, maximum: 100, examples: [28] })),
    delta: nullable(Type.Integer({ examples: [4] })),
    responses: Count,
    comparable: Type.Boolean(),
    influencing_themes: Type.Array(
      Type.Object({ theme_id: Id, name: Label, color: Color, promoters: Count, detractors: Count }, closed),
    ),
  },
  closed,
)

export const Dashboard = Type.Object(
  {
    period: Type.Object({ from: Time, to: Time, previous_from: Time, previous_to: Time }, closed),
    summary: Type.String({ examples: ['24 insights this week, 9 more than in the one before.'] }),
    kpis: Type.Object(
      {
        insights: Kpi,
        feedback: Kpi,
        negative_share: Type.Object({ value: Share, previous: Share, insights: Count }, closed),
        initiatives_in_progress: Type.Object({ value: Count }, closed),
        new_opportunities: Type.Object({ value: Count, previous: Count }, closed),
      },
      closed,
    ),
    sentiment_timeline: Type.Array(
      Type.Object({ date: Day, positive: Count, negative: Count, neutral: Count }, closed),
    ),
    previous_timeline: Type.Array(Type.Object({ date: Day, value: Count }, closed), {
      description: 'Insights per day of the previous period.',
    }),
    feedback_timeline: Type.Array(Type.Object({ date: Day, value: Count }, closed)),
    top_themes: Type.Array(
      Type.Object(
        {
          theme_id: Id,
          name: Label,
          color: Color,
          insight_count: Count,
          previous_insight_count: { ...Count, description: 'In the period before.' },
          sentiment_breakdown: SentimentBreakdown,
        },
        closed,
      ),
    ),
    negative_rising: Type.Array(ThemeMove),
    positive_rising: Type.Array(ThemeMove),
    nps: nullable(Nps),
    new_themes: Type.Array(NewTheme),
    new_subthemes: Type.Array(
      Type.Object({ subtheme_id: Id, name: Label, theme_id: Id, insight_count: Count, created_at: Time }, closed),
    ),
    initiatives_in_progress: Type.Array(Planned),
    projects_in_progress: Type.Array(Type.Object({ ...Planned.properties, evidence_added: Count }, closed)),
    new_opportunities: Type.Array(
      Type.Object(
        {
          id: Id,
          title: Type.String({ examples: ['Large exports fail'] }),
          category: Category,
          impact_score: Type.Number({ examples: [72.4] }),
          insight_count: Count,
          created_at: Time,
        },
        closed,
      ),
    ),
    quiet_themes: Type.Array(
      Type.Object(
        { theme_id: Id, name: Label, color: Color, last_insight_at: Time, previous: Count, current: Count },
        closed,
      ),
    ),
    inbox_latest: Type.Array(
      Type.Object(
        {
          feedback_id: Id,
          text: Type.String({ description: 'The title, or how it begins.', examples: ['The export never finishes'] }),
          source: Type.String({ examples: ['zendesk'] }),
          contact_name: nullable(Type.String({ examples: ['Ana Lima'] })),
          occurred_at: Time,
        },
        closed,
      ),
      { description: 'The five newest unhandled ones, regardless of the period.' },
    ),
    unsorted_insight_count: { ...Count, description: 'Insights that wait for a theme, counted up to 1,000.' },
    running_jobs: Type.Array(
      Type.Object(
        {
          id: Id,
          type: oneOf(...jobTypes),
          status: oneOf('queued', 'running'),
          stage: nullable(Type.String({ examples: ['redacting'] })),
          percent: nullable(Type.Integer({ minimum: 0, maximum: 100, examples: [40] })),
          created_at: Time,
        },
        closed,
      ),
      { description: 'At most five, newest first.' },
    ),
    latest_checkin: nullable(
      Type.Object(
        {
          id: Id,
          completed_at: Time,
          moves: Type.Array(Type.Object({ name: Label, before: Rank, after: Rank }, closed), {
            description: 'At most five, largest change first.',
          }),
          added_insight_count: Count,
          added_themes: Type.Array(Label),
          removed_themes: Type.Array(Label),
        },
        {
          ...closed,
          description: 'The last competitor check-in with changes; null if there is none or the feature is off.',
        },
      ),
    ),
    data_since: nullable(Time),
  },
  { ...closed, $id: 'Dashboard' },
)

export const metrics = ['insights', 'feedback', 'negative_share', 'nps', 'tickets', 'opportunities'] as const
export const facetDimensions = ['category', 'sentiment', 'source', 'theme', 'segment', 'language'] as const

/** Insight filters, shared by trends, facets and coverage. */
const filters = {
  from: Type.Optional(When),
  to: Type.Optional(PeriodEnd),
  theme_id: Type.Optional(Id),
  segment_id: Type.Optional(Id),
  category: Type.Optional(multiValue(Category)),
  sentiment: Type.Optional(multiValue(Sentiment)),
  source: Type.Optional(multiValue(Name('zendesk', 64))),
}

const Facet = Type.Array(
  Type.Object(
    {
      value: Type.String({ examples: ['PAIN_POINTS'], description: 'The key, or the id of a theme or segment.' }),
      label: Type.String({ examples: ['Pain points'] }),
      count: Count,
    },
    closed,
  ),
)

export const dashboard = defineRoutes({
  getDashboard: {
    method: 'GET',
    path: '/dashboard',
    replica: true,
    summary: 'What moved: numbers, rising and quiet themes, what is new',
    description: 'Whole days in UTC, including today; the previous period has the same length.',
    query: Type.Object(
      {
        period: withDefault(oneOf('7d', '30d', '90d', '12m'), '7d'),
        from: Type.Optional({ ...Day, description: 'The first day, instead of a period. Requires to.' }),
        to: Type.Optional({ ...Day, description: 'The last day, inclusive; at most two years after from.' }),
        segment_id: Type.Optional(Id),
      },
      closed,
    ),
    result: Dashboard,
  },
  getDashboardTrends: {
    method: 'GET',
    path: '/dashboard/trends',
    replica: true,
    summary: 'One metric over time, empty buckets included',
    description: 'Defaults to the last 90 days. A filter that the metric does not support is an error.',
    query: Type.Object(
      {
        metric: withDefault(oneOf(...metrics), 'insights'),
        granularity: withDefault(Granularity, 'day'),
        ...filters,
      },
      closed,
    ),
    result: Type.Object(
      {
        metric: oneOf(...metrics),
        granularity: Granularity,
        from: Time,
        to: Time,
        data: Type.Array(
          Type.Object(
            {
              period: Day,
              value: nullable(Type.Number({ examples: [12] })),
              count: Type.Integer({
                minimum: 0,
                examples: [12],
                description: 'The number of items behind the value.',
              }),
            },
            closed,
          ),
        ),
      },
      { ...closed, $id: 'Trend' },
    ),
  },
  getDashboardFacets: {
    method: 'GET',
    path: '/dashboard/facets',
    replica: true,
    summary: 'How the insights spread over categories, themes, sources …',
    description: 'At most 20 values each, largest first.',
    query: Type.Object({ dimensions: Type.Optional(multiValue(oneOf(...facetDimensions))), ...filters }, closed),
    result: Type.Object(
      {
        insight_count: Count,
        facets: Type.Object(
          Object.fromEntries(facetDimensions.map((name) => [name, Type.Optional(Facet)])) as Record<
            (typeof facetDimensions)[number],
            ReturnType<typeof Type.Optional<typeof Facet>>
          >,
          closed,
        ),
      },
      { ...closed, $id: 'Facets' },
    ),
  },
  getDashboardCoverage: {
    method: 'GET',
    path: '/dashboard/coverage',
    replica: true,
    summary: 'Whether there is enough feedback to draw conclusions from',
    query: Type.Object(filters, closed),
    result: Type.Object(
      {
        verdict: CoverageVerdict,
        insight_count: Count,
        contact_count: Count,
        source_count: Count,
        is_exact: CoverageIsExact,
        feedback_since: nullable(Time),
        threshold: Type.Object({ insights: Count, contacts: Count }, closed),
      },
      { ...closed, $id: 'Coverage' },
    ),
  },
})

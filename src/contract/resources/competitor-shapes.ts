import Type from 'typebox'
import { JobStatus } from './jobs.ts'
import { Id } from '#contract/core/ids.ts'
import { Category, Sentiment, SentimentBreakdown, Trend } from '#contract/core/labels.ts'
import { Pagination } from '#contract/core/pages.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'
import { opportunityCategories } from '#vocabulary/categories.ts'
import { reviewSourceTypes } from '#vocabulary/review-sources.ts'

/* The competitor graph; separate from the organization's own themes and insights. */

export const exampleText = (example: string) => Type.String({ examples: [example] })
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description, examples: [0.75] })
export const rank = Type.Integer({ minimum: 0, description: '0 is the top; nearer 0 is higher.', examples: [0] })

export const GraphStatus = oneOf('empty', 'importing', 'running', 'ready', 'failed')
const SourceType = oneOf(...reviewSourceTypes)
const ThreadRole = oneOf('post', 'comment', 'reply')

/** Every record has the status and the publication time of the graph. */
export const publicationFields = { status: GraphStatus, published_at: nullable(Time) }

const SourceReport = Type.Object(
  {
    competitor_id: Id,
    source: exampleText('hacker_news'),
    status: oneOf('collected', 'unavailable', 'skipped'),
    reviews_collected: Count,
    reviews_new: Count,
    error: nullable(
      Type.String({
        description: 'Why this source returned nothing.',
        examples: ['news.example.com has no address.'],
      }),
    ),
  },
  closed,
)

export const ResearchJob = Type.Object(
  {
    id: Id,
    job_id: Id,
    type: oneOf('competitor_research', 'competitor_checkin'),
    status: JobStatus,
    stage: nullable(oneOf('collecting', 'extracting', 'synthesizing', 'publishing')),
    progress: Type.Object(
      {
        percent: Type.Integer({ minimum: 0, maximum: 100, examples: [40] }),
        competitors_done: Count,
        competitors_total: Count,
        reviews_collected: Count,
      },
      closed,
    ),
    competitors: Type.Array(Type.Object({ id: Id, name: exampleText('Globex') }, closed)),
    reviews_per_source: Type.Integer({ minimum: 10, maximum: 100, examples: [30] }),
    sources: Type.Array(SourceReport, {
      description: 'The result of each source so far; an unavailable source does not fail the job.',
    }),
    error_code: nullable(
      Type.String({
        description:
          'CREDIT_LIMIT_EXCEEDED if the organization has no credits left; NO_SOURCES_FOUND, SOURCE_UNAVAILABLE, ' +
          'PROVIDER_ERROR, TIMEOUT or INTERNAL_ERROR otherwise.',
        examples: ['CREDIT_LIMIT_EXCEEDED'],
      }),
    ),
    error_message: nullable(exampleText('Research needs 4 credits and 0 are left.')),
    created_at: Time,
    started_at: nullable(Time),
    finished_at: nullable(Time),
  },
  { ...closed, $id: 'ResearchJob' },
)

export const Cadence = oneOf('weekly', 'monthly', 'quarterly')

export const CompetitorRow = Type.Object(
  {
    id: Id,
    name: exampleText('Globex'),
    domain: exampleText('globex.com'),
    review_count: Count,
    insight_count: Count,
    sentiment_breakdown: SentimentBreakdown,
    last_researched_at: nullable(Time),
  },
  { ...closed, $id: 'Competitor' },
)

export const CompetitorList = Type.Object(
  {
    ...publicationFields,
    last_job: nullable(ResearchJob),
    checkins: Type.Object({ enabled: Type.Boolean(), cadence: nullable(Cadence), next_run_at: nullable(Time) }, closed),
    data: Type.Array(CompetitorRow),
    pagination: Pagination,
  },
  closed,
)

export const CompetitorQuote = Type.Object(
  {
    text: exampleText('Exports take an hour and then fail.'),
    competitor_id: Id,
    insight_id: Id,
    sentiment: Sentiment,
    source: exampleText('hacker_news'),
    source_type: SourceType,
    source_url: nullable(exampleText('https://news.example.com/item?id=1')),
    parent_text: nullable(
      Type.String({ description: 'What it answers, in a thread.', examples: ['Which tool exports well?'] }),
    ),
    thread_role: ThreadRole,
    published_at: nullable(Time),
  },
  { ...closed, $id: 'CompetitorQuote' },
)

export const CompetitorInsight = Type.Object(
  {
    id: Id,
    name: exampleText('Exports take an hour and then fail'),
    sentiment: Sentiment,
    category: Category,
    quote: CompetitorQuote,
    competitor_id: Id,
    competitor_name: exampleText('Globex'),
    subtheme_id: nullable(Id),
    created_at: Time,
  },
  { ...closed, $id: 'CompetitorInsight' },
)

const ShortInsight = Type.Object(
  {
    id: Id,
    name: exampleText('Exports take an hour and then fail'),
    sentiment: Sentiment,
    quote: exampleText('Exports take an hour and then fail.'),
    competitor_id: Id,
  },
  closed,
)
const SubthemeRef = Type.Object({ subtheme_id: Id, name: exampleText('Slow exports'), insight_count: Count }, closed)
const SpreadSubtheme = Type.Object({ ...SubthemeRef.properties, competitor_ids: Type.Array(Id) }, closed)

export const Overview = Type.Object(
  {
    ...publicationFields,
    competitor_count: Count,
    review_count: Count,
    insight_count: Count,
    sentiment_by_competitor: Type.Array(
      Type.Object(
        { competitor_id: Id, name: exampleText('Globex'), positive: Count, negative: Count, neutral: Count },
        closed,
      ),
    ),
    themes: Type.Array(
      Type.Object({ ...SpreadSubtheme.properties, rank, sentiment_breakdown: SentimentBreakdown }, closed),
    ),
    mentions: Type.Array(
      Type.Object({ subtheme_id: Id, competitor_id: Id, ...SentimentBreakdown.properties }, closed),
      { description: 'Insights per topic and competitor; pairs without insights are left out.' },
    ),
    strengths: Type.Array(SpreadSubtheme, { description: 'What customers of competitors praise.' }),
    weaknesses: Type.Array(SpreadSubtheme, { description: 'What customers of competitors complain about.' }),
    white_space: Type.Array(
      Type.Object(
        {
          subtheme_id: Id,
          name: exampleText('Slow exports'),
          negative_share: share('How much of what is said about it is negative.'),
          first_party_insight_count: Count,
        },
        closed,
      ),
      { description: 'Weaknesses of competitors, with the number of mentions by your own customers.' },
    ),
    sources: Type.Array(Type.Object({ source: exampleText('hacker_news'), count: Count }, closed)),
  },
  closed,
)

const Source = Type.Object(
  {
    source: exampleText('app_store'),
    source_type: SourceType,
    url: nullable(exampleText('https://apps.example.com/globex')),
    review_count: Count,
    rating: nullable(
      Type.Object(
        { value: Type.Number({ examples: [4.2] }), best: Type.Number({ examples: [5] }), count: nullable(Count) },
        { ...closed, description: 'The average as stated by the source.' },
      ),
    ),
    last_collected_at: Time,
  },
  closed,
)

export const CompetitorDetail = Type.Object(
  {
    ...CompetitorRow.properties,
    website: exampleText('https://globex.com'),
    description: nullable(exampleText('Notes for large teams.')),
    sources: Type.Array(Source),
    top_positive: Type.Array(SubthemeRef),
    top_negative: Type.Array(SubthemeRef),
    quotes: Type.Array(CompetitorQuote, { maxItems: 10 }),
    added_at: Time,
  },
  { ...closed, $id: 'CompetitorDetail' },
)

export const CompetitorSubtheme = Type.Object(
  {
    id: Id,
    name: exampleText('Slow exports'),
    description: exampleText('4 insights on 2 competitors: 3 negative, 1 positive, 0 neutral.'),
    rank,
    insight_count: Count,
    sentiment_breakdown: SentimentBreakdown,
    competitor_mix: Type.Array(
      Type.Object(
        {
          competitor_id: Id,
          name: exampleText('Globex'),
          count: Count,
          share: share('Its part of the insights of this subtheme.'),
        },
        closed,
      ),
    ),
    quotes: Type.Array(CompetitorQuote, { maxItems: 20 }),
    insights: Type.Array(ShortInsight, { maxItems: 50 }),
    first_party: Type.Object(
      { insight_count: Count, theme_ids: Type.Array(Id) },
      { ...closed, description: 'What your own customers say about the same topic.' },
    ),
    promoted_opportunity_id: nullable(Id),
  },
  { ...closed, $id: 'CompetitorSubtheme' },
)

export const Teaser = Type.Object(
  {
    id: Id,
    title: exampleText('Slow exports'),
    summary: exampleText('3 of 4 insights on 2 competitors ask for something better.'),
    category: oneOf(...opportunityCategories),
    impact_score: Type.Number({ minimum: 0, maximum: 100, examples: [63.4] }),
    competitor_ids: Type.Array(Id),
    subtheme_id: Id,
    insight_count: Count,
    trend: Trend,
    promoted_opportunity_id: nullable(Id),
  },
  { ...closed, $id: 'OpportunityTeaser' },
)

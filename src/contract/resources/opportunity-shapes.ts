import Type from 'typebox'
import { ProjectSummary, SegmentRef, SubthemeSummary } from './evidence.ts'
import { estimateFields } from './opportunity-estimates.ts'
import { AccountReach } from '#contract/core/account-reach.ts'
import { Block, MonthlySentiment } from '#contract/core/content-blocks.ts'
import { CustomFieldValues } from '#contract/core/custom-field-values.ts'
import { Id, UserId } from '#contract/core/ids.ts'
import { SentimentBreakdown, Trend } from '#contract/core/labels.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'
import { opportunityCategories } from '#vocabulary/categories.ts'
import { initiativeStatuses } from '#vocabulary/statuses.ts'
import { sentiments } from '#vocabulary/sentiments.ts'

export const OpportunityCategory = oneOf(...opportunityCategories)
export const InitiativeStatus = oneOf(...initiativeStatuses)
export const OpportunityStatus = oneOf('active', 'archived')
export const OpportunityOrigin = oneOf('pipeline', 'manual', 'competitor')
const share = Type.Number({ minimum: 0, maximum: 1, examples: [0.5] })

const ImpactFactor = Type.Object(
  {
    factor: oneOf('volume', 'reach', 'severity', 'recency', 'segment', 'diversity'),
    value: share,
    weight: share,
    contribution: Type.Number({ minimum: 0, maximum: 100, description: '100 × weight × value.', examples: [15] }),
  },
  closed,
)
const InitiativeSummary = Type.Object(
  { id: Id, title: Type.String({ examples: ['Make export dependable'] }), status: InitiativeStatus },
  closed,
)

const fields = {
  id: Id,
  title: Type.String({ examples: ['Large exports fail'] }),
  slug: Type.String({ examples: ['large-exports-fail-1d0e5f'] }),
  summary: nullable(Type.String({ examples: ['Accounts with much data cannot get it out.'] })),
  problem_statement: nullable(Type.String({ examples: ['Exports above 10,000 rows never finish.'] })),
  category: OpportunityCategory,
  status: OpportunityStatus,
  rank: nullable(
    Type.Integer({
      minimum: 1,
      description: '1 is the best of its category; null without insights and while it is archived.',
      examples: [1],
    }),
  ),
  previous_rank: nullable(
    Type.Integer({ minimum: 1, description: 'The rank before the latest change of it.', examples: [3] }),
  ),
  impact_score: Type.Number({ minimum: 0, maximum: 100, examples: [63.4] }),
  impact_factors: Type.Array(ImpactFactor),
  sentiment: oneOf(...sentiments, 'MIXED'),
  sentiment_breakdown: SentimentBreakdown,
  insight_count: Count,
  contact_count: Count,
  importance_counts: Type.Object({ critical: Count, important: Count, nice_to_have: Count }, closed),
  account_reach: AccountReach,
  trend: Trend,
  segment_ids: Type.Array(Id),
  segments: Type.Array(SegmentRef),
  initiative_id: nullable(Id),
  project_ids: Type.Array(Id),
  origin: OpportunityOrigin,
  source_ref: nullable(
    Type.Object({ source_type: Type.String({ examples: ['subtheme'] }), source_id: Type.String() }, closed),
  ),
  first_seen_at: nullable(Time),
  last_evidence_at: nullable(Time),
  snapshot_id: nullable(Id),
  owner_id: nullable(UserId),
  ...estimateFields,
  custom_fields: CustomFieldValues,
  created_at: Time,
  updated_at: Time,
}
export const Opportunity = Type.Object(fields, { ...closed, $id: 'Opportunity' })

export const OpportunityDetail = Type.Object(
  {
    ...fields,
    brief: Type.String({ examples: ['12 insights from 8 contacts, 75 % of them negative.'] }),
    narrative: Type.Array(Block),
    monthly_sentiment: Type.Array(MonthlySentiment, {
      description: 'Up to two years, ending with the month of the newest evidence.',
    }),
    subthemes: Type.Array(SubthemeSummary),
    competitor_evidence: Type.Object(
      {
        insight_count: Count,
        competitors: Type.Array(Type.Object({ id: Id, name: Type.String({ examples: ['Globex'] }) }, closed)),
      },
      closed,
    ),
    initiative: nullable(InitiativeSummary),
    projects: Type.Array(ProjectSummary),
    merged_opportunity_ids: Type.Array(Id, {
      description: 'Opportunities that were merged into it and can be taken out again, the latest last.',
    }),
    split_from_id: Type.Union([Id, Type.Null()], {
      description: 'The opportunity that it was split from; null if it was not.',
    }),
  },
  { ...closed, $id: 'OpportunityDetail' },
)

export const OpportunityContact = Type.Object(
  {
    id: Id,
    name: nullable(Type.String({ examples: ['Ana Lima'] })),
    email: nullable(Type.String({ examples: ['ana@example.com'] })),
    insight_count: Count,
    sentiment_breakdown: SentimentBreakdown,
    last_insight_at: Time,
  },
  closed,
)

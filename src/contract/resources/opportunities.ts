import Type from 'typebox'
import { Block, MonthlySentiment } from '#contract/core/content-blocks.ts'
import {
  Linked,
  LinkedInsightQuery,
  LinkedInsights,
  NewEvidence,
  NewSegments,
  ProjectSummary,
  SegmentRef,
  SegmentRefs,
  SubthemeSummary,
} from './evidence.ts'
import { routes } from '#contract/core/route.ts'
import {
  closed,
  Count,
  Granularity,
  Id,
  Ids,
  Name,
  nullable,
  oneOf,
  page,
  PageQuery,
  SentimentBreakdown,
  SentimentBucket,
  multiValue,
  Text,
  Time,
  UserId,
  When,
} from '#contract/core/shapes.ts'
import { opportunityCategories } from '#vocabulary/categories.ts'
import { initiativeStatuses } from '#vocabulary/statuses.ts'
import { sentiments } from '#vocabulary/sentiments.ts'

export const OpportunityCategory = oneOf(...opportunityCategories)
export const InitiativeStatus = oneOf(...initiativeStatuses)
const OpportunityStatus = oneOf('active', 'archived')
const Origin = oneOf('pipeline', 'manual', 'competitor')
const Trend = oneOf('rising', 'falling', 'flat')
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
  rank: nullable(Type.Integer({ minimum: 1, description: '1 is the best of its category.', examples: [1] })),
  previous_rank: nullable(
    Type.Integer({ minimum: 1, description: 'The rank before the latest change of it.', examples: [3] }),
  ),
  impact_score: Type.Number({ minimum: 0, maximum: 100, examples: [63.4] }),
  impact_factors: Type.Array(ImpactFactor),
  sentiment: oneOf(...sentiments, 'MIXED'),
  sentiment_breakdown: SentimentBreakdown,
  insight_count: Count,
  contact_count: Count,
  trend: Trend,
  segment_ids: Type.Array(Id),
  segments: Type.Array(SegmentRef),
  initiative_id: nullable(Id),
  project_ids: Type.Array(Id),
  origin: Origin,
  source_ref: nullable(
    Type.Object({ source_type: Type.String({ examples: ['subtheme'] }), source_id: Type.String() }, closed),
  ),
  first_seen_at: nullable(Time),
  last_evidence_at: nullable(Time),
  snapshot_id: nullable(Id),
  owner_id: nullable(UserId),
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
  },
  { ...closed, $id: 'OpportunityDetail' },
)

const OpportunityContact = Type.Object(
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

const opportunityId = Type.Object({ opportunityId: Id }, closed)
const title = Name('Large exports fail')
const writable = {
  title,
  summary: nullable(Text('Accounts with much data cannot get it out.', 2000)),
  problem_statement: nullable(Text('Exports above 10,000 rows never finish.', 2000)),
  category: OpportunityCategory,
  owner_id: nullable(UserId),
  status: OpportunityStatus,
}

export const opportunities = routes({
  listOpportunities: {
    method: 'GET',
    path: '/opportunities',
    summary: 'List opportunities, the best of each category first',
    description:
      'impact_score = 100 × the sum of weight × value over impact_factors, to one decimal. volume and reach: ' +
      'log-scaled insights and ' +
      'contacts against the 95th percentile of the category; severity: negative share, times 1.0 for bugs, 0.9 ' +
      'pain points, ' +
      '0.7 usability, 0.5 requests; recency: mean of the insights’ decay with a half-life of 45 days; segment: ' +
      'mean weight of the ' +
      'segments behind it / 10; diversity: source types / 4.',
    query: Type.Object(
      {
        ...PageQuery,
        category: Type.Optional(multiValue(OpportunityCategory)),
        status: Type.Optional(multiValue(OpportunityStatus)),
        segment_id: Type.Optional(Id),
        initiative_id: Type.Optional(Id),
        origin: Type.Optional(multiValue(Origin)),
        trend: Type.Optional(multiValue(Trend)),
        min_impact: Type.Optional(Type.Number({ minimum: 0, maximum: 100, examples: [50] })),
        q: Type.Optional(Name('export')),
        sort: Type.Optional(oneOf('rank', '-impact_score', '-insight_count', '-contact_count', '-created_at')),
      },
      closed,
    ),
    result: page(Opportunity),
  },
  getOpportunity: {
    method: 'GET',
    path: '/opportunities/{opportunityId}',
    summary: 'Read one opportunity with its brief',
    params: opportunityId,
    result: OpportunityDetail,
  },
  createOpportunity: {
    method: 'POST',
    effect: 'adds',
    path: '/opportunities',
    event: 'opportunity.created',
    summary: 'Create an opportunity by hand',
    status: 201,
    body: Type.Object(
      {
        title,
        category: OpportunityCategory,
        problem_statement: Type.Optional(writable.problem_statement),
        summary: Type.Optional(writable.summary),
        insight_ids: Type.Optional(Ids(100, 0)),
        segment_ids: Type.Optional(Ids(100, 0)),
        owner_id: Type.Optional(writable.owner_id),
      },
      closed,
    ),
    result: OpportunityDetail,
  },
  updateOpportunity: {
    method: 'PATCH',
    effect: 'removes',
    path: '/opportunities/{opportunityId}',
    summary: 'Change an opportunity, or restore it with status active',
    params: opportunityId,
    body: Type.Partial(Type.Object(writable), { ...closed, minProperties: 1 }),
    result: OpportunityDetail,
    errors: ['INVALID_STATE'],
  },
  archiveOpportunity: {
    method: 'DELETE',
    path: '/opportunities/{opportunityId}',
    summary: 'Archive an opportunity; it loses its rank',
    params: opportunityId,
    result: OpportunityDetail,
  },
  listOpportunityInsights: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/insights',
    summary: 'List the insights behind an opportunity, newest first',
    params: opportunityId,
    query: LinkedInsightQuery,
    result: LinkedInsights,
  },
  addOpportunityInsights: {
    method: 'POST',
    effect: 'adds',
    path: '/opportunities/{opportunityId}/insights',
    event: 'opportunity.updated',
    summary: 'Put insights behind an opportunity, all or none',
    params: opportunityId,
    body: NewEvidence,
    result: Linked,
    errors: ['INVALID_STATE'],
  },
  removeOpportunityInsight: {
    method: 'DELETE',
    path: '/opportunities/{opportunityId}/insights/{insightId}',
    event: 'opportunity.updated',
    summary: 'Take one insight from an opportunity',
    params: Type.Object({ opportunityId: Id, insightId: Id }, closed),
    result: Type.Object({ opportunity_id: Id, insight_id: Id, linked: Type.Literal(false) }, closed),
  },
  listOpportunitySegments: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/segments',
    summary: 'List the segments an opportunity is about',
    params: opportunityId,
    feature: 'segments',
    result: SegmentRefs,
  },
  replaceOpportunitySegments: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/opportunities/{opportunityId}/segments',
    event: 'opportunity.updated',
    summary: 'Set the segments an opportunity is about',
    params: opportunityId,
    feature: 'segments',
    body: NewSegments,
    result: SegmentRefs,
    errors: ['INVALID_STATE'],
  },
  listOpportunitySubthemes: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/subthemes',
    summary: 'List the subthemes behind an opportunity',
    params: opportunityId,
    feature: 'subthemes',
    query: Type.Object(PageQuery, closed),
    result: page(SubthemeSummary),
  },
  listOpportunityProjects: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/projects',
    summary: 'List the Projects that carry out an opportunity',
    params: opportunityId,
    query: Type.Object(PageQuery, closed),
    result: page(ProjectSummary),
  },
  listOpportunityContacts: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/contacts',
    summary: 'List who stands behind an opportunity, the loudest first',
    params: opportunityId,
    query: Type.Object(PageQuery, closed),
    result: page(OpportunityContact),
  },
  getOpportunityTimeline: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/timeline',
    summary: 'Sentiment of an opportunity over time',
    params: opportunityId,
    query: Type.Object({ granularity: Granularity, from: Type.Optional(When), to: Type.Optional(When) }, closed),
    result: Type.Object(
      { opportunity_id: Id, granularity: oneOf('day', 'week', 'month'), data: Type.Array(SentimentBucket) },
      closed,
    ),
  },
})

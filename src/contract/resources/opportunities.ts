import Type from 'typebox'
import { accountFilters } from '#contract/core/account-filters.ts'
import { EvidenceImportance, NewSegments, ProjectSummary, SegmentRefs, SubthemeSummary } from './evidence.ts'
import { estimates, Horizon, NewRatings, Ratings } from './opportunity-estimates.ts'
import {
  Opportunity,
  OpportunityCategory,
  OpportunityContact,
  OpportunityDetail,
  OpportunityOrigin,
  OpportunityStatus,
} from './opportunity-shapes.ts'
import { SentimentTimeline, timelineQuery } from '#contract/core/timelines.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { NewCustomFields, customFieldQuery } from '#contract/core/custom-field-values.ts'
import { Id, Ids, pathIds, UserId } from '#contract/core/ids.ts'
import { Trend } from '#contract/core/labels.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, multiValue, nullable, oneOf, withoutExample } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'
import { Day } from '#contract/core/times.ts'
import { horizons } from '#vocabulary/horizons.ts'

const title = Name('Large exports fail')
const writable = {
  title,
  summary: nullable(Text('Accounts with much data cannot get it out.', 2000)),
  problem_statement: nullable(Text('Exports above 10,000 rows never finish.', 2000)),
  category: OpportunityCategory,
  owner_id: nullable(UserId),
  status: OpportunityStatus,
  ...estimates,
  ratings: NewRatings,
  custom_fields: NewCustomFields,
}

const sorts = [
  'rank',
  '-impact_score',
  '-insight_count',
  '-contact_count',
  '-critical_count',
  '-revenue',
  '-created_at',
  'position',
  '-score',
  'effort',
  '-confidence',
  'target_date',
] as const

export const opportunities = defineRoutes({
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
        ...accountFilters,
        initiative_id: Type.Optional(Id),
        origin: Type.Optional(multiValue(OpportunityOrigin)),
        trend: Type.Optional(multiValue(Trend)),
        importance: Type.Optional(multiValue(EvidenceImportance)),
        min_impact: Type.Optional(Type.Number({ minimum: 0, maximum: 100, examples: [50] })),
        owner_id: Type.Optional(UserId),
        horizon: Type.Optional(multiValue(oneOf(...horizons, 'none'))),
        max_effort: Type.Optional(Type.Number({ minimum: 0, maximum: 10_000, examples: [4] })),
        min_confidence: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, examples: [50] })),
        target_after: Type.Optional(Day),
        target_before: Type.Optional(Day),
        q: Type.Optional(Name('export')),
        ...customFieldQuery,
        sort: Type.Optional(oneOf(...sorts)),
      },
      closed,
    ),
    result: page(Opportunity),
  },
  getOpportunity: {
    method: 'GET',
    path: '/opportunities/{opportunityId}',
    summary: 'Read one opportunity with its brief',
    params: pathIds('opportunityId'),
    result: OpportunityDetail,
    errors: ['MERGED'],
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
        effort: Type.Optional(estimates.effort),
        confidence: Type.Optional(estimates.confidence),
        target_date: Type.Optional(estimates.target_date),
        ratings: Type.Optional(Ratings),
        custom_fields: NewCustomFields,
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
    params: pathIds('opportunityId'),
    body: anyOfFields(writable),
    result: OpportunityDetail,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  rankOpportunity: {
    method: 'PATCH',
    effect: 'updates',
    path: '/opportunities/{opportunityId}/rank',
    summary: 'Put an opportunity before or after another one in the order of the team',
    description:
      'The list has this order with `sort=position`: what is for now, next and later, then what has no place, by ' +
      'impact. Refreshes of the backlog do not change it. It takes the horizon of the other opportunity; with ' +
      '`horizon` it becomes the last of it, and with null it loses its place. One of the three fields is given.',
    params: pathIds('opportunityId'),
    body: Type.Partial(
      Type.Object({
        horizon: Type.Union([Horizon, Type.Null()], {
          description: 'When it is to be worked on: it becomes the last of these; null takes it out of the order.',
        }),
        before: withoutExample({ ...Id, description: 'The opportunity that it comes right before.' }),
        after: withoutExample({ ...Id, description: 'The opportunity that it comes right after.' }),
      }),
      { ...closed, minProperties: 1 },
    ),
    result: OpportunityDetail,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  archiveOpportunity: {
    method: 'DELETE',
    path: '/opportunities/{opportunityId}',
    summary: 'Archive an opportunity; it loses its rank',
    params: pathIds('opportunityId'),
    result: OpportunityDetail,
    errors: ['MERGED'],
  },
  listOpportunitySegments: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/segments',
    summary: 'List the segments an opportunity is about',
    params: pathIds('opportunityId'),
    feature: 'segments',
    result: SegmentRefs,
    errors: ['MERGED'],
  },
  replaceOpportunitySegments: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/opportunities/{opportunityId}/segments',
    event: 'opportunity.updated',
    summary: 'Set the segments an opportunity is about',
    params: pathIds('opportunityId'),
    feature: 'segments',
    body: NewSegments,
    result: SegmentRefs,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  listOpportunitySubthemes: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/subthemes',
    summary: 'List the subthemes behind an opportunity',
    params: pathIds('opportunityId'),
    feature: 'subthemes',
    query: Type.Object(PageQuery, closed),
    result: page(SubthemeSummary),
    errors: ['MERGED'],
  },
  listOpportunityProjects: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/projects',
    summary: 'List the Projects that carry out an opportunity',
    params: pathIds('opportunityId'),
    query: Type.Object(PageQuery, closed),
    result: page(ProjectSummary),
    errors: ['MERGED'],
  },
  listOpportunityContacts: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/contacts',
    summary: 'List who stands behind an opportunity, the loudest first',
    params: pathIds('opportunityId'),
    query: Type.Object(PageQuery, closed),
    result: page(OpportunityContact),
    errors: ['MERGED'],
  },
  getOpportunityTimeline: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/timeline',
    summary: 'Sentiment of an opportunity over time',
    params: pathIds('opportunityId'),
    query: timelineQuery,
    result: SentimentTimeline('opportunity_id'),
    errors: ['MERGED'],
  },
})

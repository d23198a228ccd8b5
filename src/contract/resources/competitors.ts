import Type from 'typebox'
import {
  Cadence,
  CompetitorDetail,
  CompetitorInsight,
  CompetitorList,
  CompetitorSubtheme,
  Overview,
  publicationFields,
  ResearchJob,
  Teaser,
} from './competitor-shapes.ts'
import { CheckinRun, Checkins } from './competitor-checkin-shapes.ts'
import { Accepted } from './jobs.ts'
import { OpportunityDetail } from './opportunity-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, Ids, Linked, pathIds } from '#contract/core/ids.ts'
import { Sentiment } from '#contract/core/labels.ts'
import { page, PageQuery, Pagination } from '#contract/core/pages.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'

/** A name on the public internet, with or without scheme and path. */
const Website = Type.String({
  maxLength: 500,
  pattern:
    '^(?:[Hh][Tt][Tt][Pp][Ss]?://)?(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+' +
    '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9](?::[0-9]{1,4})?(?:[/?#][^\\s]*)?$',
  description: 'Competitors are identified by its domain, without www.',
  examples: ['https://globex.com'],
})

const feature = 'competitors'
const { cursor } = PageQuery

export const competitors = defineRoutes({
  listCompetitors: {
    method: 'GET',
    path: '/competitors',
    feature,
    summary: 'List the tracked competitors and how the graph is doing',
    description:
      'While research runs, the last published graph stays visible; a competitor appears when it is published.',
    result: CompetitorList,
  },
  getCompetitorOverview: {
    method: 'GET',
    path: '/competitors/overview',
    replica: true,
    feature,
    summary: 'Read the landscape: sentiment, subthemes, strengths, weaknesses, white space',
    result: Overview,
  },
  getCompetitor: {
    method: 'GET',
    path: '/competitors/{competitorId}',
    feature,
    summary: 'Read one competitor',
    params: pathIds('competitorId'),
    result: CompetitorDetail,
  },
  getCompetitorSubtheme: {
    method: 'GET',
    path: '/competitors/subthemes/{subthemeId}',
    feature,
    summary: 'Read what is said about one subject across competitors',
    params: pathIds('subthemeId'),
    result: CompetitorSubtheme,
  },
  listOpportunityTeasers: {
    method: 'GET',
    path: '/competitors/opportunity-teasers',
    feature,
    summary: 'List what competitors leave open, the greatest impact first',
    result: Type.Object({ ...publicationFields, data: Type.Array(Teaser), pagination: Pagination }, closed),
  },
  getOpportunityTeaser: {
    method: 'GET',
    path: '/competitors/opportunity-teasers/{teaserId}',
    feature,
    summary: 'Read one teaser and its insights, ten a page',
    params: pathIds('teaserId'),
    query: Type.Object({ cursor }, closed),
    result: Type.Object(
      { teaser: Teaser, data: Type.Array(CompetitorInsight, { maxItems: 10 }), pagination: Pagination },
      closed,
    ),
  },
  listCompetitorInsights: {
    method: 'GET',
    path: '/competitors/insights',
    feature,
    summary: 'List competitor insights, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        competitor_id: Type.Optional(Id),
        subtheme_id: Type.Optional(Id),
        teaser_id: Type.Optional(Id),
        sentiment: Type.Optional(multiValue(Sentiment)),
      },
      closed,
    ),
    result: page(CompetitorInsight),
  },
  getCompetitorInsight: {
    method: 'GET',
    path: '/competitors/insights/{insightId}',
    feature,
    summary: 'Read one competitor insight',
    params: pathIds('insightId'),
    result: CompetitorInsight,
  },
  startCompetitorResearch: {
    method: 'POST',
    effect: 'adds',
    external: true,
    path: '/competitors/research',
    feature,
    summary: 'Collect and analyse what is said about competitors',
    status: 202,
    idempotent: true,
    rate: 'heavy',
    description:
      'Covers these competitors and those already tracked. New reviews are added to the published graph, which ' +
      'stays visible meanwhile.',
    body: Type.Object(
      {
        competitors: Type.Array(Type.Object({ name: Name('Globex', 120), website: Website }, closed), {
          minItems: 1,
          maxItems: 25,
          examples: [[{ name: 'Globex', website: 'https://globex.com' }]],
        }),
        reviews_per_source: withDefault(Type.Integer({ minimum: 10, maximum: 100, examples: [30] }), 30),
      },
      closed,
    ),
    result: Accepted,
    errors: ['CONFLICT'],
  },
  getCompetitorResearch: {
    method: 'GET',
    path: '/competitors/research/{jobId}',
    feature,
    summary: 'Read a research job; poll it until it is ready or failed',
    params: pathIds('jobId'),
    result: ResearchJob,
  },
  promoteCompetitorFinding: {
    method: 'POST',
    effect: 'adds',
    path: '/competitors/promote',
    feature,
    summary: 'Put a finding on the opportunity backlog, once',
    status: 201,
    alternateStatus: 200,
    idempotent: true,
    description:
      'A finding that was promoted before returns 200 with the existing item and existing=true; the title is not ' +
      'compared.',
    body: Type.Object(
      {
        source_type: oneOf('subtheme', 'opportunity_teaser', 'insights'),
        source_id: Type.Optional(Id),
        insight_ids: Type.Optional(Ids()),
        title: Name('Export that keeps up'),
        include_first_party_feedback: Type.Boolean({
          description: 'Also link up to 50 similar insights of your own customers.',
        }),
      },
      {
        ...closed,
        anyOf: [{ required: ['source_id'] }, { required: ['insight_ids'] }],
        examples: [
          {
            source_type: 'subtheme',
            source_id: '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f',
            title: 'Export that keeps up',
            include_first_party_feedback: true,
          },
        ],
      },
    ),
    result: Type.Object(
      {
        ...OpportunityDetail.properties,
        existing: Type.Boolean({ examples: [false] }),
        matched_first_party_insight_count: Count,
      },
      { ...closed, $id: 'PromotedOpportunity' },
    ),
    errors: ['NOT_FOUND'],
  },
  listCheckins: {
    method: 'GET',
    path: '/competitors/checkins',
    feature,
    summary: 'List check-in runs, newest first',
    description: 'The cursor is the id of the last run seen.',
    query: Type.Object(PageQuery, closed),
    result: page(CheckinRun),
  },
  getLatestCheckin: {
    method: 'GET',
    path: '/competitors/checkins/latest',
    feature,
    summary: 'Read the most recent check-in run, null when there is none',
    result: nullable(CheckinRun),
  },
  setCheckins: {
    method: 'POST',
    effect: 'updates',
    external: true,
    path: '/competitors/checkins',
    feature,
    admin: true,
    idempotent: true,
    summary: 'Switch periodic check-ins on or off',
    description:
      'Does not start a run. Weekly is every 7, monthly every 30, quarterly every 90 days; the default cadence is ' +
      'monthly.',
    body: Type.Object({ enabled: Type.Boolean(), cadence: Type.Optional(Cadence) }, closed),
    result: Checkins,
  },
  listOpportunityCompetitorInsights: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/competitor-insights',
    feature,
    summary: 'List the competitor insights behind an opportunity, newest first',
    params: pathIds('opportunityId'),
    query: Type.Object(PageQuery, closed),
    result: page(CompetitorInsight),
    errors: ['MERGED'],
  },
  addOpportunityCompetitorInsights: {
    method: 'POST',
    effect: 'adds',
    path: '/opportunities/{opportunityId}/competitor-insights',
    feature,
    event: 'opportunity.updated',
    summary: 'Put competitor insights behind an opportunity, all or none; they are never taken away',
    params: pathIds('opportunityId'),
    body: Type.Object({ insight_ids: Ids() }, closed),
    result: Linked,
    errors: ['MERGED', 'INVALID_STATE'],
  },
})

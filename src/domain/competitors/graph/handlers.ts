import type { competitors } from '#contract/resources/competitors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { ReadCtx } from '#domain/context.ts'
import { notFound, requireExist } from '#domain/errors.ts'
import { lockOpportunity, requireActive, getOpportunityState } from '#domain/planning/opportunities/changes.ts'
import { touchOpportunity } from '#domain/planning/opportunities/queries.ts'
import { pageOf, readCursor } from '#store/page.ts'
import {
  insertOpportunityInsights,
  findInsight,
  insightPageSql,
  listInsightsOfOpportunity,
  type PublishedInsight,
  listExistingReviewInsightIds,
} from './queries-insights.ts'
import {
  findCompetitor,
  getCompetitorList,
  getOverview,
  findTeaser,
  listTeasers,
  findResearchJob,
  findCompetitorSubtheme,
} from './queries.ts'
import { presentJob } from './queries-state.ts'

type Subset = Omit<
  typeof competitors,
  'startCompetitorResearch' | 'promoteCompetitorFinding' | 'listCheckins' | 'getLatestCheckin' | 'setCheckins'
>

const lastPage = { next_cursor: null, has_more: false }
const teaserPageSize = 10
const noSentiment = { positive: 0, negative: 0, neutral: 0 }
const emptyOverview = {
  competitor_count: 0,
  review_count: 0,
  insight_count: 0,
  sentiment_by_competitor: [],
  themes: [],
  strengths: [],
  weaknesses: [],
  white_space: [],
  sources: [],
}

const readLastId = ({ cursors }: ReadCtx, cursor: string | undefined) =>
  readCursor(cursors, cursor)?.[0] as string | undefined
const insightPage = ({ cursors }: ReadCtx, rows: PublishedInsight[], limit: number) =>
  pageOf(rows, limit, (last) => cursors.write([last.id]))

export const handlers: Handlers<Subset> = {
  async listCompetitors({ db, org }) {
    const { status, published_at, enabled, cadence, next_run_at, last_job, data } = await getCompetitorList(db, org)
    return {
      status,
      published_at,
      last_job: last_job && presentJob(last_job),
      checkins: { enabled, cadence, next_run_at },
      data,
      pagination: lastPage,
    }
  },

  async getCompetitorOverview({ db, org }) {
    const { overview, ...published } = await getOverview(db, org)
    return { ...published, ...(overview ?? emptyOverview) }
  },

  async getCompetitor({ db, org }, { competitorId }) {
    const found = await findCompetitor(db, org, competitorId)
    if (found?.detail) return found.detail
    if (!found?.unpublished) return notFound('competitor')
    const { id, name, domain, created_at } = found
    const emptyDetail = {
      review_count: 0,
      insight_count: 0,
      sentiment_breakdown: noSentiment,
      last_researched_at: null,
      description: null,
      sources: [],
      top_positive: [],
      top_negative: [],
      quotes: [],
    }
    return { id, name, domain, ...emptyDetail, website: `https://${domain}`, added_at: created_at }
  },

  async getCompetitorSubtheme({ db, org }, { subthemeId }) {
    const { document, promoted_opportunity_id } =
      (await findCompetitorSubtheme(db, org, subthemeId)) ?? notFound('subtheme')
    return { ...document, promoted_opportunity_id }
  },

  async listOpportunityTeasers({ db, org }) {
    const { data, ...published } = await listTeasers(db, org)
    return {
      ...published,
      data: data.map(({ document, promoted_opportunity_id }) => ({ ...document, promoted_opportunity_id })),
      pagination: lastPage,
    }
  },

  async getOpportunityTeaser(ctx, { teaserId, cursor }) {
    const page = insightPageSql(ctx.org, teaserPageSize, readLastId(ctx, cursor), { teaser_id: teaserId })
    const { document, promoted_opportunity_id, data } =
      (await findTeaser(ctx.db, ctx.org, teaserId, page)) ?? notFound('teaser')
    return { teaser: { ...document, promoted_opportunity_id }, ...insightPage(ctx, data, teaserPageSize) }
  },

  async listCompetitorInsights(ctx, { limit, cursor, ...filters }) {
    return insightPage(
      ctx,
      await ctx.db.rows<PublishedInsight>(insightPageSql(ctx.org, limit, readLastId(ctx, cursor), filters)),
      limit,
    )
  },

  getCompetitorInsight: async ({ db, org }, { insightId }) =>
    (await findInsight(db, org, insightId)) ?? notFound('insight'),

  getCompetitorResearch: async ({ db, org }, { jobId }) =>
    presentJob((await findResearchJob(db, org, jobId)) ?? notFound('job')),

  async listOpportunityCompetitorInsights(ctx, { opportunityId, limit, cursor }) {
    await getOpportunityState(ctx, opportunityId)
    return insightPage(
      ctx,
      await listInsightsOfOpportunity(ctx.db, ctx.org, {
        opportunity: opportunityId,
        limit,
        after: readLastId(ctx, cursor),
      }),
      limit,
    )
  },

  async addOpportunityCompetitorInsights(ctx, { opportunityId, insight_ids }) {
    const { db, org, user } = ctx
    requireActive(await lockOpportunity(ctx, opportunityId))
    requireExist(
      'body.insight_ids',
      'competitor insight',
      insight_ids,
      await listExistingReviewInsightIds(db, org, insight_ids),
    )
    const linked = await insertOpportunityInsights(db, org, {
      opportunity: opportunityId,
      insights: insight_ids,
      by: user,
    })
    if (linked) await touchOpportunity(db, org, opportunityId)
    return { linked, already_linked: insight_ids.length - linked }
  },
}

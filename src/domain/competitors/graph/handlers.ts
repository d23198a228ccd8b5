import type { competitors } from '#contract/resources/competitors.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound, requireKnown } from '#domain/errors.ts'
import { opportunityToChange, requireActive, requireOpportunity } from '#domain/planning/opportunities/changes.ts'
import { touchOpportunity } from '#domain/planning/opportunities/queries.ts'
import { pageOf } from '#store/page.ts'
import { addBehind, type Insight, insightById, insightPage, insightsBehind, knownInsights } from './insights.ts'
import { competitorById, jobById, listing, overview, subthemeById, teaserById, teasers } from './queries.ts'
import { showJob } from './state.ts'

type Subset = Omit<
  typeof competitors,
  'startCompetitorResearch' | 'promoteCompetitorFinding' | 'listCheckins' | 'getLatestCheckin' | 'setCheckins'
>

const whole = { next_cursor: null, has_more: false }
const teaserPage = 10
const none = { positive: 0, negative: 0, neutral: 0 }
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

const placeIn = ({ cursors }: Ctx, cursor: string | undefined) =>
  cursor === undefined ? undefined : (cursors.read(cursor)[0] as string)
const paged = ({ cursors }: Ctx, rows: Insight[], limit: number) =>
  pageOf(rows, limit, (last) => cursors.write([last.id]))

export const handlers: Handlers<Subset, Ctx> = {
  async listCompetitors({ db, org }) {
    const { status, published_at, enabled, cadence, next_run_at, last_job, data } = await listing(db, org)
    return {
      status,
      published_at,
      last_job: last_job && showJob(last_job),
      checkins: { enabled, cadence, next_run_at },
      data,
      pagination: whole,
    }
  },

  async getCompetitorOverview({ db, org }) {
    const { overview: found, ...now } = await overview(db, org)
    return { ...now, ...(found ?? emptyOverview) }
  },

  async getCompetitor({ db, org }, { competitorId }) {
    const found = await competitorById(db, org, competitorId)
    if (found?.detail) return found.detail
    if (!found?.unpublished) return notFound('competitor')
    const { id, name, domain, created_at } = found
    const nothing = {
      review_count: 0,
      insight_count: 0,
      sentiment_breakdown: none,
      last_researched_at: null,
      description: null,
      sources: [],
      top_positive: [],
      top_negative: [],
      quotes: [],
    }
    return { id, name, domain, ...nothing, website: `https://${domain}`, added_at: created_at }
  },

  async getCompetitorSubtheme({ db, org }, { subthemeId }) {
    const { document, promoted_opportunity_id } = (await subthemeById(db, org, subthemeId)) ?? notFound('subtheme')
    return { ...document, promoted_opportunity_id }
  },

  async listOpportunityTeasers({ db, org }) {
    const { data, ...published } = await teasers(db, org)
    return {
      ...published,
      data: data.map(({ document, promoted_opportunity_id }) => ({ ...document, promoted_opportunity_id })),
      pagination: whole,
    }
  },

  async getOpportunityTeaser(ctx, { teaserId, cursor }) {
    const page = insightPage(ctx.org, teaserPage, placeIn(ctx, cursor), { teaser_id: teaserId })
    const { document, promoted_opportunity_id, data } =
      (await teaserById(ctx.db, ctx.org, teaserId, page)) ?? notFound('teaser')
    return { teaser: { ...document, promoted_opportunity_id }, ...paged(ctx, data, teaserPage) }
  },

  async listCompetitorInsights(ctx, { limit, cursor, ...filters }) {
    return paged(ctx, await ctx.db.rows<Insight>(insightPage(ctx.org, limit, placeIn(ctx, cursor), filters)), limit)
  },

  getCompetitorInsight: async ({ db, org }, { insightId }) =>
    (await insightById(db, org, insightId)) ?? notFound('insight'),

  getCompetitorResearch: async ({ db, org }, { jobId }) => showJob((await jobById(db, org, jobId)) ?? notFound('job')),

  async listOpportunityCompetitorInsights(ctx, { opportunityId, limit, cursor }) {
    await requireOpportunity(ctx, opportunityId)
    return paged(ctx, await insightsBehind(ctx.db, ctx.org, opportunityId, limit, placeIn(ctx, cursor)), limit)
  },

  async addOpportunityCompetitorInsights(ctx, { opportunityId, insight_ids }) {
    const { db, org, user } = ctx
    requireActive(await opportunityToChange(ctx, opportunityId))
    requireKnown('body.insight_ids', 'competitor insight', insight_ids, await knownInsights(db, org, insight_ids))
    const linked = await addBehind(db, org, opportunityId, insight_ids, user)
    if (linked) await touchOpportunity(db, org, opportunityId)
    return { linked, already_linked: insight_ids.length - linked }
  },
}

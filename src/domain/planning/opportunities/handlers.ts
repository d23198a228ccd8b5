import type { opportunities } from '#contract/resources/opportunities.ts'
import { type Handlers, json } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { pageOfEvidence } from '#domain/planning/references/evidence.ts'
import { pageOf } from '#store/page.ts'
import {
  addInsights,
  archiveOpportunity,
  changeOpportunity,
  createOpportunity,
  removeInsight,
  requireOpportunity,
  setOpportunitySegments,
} from './changes.ts'
import { type ContactRow, pageOfContacts, pageOfProjects, pageOfSubthemes, timeline } from './evidence-queries.ts'
import { listOpportunities } from './page.ts'
import { showOpportunity } from './present.ts'

const whole = <T>(data: T[]) => ({ data, pagination: { next_cursor: null, has_more: false } })
const placeIn = ({ cursors }: Ctx, cursor: string | undefined) =>
  cursor === undefined ? undefined : cursors.read(cursor)
const presentContact = ({ positive, negative, neutral, ...contact }: ContactRow) => ({
  ...contact,
  sentiment_breakdown: { positive, negative, neutral },
})
const instant = (when: string | undefined) => (when === undefined ? null : new Date(when).toISOString())

export const handlers: Handlers<typeof opportunities, Ctx> = {
  listOpportunities: (ctx, wanted) => listOpportunities(ctx, wanted),

  getOpportunity: (ctx, { opportunityId }) => showOpportunity(ctx, opportunityId),

  createOpportunity: async (ctx, given) => showOpportunity(ctx, await createOpportunity(ctx, given)),

  async updateOpportunity(ctx, { opportunityId, ...given }) {
    await changeOpportunity(ctx, opportunityId, given)
    return showOpportunity(ctx, opportunityId)
  },

  async archiveOpportunity(ctx, { opportunityId }) {
    await archiveOpportunity(ctx, opportunityId)
    return showOpportunity(ctx, opportunityId)
  },

  async listOpportunityInsights(ctx, { opportunityId, ...filters }) {
    await requireOpportunity(ctx, opportunityId)
    return json(await pageOfEvidence(ctx, 'opportunity', opportunityId, filters))
  },

  addOpportunityInsights: (ctx, { opportunityId, insight_ids, reason = null }) =>
    addInsights(ctx, opportunityId, insight_ids, reason),

  async removeOpportunityInsight(ctx, { opportunityId, insightId }) {
    await removeInsight(ctx, opportunityId, insightId)
    return { opportunity_id: opportunityId, insight_id: insightId, linked: false }
  },

  listOpportunitySegments: async (ctx, { opportunityId }) =>
    whole((await showOpportunity(ctx, opportunityId)).segments),

  async replaceOpportunitySegments(ctx, { opportunityId, segment_ids }) {
    await setOpportunitySegments(ctx, opportunityId, segment_ids)
    return whole((await showOpportunity(ctx, opportunityId)).segments)
  },

  async listOpportunitySubthemes(ctx, { opportunityId, limit, cursor }) {
    await requireOpportunity(ctx, opportunityId)
    const rows = await pageOfSubthemes(ctx.db, ctx.org, opportunityId, limit, placeIn(ctx, cursor))
    return pageOf(rows, limit, (last) => ctx.cursors.write([last.insight_count, last.id]))
  },

  async listOpportunityProjects(ctx, { opportunityId, limit, cursor }) {
    await requireOpportunity(ctx, opportunityId)
    const rows = await pageOfProjects(ctx.db, ctx.org, opportunityId, limit, placeIn(ctx, cursor))
    return pageOf(rows, limit, (last) => ctx.cursors.write([last.id]))
  },

  async listOpportunityContacts(ctx, { opportunityId, limit, cursor }) {
    await requireOpportunity(ctx, opportunityId)
    const rows = await pageOfContacts(ctx.db, ctx.org, opportunityId, limit, placeIn(ctx, cursor))
    const { data, pagination } = pageOf(rows, limit, (last) => ctx.cursors.write([last.insight_count, last.id]))
    return { data: data.map(presentContact), pagination }
  },

  async getOpportunityTimeline(ctx, { opportunityId, granularity, from, to }) {
    await requireOpportunity(ctx, opportunityId)
    const data = await timeline(ctx.db, ctx.org, opportunityId, granularity, instant(from), instant(to))
    return { opportunity_id: opportunityId, granularity, data }
  },
}

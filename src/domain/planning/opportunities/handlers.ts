import type { opportunities } from '#contract/resources/opportunities.ts'
import type { opportunityEvidence } from '#contract/resources/opportunity-evidence.ts'
import type { opportunityProjects } from '#contract/resources/opportunity-projects.ts'
import { type Input, rawJson } from '#contract/core/route.ts'
import { fieldNarrowing } from '#domain/custom-fields/filters.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { listEvidenceJson } from '#domain/planning/references/queries-evidence.ts'
import { documentPage } from '#store/lists/document-list.ts'
import { endOfPeriod, instantOf, pageOf, readCursor } from '#store/page.ts'
import {
  archiveOpportunity,
  updateOpportunity,
  createOpportunity,
  getOpportunityState,
  setOpportunitySegments,
} from './changes.ts'
import {
  type EvidenceContactRow,
  listContacts,
  listOpportunityProjects,
  listOpportunitySubthemes,
  listOpportunityTimeline,
} from './queries-evidence.ts'
import { addInsights, removeInsight, updateInsightLink } from './evidence-changes.ts'
import { suggestEvidence } from './evidence-suggestions.ts'
import { opportunityDocuments } from './queries-list.ts'
import { getOpportunityDetail } from './present.ts'
import { rankOpportunity } from './places.ts'
import { linkProjects, unlinkProject } from './project-links.ts'

const singlePage = <T>(data: T[]) => ({ data, pagination: { next_cursor: null, has_more: false } })
const presentContact = ({ positive, negative, neutral, ...contact }: EvidenceContactRow) => ({
  ...contact,
  sentiment_breakdown: { positive, negative, neutral },
})

type Routes = typeof opportunities & typeof opportunityEvidence & typeof opportunityProjects

export const handlers: Handlers<Routes, 'replaceOpportunitySegments'> = {
  async listOpportunities(ctx, given) {
    const { query, condition } = await fieldNarrowing(ctx, 'opportunity', given)
    return rawJson(await documentPage(ctx, opportunityDocuments, query, { condition }))
  },

  getOpportunity: (ctx, { opportunityId }) => getOpportunityDetail(ctx, opportunityId),

  createOpportunity: async (ctx, input) => getOpportunityDetail(ctx, await createOpportunity(ctx, input)),

  async updateOpportunity(ctx, { opportunityId, ...input }) {
    await updateOpportunity(ctx, opportunityId, input)
    return getOpportunityDetail(ctx, opportunityId)
  },

  async rankOpportunity(ctx, { opportunityId, ...place }) {
    await rankOpportunity(ctx, opportunityId, place)
    return getOpportunityDetail(ctx, opportunityId)
  },

  async archiveOpportunity(ctx, { opportunityId }) {
    await archiveOpportunity(ctx, opportunityId)
    return getOpportunityDetail(ctx, opportunityId)
  },

  async listOpportunityInsights(ctx, { opportunityId, ...filters }) {
    await getOpportunityState(ctx, opportunityId)
    return rawJson(await listEvidenceJson(ctx, { kind: 'opportunity', id: opportunityId }, filters))
  },

  addOpportunityInsights: (ctx, { opportunityId, ...input }) => addInsights(ctx, opportunityId, input),

  updateOpportunityInsight: (ctx, { opportunityId, insightId, ...change }) =>
    updateInsightLink(ctx, opportunityId, insightId, change),

  suggestOpportunityInsights: (ctx, { opportunityId, limit }) => suggestEvidence(ctx, opportunityId, limit),

  async removeOpportunityInsight(ctx, { opportunityId, insightId }) {
    await removeInsight(ctx, opportunityId, insightId)
    return { opportunity_id: opportunityId, insight_id: insightId, linked: false }
  },

  listOpportunitySegments: async (ctx, { opportunityId }) =>
    singlePage((await getOpportunityDetail(ctx, opportunityId)).segments),

  replaceOpportunitySegments: setOpportunitySegments(
    ({ opportunityId }: Input<typeof opportunities.replaceOpportunitySegments>) => opportunityId,
    ({ segments }) => singlePage(segments),
  ),

  async listOpportunitySubthemes(ctx, { opportunityId, limit, cursor }) {
    await getOpportunityState(ctx, opportunityId)
    const rows = await listOpportunitySubthemes(ctx.db, ctx.org, opportunityId, {
      limit,
      keys: readCursor(ctx.cursors, cursor),
    })
    return pageOf(rows, limit, (last) => ctx.cursors.write([last.insight_count, last.id]))
  },

  async listOpportunityProjects(ctx, { opportunityId, limit, cursor }) {
    await getOpportunityState(ctx, opportunityId)
    const rows = await listOpportunityProjects(ctx.db, ctx.org, opportunityId, {
      limit,
      keys: readCursor(ctx.cursors, cursor),
    })
    return pageOf(rows, limit, (last) => ctx.cursors.write([last.id]))
  },

  linkOpportunityProjects: (ctx, { opportunityId, project_ids }) => linkProjects(ctx, opportunityId, project_ids),

  async unlinkOpportunityProject(ctx, { opportunityId, projectId }) {
    await unlinkProject(ctx, opportunityId, projectId)
    return { opportunity_id: opportunityId, project_id: projectId, linked: false }
  },

  async listOpportunityContacts(ctx, { opportunityId, limit, cursor }) {
    await getOpportunityState(ctx, opportunityId)
    const rows = await listContacts(ctx.db, ctx.org, opportunityId, { limit, keys: readCursor(ctx.cursors, cursor) })
    const { data, pagination } = pageOf(rows, limit, (last) => ctx.cursors.write([last.insight_count, last.id]))
    return { data: data.map(presentContact), pagination }
  },

  async getOpportunityTimeline(ctx, { opportunityId, granularity, from, to }) {
    await getOpportunityState(ctx, opportunityId)
    const data = await listOpportunityTimeline(ctx.db, ctx.org, opportunityId, {
      granularity,
      from: from === undefined ? null : instantOf(from),
      to: to === undefined ? null : endOfPeriod(to),
    })
    return { opportunity_id: opportunityId, granularity, data }
  },
}

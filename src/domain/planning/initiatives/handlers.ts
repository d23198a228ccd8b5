import type { initiativePlans } from '#contract/resources/initiative-plans.ts'
import type { initiatives } from '#contract/resources/initiatives.ts'
import { type Input, rawJson } from '#contract/core/route.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import { fieldNarrowing } from '#domain/custom-fields/filters.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { notFound, requireExist } from '#domain/errors.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { insertEvidence, listEvidenceJson, deleteEvidence } from '#domain/planning/references/queries-evidence.ts'
import { noFacts } from '#domain/planning/references/locked-write.ts'
import { recountInitiatives } from '#domain/ranking/queries-initiatives.ts'
import { findSegments } from '#domain/segmentation/require-segments.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { pageByKeys } from '#store/page.ts'
import { pipelined } from '#store/pipelined.ts'
import { handlers as build } from './build-handlers.ts'
import {
  createInitiative,
  findChangeReferences,
  findNewReferences,
  getInitiativeDetail,
  lockInitiativeOrThrow,
  lockOpenInitiative,
  noReferences,
  setInitiativeSegments,
  updateInitiative,
  withLockedInitiative,
  writeSection,
} from './changes.ts'
import { listPlans } from './queries-plans.ts'
import {
  deleteSection,
  initiativeExists,
  initiativeRows,
  listInitiativeProjects,
  listSections,
  touchInitiative,
} from './queries.ts'

/** Routes that also concern opportunities are in planning/actions. */
type InitiativeRoutes = Omit<
  typeof initiatives,
  'listInitiativeOpportunities' | 'linkInitiativeOpportunities' | 'unlinkInitiativeOpportunity'
>

const requireInitiative = async ({ db, org }: ReadCtx, id: string) =>
  void ((await initiativeExists(db, org, id)) || notFound('initiative'))
const singlePage = <T>(data: T[]) => ({ data, pagination: { next_cursor: null, has_more: false } })

const touchAndRecount = ({ db, org }: Ctx, id: string) =>
  pipelined(db, [touchInitiative(db, org, id), recountInitiatives(db, org, [id])])

const idOf = ({ initiativeId }: { initiativeId: string }) => initiativeId

type Staged =
  | 'archiveInitiative'
  | 'createInitiative'
  | 'replaceInitiativeSegments'
  | 'updateInitiative'
  | 'updateInitiativeSection'

export const handlers: Handlers<InitiativeRoutes & typeof initiativePlans, Staged> = {
  ...build,

  async listInitiatives(ctx, given) {
    const { query, condition } = await fieldNarrowing(ctx, 'initiative', given)
    return rowPage(ctx, initiativeRows, query, { condition })
  },

  async listInitiativePlans(ctx, given) {
    const { query, condition } = await fieldNarrowing(ctx, 'initiative', given)
    const { data, pagination } = await rowPage(ctx, initiativeRows, query, { condition })
    const plans = await listPlans(
      ctx.db,
      ctx.org,
      data.map(({ id }) => id),
    )
    return {
      data: data.flatMap((initiative) =>
        plans.has(initiative.id) ? [{ ...initiative, ...plans.get(initiative.id)! }] : [],
      ),
      pagination,
    }
  },

  getInitiative: (ctx, { initiativeId }) => getInitiativeDetail(ctx, initiativeId),

  createInitiative: staged({
    check: findNewReferences,
    handle: (ctx, input) => createInitiative(ctx, input, ctx.prepared),
  }),

  updateInitiative: withLockedInitiative(
    idOf,
    (ctx, input: Input<typeof initiatives.updateInitiative>) => findChangeReferences(ctx, input),
    (ctx, { initiativeId: _, ...input }, initiative, references) =>
      updateInitiative(ctx, initiative, input, references),
  ),

  archiveInitiative: withLockedInitiative(idOf, noFacts, (ctx, _, initiative) =>
    updateInitiative(ctx, initiative, { status: 'archived' }, noReferences),
  ),

  async listInitiativeSections(ctx, { initiativeId }) {
    await requireInitiative(ctx, initiativeId)
    return singlePage(await listSections(ctx.db, ctx.org, initiativeId))
  },

  updateInitiativeSection: withLockedInitiative(
    idOf,
    ({ db, org }, { initiativeId }: Input<typeof initiatives.updateInitiativeSection>) =>
      listSections(db, org, initiativeId),
    (ctx, { sectionKey, content, metadata }, initiative, sections) =>
      writeSection(ctx, initiative, { key: sectionKey, content, metadata }, sections),
  ),

  async deleteInitiativeSection(ctx, { initiativeId, sectionKey }) {
    await lockOpenInitiative(ctx, initiativeId)
    const deleted = await deleteSection(ctx.db, ctx.org, initiativeId, sectionKey)
    if (deleted) await touchInitiative(ctx.db, ctx.org, initiativeId)
    return { key: sectionKey, deleted: true }
  },

  async listInitiativeInsights(ctx, { initiativeId, ...filters }) {
    await requireInitiative(ctx, initiativeId)
    return rawJson(await listEvidenceJson(ctx, { kind: 'initiative', id: initiativeId }, filters))
  },

  async addInitiativeInsights(ctx, { initiativeId, insight_ids, reason = null }) {
    const { db, org, user } = ctx
    const [, insights] = await pipelined(db, [
      requireInitiative(ctx, initiativeId),
      lockInsights(db, org, insight_ids),
      lockOpenInitiative(ctx, initiativeId),
    ])
    const found = insights.filter((insight) => !insight.deleted)
    requireExist(
      'body.insight_ids',
      'insight',
      insight_ids,
      found.map((insight) => insight.id),
    )
    const linked = await insertEvidence(
      db,
      org,
      { kind: 'initiative', id: initiativeId },
      { insightIds: insight_ids, reason, user },
    )
    if (linked) await touchAndRecount(ctx, initiativeId)
    return { linked, already_linked: insight_ids.length - linked }
  },

  async removeInitiativeInsight(ctx, { initiativeId, insightId }) {
    const { db, org } = ctx
    const [, [insight]] = await pipelined(db, [
      requireInitiative(ctx, initiativeId),
      lockInsights(db, org, [insightId]),
      lockInitiativeOrThrow(ctx, initiativeId),
    ])
    if (!insight || insight.deleted) notFound('insight')
    if (await deleteEvidence(db, org, { kind: 'initiative', id: initiativeId }, insightId))
      await touchAndRecount(ctx, initiativeId)
    return { initiative_id: initiativeId, insight_id: insightId, linked: false }
  },

  listInitiativeSegments: async (ctx, { initiativeId }) =>
    singlePage((await getInitiativeDetail(ctx, initiativeId)).segments),

  replaceInitiativeSegments: withLockedInitiative(
    idOf,
    (ctx, { segment_ids }: Input<typeof initiatives.replaceInitiativeSegments>) => findSegments(ctx, segment_ids),
    async (ctx, { segment_ids }, initiative, segments) =>
      singlePage((await setInitiativeSegments(ctx, initiative, segment_ids, segments)).segments),
  ),

  async listInitiativeProjects(ctx, { initiativeId, ...query }) {
    const { db, org, cursors } = ctx
    await requireInitiative(ctx, initiativeId)
    return pageByKeys(
      cursors,
      query,
      (keys) => listInitiativeProjects(db, org, initiativeId, { limit: query.limit, keys }),
      (row) => [row.id],
    )
  },
}

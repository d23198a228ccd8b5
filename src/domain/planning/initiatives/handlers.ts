import type { initiativePlans } from '#contract/resources/initiative-plans.ts'
import type { initiatives } from '#contract/resources/initiatives.ts'
import { type Handlers, type Input, json } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound, requireKnown } from '#domain/errors.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { addEvidence, pageOfEvidence, removeEvidence } from '#domain/planning/references/evidence.ts'
import { pageOf, sortedPage } from '#store/page.ts'
import { handlers as build } from './build-handlers.ts'
import {
  changeInitiative,
  createInitiative,
  initiativeToChange,
  initiativeToWorkOn,
  setInitiativeSegments,
  showInitiative,
  writeSection,
} from './changes.ts'
import { plansOf } from './plans.ts'
import {
  deleteSection,
  initiativeExists,
  orderOf,
  pageOfInitiatives,
  pageOfProjects,
  sectionsOf,
  touchInitiative,
} from './queries.ts'

/** The routes that also concern opportunities are handled above both. */
type Own = Omit<
  typeof initiatives,
  'listInitiativeOpportunities' | 'linkInitiativeOpportunities' | 'unlinkInitiativeOpportunity'
>

const requireInitiative = async ({ db, org }: Ctx, id: string) =>
  void ((await initiativeExists(db, org, id)) || notFound('initiative'))
const whole = <T>(data: T[]) => ({ data, pagination: { next_cursor: null, has_more: false } })

async function listed({ db, org, cursors }: Ctx, { cursor, ...wanted }: Input<typeof initiatives.listInitiatives>) {
  const { data, pagination } = await sortedPage(orderOf(wanted), { ...wanted, cursor }, cursors, (keys) =>
    pageOfInitiatives(db, org, wanted, keys),
  )
  return { data: data.map(({ sort_key: _, sync_until: __, ...initiative }) => initiative), pagination }
}

export const handlers: Handlers<Own & typeof initiativePlans, Ctx> = {
  ...build,

  listInitiatives: listed,

  async listInitiativePlans(ctx, filters) {
    const { data, pagination } = await listed(ctx, filters)
    const plans = await plansOf(
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

  getInitiative: (ctx, { initiativeId }) => showInitiative(ctx, initiativeId),

  createInitiative: async (ctx, given) => showInitiative(ctx, await createInitiative(ctx, given)),

  async updateInitiative(ctx, { initiativeId, ...given }) {
    await changeInitiative(ctx, initiativeId, given)
    return showInitiative(ctx, initiativeId)
  },

  async archiveInitiative(ctx, { initiativeId }) {
    await changeInitiative(ctx, initiativeId, { status: 'archived' })
    return showInitiative(ctx, initiativeId)
  },

  async listInitiativeSections(ctx, { initiativeId }) {
    await requireInitiative(ctx, initiativeId)
    return whole(await sectionsOf(ctx.db, ctx.org, initiativeId))
  },

  updateInitiativeSection: (ctx, { initiativeId, sectionKey, content, metadata }) =>
    writeSection(ctx, initiativeId, { key: sectionKey, content, metadata }),

  async deleteInitiativeSection(ctx, { initiativeId, sectionKey }) {
    await initiativeToWorkOn(ctx, initiativeId)
    const gone = await deleteSection(ctx.db, ctx.org, initiativeId, sectionKey)
    if (gone) await touchInitiative(ctx.db, ctx.org, initiativeId)
    return { key: sectionKey, deleted: true }
  },

  async listInitiativeInsights(ctx, { initiativeId, ...filters }) {
    await requireInitiative(ctx, initiativeId)
    return json(await pageOfEvidence(ctx, 'initiative', initiativeId, filters))
  },

  async addInitiativeInsights(ctx, { initiativeId, insight_ids, reason = null }) {
    const { db, org, user } = ctx
    await requireInitiative(ctx, initiativeId)
    const found = (await lockInsights(db, org, insight_ids)).filter((insight) => !insight.deleted)
    await initiativeToWorkOn(ctx, initiativeId)
    requireKnown(
      'body.insight_ids',
      'insight',
      insight_ids,
      found.map((insight) => insight.id),
    )
    const linked = await addEvidence(db, org, 'initiative', initiativeId, insight_ids, { reason, by: user })
    if (linked) await touchInitiative(db, org, initiativeId)
    return { linked, already_linked: insight_ids.length - linked }
  },

  async removeInitiativeInsight(ctx, { initiativeId, insightId }) {
    const { db, org } = ctx
    await requireInitiative(ctx, initiativeId)
    const [insight] = await lockInsights(db, org, [insightId])
    await initiativeToChange(ctx, initiativeId)
    if (!insight || insight.deleted) notFound('insight')
    if (await removeEvidence(db, org, 'initiative', initiativeId, insightId))
      await touchInitiative(db, org, initiativeId)
    return { initiative_id: initiativeId, insight_id: insightId, linked: false }
  },

  listInitiativeSegments: async (ctx, { initiativeId }) => whole((await showInitiative(ctx, initiativeId)).segments),

  async replaceInitiativeSegments(ctx, { initiativeId, segment_ids }) {
    await setInitiativeSegments(ctx, initiativeId, segment_ids)
    return whole((await showInitiative(ctx, initiativeId)).segments)
  },

  async listInitiativeProjects(ctx, { initiativeId, limit, cursor }) {
    const { db, org, cursors } = ctx
    await requireInitiative(ctx, initiativeId)
    const rows = await pageOfProjects(
      db,
      org,
      initiativeId,
      limit,
      cursor === undefined ? undefined : cursors.read(cursor),
    )
    return pageOf(rows, limit, (last) => cursors.write([last.id]))
  },
}

import type { Ctx } from '#domain/context.ts'
import { throwApiError, notFound, requireKnown } from '#domain/errors.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { requireSegments } from '#domain/segmentation/require.ts'
import { addEvidence, removeEvidence } from '#domain/planning/references/evidence.ts'
import { previousOf } from '#domain/planning/references/previous.ts'
import { requireOwner } from '#domain/planning/references/owner.ts'
import { replaceSegments } from '#domain/planning/references/segments.ts'
import { measure } from '#domain/ranking/measure.ts'
import { holdRanks, rank } from '#domain/ranking/rank.ts'
import type { RankedCategory } from '#engine/impact.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import {
  categoriesOf,
  hasSource,
  insertOpportunity,
  lockOpportunities,
  type NewOpportunity,
  opportunityState,
  type Source,
  type State,
  type Status,
  touchOpportunity,
  updateOpportunity,
} from './queries.ts'

/* What can be done to an opportunity, whichever route asks. All hold insights, then ranks, then rows, so nobody waits in a circle. */

export async function requireOpportunity({ db, org }: Ctx, id: string): Promise<State> {
  return (await opportunityState(db, org, id)) ?? notFound('opportunity')
}

export async function opportunityToChange({ db, org }: Ctx, id: string): Promise<State> {
  return (await lockOpportunities(db, org, [id]))[0] ?? notFound('opportunity')
}

/** Several at once, those of them that there are. */
export async function opportunitiesToChange({ db, org }: Ctx, ids: readonly string[]): Promise<State[]> {
  await holdRanks(db, org, await categoriesOf(db, org, ids))
  return lockOpportunities(db, org, ids)
}

/** As one alone, with the ranks of its category held, and of the one it may go to. */
async function opportunityToRank(ctx: Ctx, id: string, into?: RankedCategory): Promise<State> {
  const { db, org } = ctx
  const seen = await requireOpportunity(ctx, id)
  await holdRanks(db, org, into ? [seen.category, into] : [seen.category])
  const held = await opportunityToChange(ctx, id)
  if (held.category !== seen.category) await holdRanks(db, org, [held.category])
  return held
}

/** An archived opportunity is read, restored or relieved of evidence; it is not worked on. */
export function requireActive({ status }: { status: Status }) {
  if (status === 'archived')
    throwApiError('INVALID_STATE', 'This opportunity is archived; restore it first by setting its status to active.')
}

async function holdKnownInsights({ db, org }: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return () => {}
  const found = (await lockInsights(db, org, ids)).filter((insight) => !insight.deleted)
  return () =>
    requireKnown(
      'body.insight_ids',
      'insight',
      ids,
      found.map((insight) => insight.id),
    )
}

type New = {
  title: string
  category: RankedCategory
  summary?: string | null
  problem_statement?: string | null
  owner_id?: string | null
  insight_ids?: readonly string[]
  segment_ids?: readonly string[]
}

export const createOpportunity = async (ctx: Ctx, given: New): Promise<string> => (await create(ctx, given, null))!

/** One opportunity of each source, whoever else promotes it at the same time; undefined when it is there already. */
export const promoteOpportunity = (ctx: Ctx, { source, ...given }: New & { source: Source }) =>
  create(ctx, given, source)

async function create(ctx: Ctx, given: New, source: Source | null): Promise<string | undefined> {
  const { db, org, user } = ctx
  const {
    title,
    category,
    insight_ids = [],
    segment_ids = [],
    summary = null,
    problem_statement = null,
    owner_id = null,
  } = given
  await requireOwner(ctx, owner_id)
  await requireSegments(ctx, segment_ids)
  const requireInsights = await holdKnownInsights(ctx, insight_ids)
  requireInsights()
  const id = await insert(ctx, { title, category, summary, problem_statement, owner_id, source })
  if (id === undefined) return undefined
  await replaceSegments(db, org, 'opportunity', id, segment_ids)
  await addEvidence(db, org, 'opportunity', id, insight_ids, { reason: null, by: user })
  await holdRanks(db, org, [category])
  await measure(db, org, [id])
  await rank(db, org, category)
  return id
}

/** Another id makes another slug; only a source that is taken stays so. */
async function insert({ db, org }: Ctx, opportunity: Omit<NewOpportunity, 'id' | 'slug'>): Promise<string | undefined> {
  for (;;) {
    const id = newId()
    if ((await insertOpportunity(db, org, { ...opportunity, id, slug: slugOf(opportunity.title, id) })) > 0) return id
    if (opportunity.source && (await hasSource(db, org, opportunity.source))) return undefined
  }
}

type Change = {
  title?: string
  summary?: string | null
  problem_statement?: string | null
  owner_id?: string | null
  category?: RankedCategory
  status?: Status
}

export async function changeOpportunity(ctx: Ctx, id: string, { status, category, ...given }: Change) {
  const before = status || category ? await opportunityToRank(ctx, id, category) : await opportunityToChange(ctx, id)
  const after = { status: status ?? before.status, category: category ?? before.category }
  const edits = Object.keys(given).length > 0
  if ((edits || category) && after.status === 'archived') requireActive(before)
  await requireOwner(ctx, given.owner_id)
  const moves = after.status !== before.status || after.category !== before.category
  if (edits || moves)
    await updateOpportunity(ctx.db, ctx.org, id, { ...given, ...(moves && placeOf(before, after, ctx.now)) })
  const isArchived = after.status === 'archived' && before.status !== 'archived'
  if (edits || (moves && !isArchived))
    ctx.emit('opportunity.updated', { previous: previousOf(before, { ...given, ...after }) })
  if (isArchived) ctx.emit('opportunity.archived', { previous: { status: before.status } })
  if (!moves) return
  if (after.status === 'active') await measure(ctx.db, ctx.org, [id])
  for (const touched of new Set([before.category, after.category])) await rank(ctx.db, ctx.org, touched)
}

/** A rank says nothing in another category, and an archived opportunity has none. */
const placeOf = (before: State, after: { status: Status; category: RankedCategory }, now: Date) => ({
  ...after,
  archived_at: after.status === 'active' ? null : now,
  rank: null,
  previous_rank: after.category === before.category ? (before.rank ?? undefined) : null,
})

export const archiveOpportunity = (ctx: Ctx, id: string) => changeOpportunity(ctx, id, { status: 'archived' })

export async function addInsights(ctx: Ctx, id: string, insight_ids: readonly string[], reason: string | null) {
  const { db, org, user } = ctx
  await requireOpportunity(ctx, id)
  const requireInsights = await holdKnownInsights(ctx, insight_ids)
  const opportunity = await opportunityToRank(ctx, id)
  requireActive(opportunity)
  requireInsights()
  const linked = await addEvidence(db, org, 'opportunity', id, insight_ids, { reason, by: user })
  if (linked) await evidenceChanged(ctx, opportunity)
  return { linked, already_linked: insight_ids.length - linked }
}

export async function removeInsight(ctx: Ctx, id: string, insightId: string) {
  const { db, org } = ctx
  await requireOpportunity(ctx, id)
  const [insight] = await lockInsights(db, org, [insightId])
  if (!insight || insight.deleted) notFound('insight')
  const opportunity = await opportunityToRank(ctx, id)
  if (await removeEvidence(db, org, 'opportunity', id, insightId)) await evidenceChanged(ctx, opportunity)
}

async function evidenceChanged({ db, org }: Ctx, { id, category }: State) {
  await touchOpportunity(db, org, id)
  await measure(db, org, [id])
  await rank(db, org, category)
}

export async function setOpportunitySegments(ctx: Ctx, id: string, segment_ids: readonly string[]) {
  requireActive(await opportunityToChange(ctx, id))
  await requireSegments(ctx, segment_ids)
  await replaceSegments(ctx.db, ctx.org, 'opportunity', id, segment_ids)
  await touchOpportunity(ctx.db, ctx.org, id)
}

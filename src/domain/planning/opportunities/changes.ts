import type { Ctx } from '#domain/context.ts'
import { throwApiError, notFound, requireExist } from '#domain/errors.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { requireSegments } from '#domain/segmentation/require-segments.ts'
import { insertEvidence, deleteEvidence } from '#domain/planning/references/queries-evidence.ts'
import { previousValues } from '#domain/planning/references/previous-values.ts'
import { requireOwner } from '#domain/planning/references/require-owner.ts'
import { replaceSegments } from '#domain/planning/references/queries-segments.ts'
import { measureOpportunities } from '#domain/ranking/queries-measure.ts'
import { lockRanks, updateRanks } from '#domain/ranking/queries-rank.ts'
import type { RankedCategory } from '#engine/impact-score.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import {
  listCategories,
  hasSource,
  insertOpportunity,
  lockOpportunities,
  type NewOpportunity,
  findOpportunityState,
  type OpportunitySource,
  type OpportunityState,
  type OpportunityStatus,
  touchOpportunity,
  updateOpportunityColumns,
} from './queries.ts'

/* Shared by all routes. Lock order everywhere: insights, ranks, opportunity rows; this prevents deadlocks. */

export async function getOpportunityState({ db, org }: Ctx, id: string): Promise<OpportunityState> {
  return (await findOpportunityState(db, org, id)) ?? notFound('opportunity')
}

export async function lockOpportunity({ db, org }: Ctx, id: string): Promise<OpportunityState> {
  return (await lockOpportunities(db, org, [id]))[0] ?? notFound('opportunity')
}

/** Ids without an opportunity are left out. */
export async function lockExistingOpportunities({ db, org }: Ctx, ids: readonly string[]): Promise<OpportunityState[]> {
  await lockRanks(db, org, await listCategories(db, org, ids))
  return lockOpportunities(db, org, ids)
}

/** Also locks the ranks of its category, and of the category it moves to. */
async function lockOpportunityAndRanks(ctx: Ctx, id: string, newCategory?: RankedCategory): Promise<OpportunityState> {
  const { db, org } = ctx
  const unlocked = await getOpportunityState(ctx, id)
  await lockRanks(db, org, newCategory ? [unlocked.category, newCategory] : [unlocked.category])
  const locked = await lockOpportunity(ctx, id)
  if (locked.category !== unlocked.category) await lockRanks(db, org, [locked.category])
  return locked
}

/** An archived opportunity can be read, restored or lose evidence, but not edited. */
export function requireActive({ status }: { status: OpportunityStatus }) {
  if (status === 'archived')
    throwApiError('INVALID_STATE', 'This opportunity is archived; restore it first by setting its status to active.')
}

async function lockExistingInsights({ db, org }: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return () => {}
  const found = (await lockInsights(db, org, ids)).filter((insight) => !insight.deleted)
  return () =>
    requireExist(
      'body.insight_ids',
      'insight',
      ids,
      found.map((insight) => insight.id),
    )
}

type NewOpportunityInput = {
  title: string
  category: RankedCategory
  summary?: string | null
  problem_statement?: string | null
  owner_id?: string | null
  insight_ids?: readonly string[]
  segment_ids?: readonly string[]
}

export const createOpportunity = async (ctx: Ctx, input: NewOpportunityInput): Promise<string> =>
  (await create(ctx, input, null))!

/** One opportunity per source, also under concurrent promotion; undefined when it already exists. */
export const promoteOpportunity = (
  ctx: Ctx,
  { source, ...input }: NewOpportunityInput & { source: OpportunitySource },
) => create(ctx, input, source)

async function create(
  ctx: Ctx,
  input: NewOpportunityInput,
  source: OpportunitySource | null,
): Promise<string | undefined> {
  const { db, org, user } = ctx
  const {
    title,
    category,
    insight_ids = [],
    segment_ids = [],
    summary = null,
    problem_statement = null,
    owner_id = null,
  } = input
  await requireOwner(ctx, owner_id)
  await requireSegments(ctx, segment_ids)
  const requireInsights = await lockExistingInsights(ctx, insight_ids)
  requireInsights()
  const id = await insert(ctx, { title, category, summary, problem_statement, owner_id, source })
  if (id === undefined) return undefined
  await replaceSegments(db, org, { kind: 'opportunity', id }, segment_ids)
  await insertEvidence(db, org, { kind: 'opportunity', id }, { insightIds: insight_ids, reason: null, user })
  await lockRanks(db, org, [category])
  await measureOpportunities(db, org, [id])
  await updateRanks(db, org, category)
  return id
}

/** Retries with a new id, and so a new slug, unless the source itself is already used. */
async function insert({ db, org }: Ctx, opportunity: Omit<NewOpportunity, 'id' | 'slug'>): Promise<string | undefined> {
  for (let attempt = 0; attempt < maxSlugAttempts; attempt++) {
    const id = newId()
    if ((await insertOpportunity(db, org, { ...opportunity, id, slug: slugOf(opportunity.title, id) })) > 0) return id
    if (opportunity.source && (await hasSource(db, org, opportunity.source))) return undefined
  }
  throw new Error(`no free slug for an opportunity after ${maxSlugAttempts} attempts`)
}

/** Slugs end in a part of the random id, so a second collision is already unlikely. */
const maxSlugAttempts = 100

type OpportunityChange = {
  title?: string
  summary?: string | null
  problem_statement?: string | null
  owner_id?: string | null
  category?: RankedCategory
  status?: OpportunityStatus
}

export async function updateOpportunity(ctx: Ctx, id: string, { status, category, ...input }: OpportunityChange) {
  const before = status || category ? await lockOpportunityAndRanks(ctx, id, category) : await lockOpportunity(ctx, id)
  const after = { status: status ?? before.status, category: category ?? before.category }
  const hasEdits = Object.keys(input).length > 0
  if ((hasEdits || category) && after.status === 'archived') requireActive(before)
  await requireOwner(ctx, input.owner_id)
  const isMoved = after.status !== before.status || after.category !== before.category
  if (hasEdits || isMoved)
    await updateOpportunityColumns(ctx.db, ctx.org, id, {
      ...input,
      ...(isMoved && rankColumns(before, after, ctx.now)),
    })
  const isArchived = after.status === 'archived' && before.status !== 'archived'
  if (hasEdits || (isMoved && !isArchived))
    ctx.emit('opportunity.updated', { previous: previousValues(before, { ...input, ...after }) })
  if (isArchived) ctx.emit('opportunity.archived', { previous: { status: before.status } })
  if (!isMoved) return
  if (after.status === 'active') await measureOpportunities(ctx.db, ctx.org, [id])
  for (const touched of new Set([before.category, after.category])) await updateRanks(ctx.db, ctx.org, touched)
}

/** A rank is only valid within its category, and an archived opportunity has none. */
const rankColumns = (
  before: OpportunityState,
  after: { status: OpportunityStatus; category: RankedCategory },
  now: Date,
) => ({
  ...after,
  archived_at: after.status === 'active' ? null : now,
  rank: null,
  previous_rank: after.category === before.category ? (before.rank ?? undefined) : null,
})

export const archiveOpportunity = (ctx: Ctx, id: string) => updateOpportunity(ctx, id, { status: 'archived' })

export async function addInsights(ctx: Ctx, id: string, insight_ids: readonly string[], reason: string | null) {
  const { db, org, user } = ctx
  await getOpportunityState(ctx, id)
  const requireInsights = await lockExistingInsights(ctx, insight_ids)
  const opportunity = await lockOpportunityAndRanks(ctx, id)
  requireActive(opportunity)
  requireInsights()
  const linked = await insertEvidence(db, org, { kind: 'opportunity', id }, { insightIds: insight_ids, reason, user })
  if (linked) await refreshAfterEvidenceChange(ctx, opportunity)
  return { linked, already_linked: insight_ids.length - linked }
}

export async function removeInsight(ctx: Ctx, id: string, insightId: string) {
  const { db, org } = ctx
  await getOpportunityState(ctx, id)
  const [insight] = await lockInsights(db, org, [insightId])
  if (!insight || insight.deleted) notFound('insight')
  const opportunity = await lockOpportunityAndRanks(ctx, id)
  if (await deleteEvidence(db, org, { kind: 'opportunity', id }, insightId))
    await refreshAfterEvidenceChange(ctx, opportunity)
}

async function refreshAfterEvidenceChange({ db, org }: Ctx, { id, category }: OpportunityState) {
  await touchOpportunity(db, org, id)
  await measureOpportunities(db, org, [id])
  await updateRanks(db, org, category)
}

export async function setOpportunitySegments(ctx: Ctx, id: string, segment_ids: readonly string[]) {
  requireActive(await lockOpportunity(ctx, id))
  await requireSegments(ctx, segment_ids)
  await replaceSegments(ctx.db, ctx.org, { kind: 'opportunity', id }, segment_ids)
  await touchOpportunity(ctx.db, ctx.org, id)
}

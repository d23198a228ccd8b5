import type { Ctx, ReadCtx } from '#domain/context.ts'
import { throwApiError, throwMerged, notFound, requireExist } from '#domain/errors.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { findSegments, requireFoundSegments } from '#domain/segmentation/require-segments.ts'
import { lockedWrite } from '#domain/planning/references/locked-write.ts'
import { insertEvidence } from '#domain/planning/references/queries-evidence.ts'
import { previousValues } from '#domain/planning/references/previous-values.ts'
import { notifyOwner } from '#domain/notifications/notify-others.ts'
import { changedFields, findFieldRules, type GivenFields, newFields } from '#domain/custom-fields/values.ts'
import { isOwner, requireActiveMember, requireOwner } from '#domain/planning/references/require-owner.ts'
import { replaceSegments } from '#domain/planning/references/queries-segments.ts'
import { measureOpportunities } from '#domain/ranking/queries-measure.ts'
import { lockRanks, updateRanks } from '#domain/ranking/queries-rank.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import { pipelined } from '#store/pipelined.ts'
import {
  listOpportunityCategories,
  hasSource,
  insertOpportunity,
  lockOpportunities,
  type NewOpportunity,
  findOpportunityState,
  type OpportunityRow,
  type OpportunitySource,
  type OpportunityState,
  touchOpportunity,
  tryLockOpportunity,
  updateOpportunityColumns,
} from './queries.ts'
import { changesScore, type EstimatesInput, mergedRatings, newEstimates } from './estimates.ts'
import { getOpportunityDetail, type OpportunityDetailView } from './present.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'

/* Shared by all routes. Lock order everywhere: insights, ranks, opportunity rows; this prevents deadlocks. */

const withLockedOpportunity = lockedWrite<OpportunityState>({
  kind: 'opportunity',
  lock: async (db, org, id) => (await lockOpportunities(db, org, [id]))[0],
  tryLock: tryLockOpportunity,
})

export async function getOpportunityState({ db, org }: ReadCtx, id: string): Promise<OpportunityState> {
  return requireUnmerged(await findOpportunityState(db, org, id))
}

export async function lockOpportunity({ db, org }: ReadCtx, id: string): Promise<OpportunityState> {
  return requireUnmerged((await lockOpportunities(db, org, [id]))[0])
}

function requireUnmerged(row: OpportunityState | undefined): OpportunityState {
  if (row?.merged_into_id) throwMerged('opportunity', row.merged_into_id)
  return row ?? notFound('opportunity')
}

/** Ids without an opportunity are left out. */
export async function lockExistingOpportunities({ db, org }: Ctx, ids: readonly string[]): Promise<OpportunityState[]> {
  await lockRanks(db, org, await listOpportunityCategories(db, org, ids))
  return lockOpportunities(db, org, ids)
}

/** Also locks the ranks of its category, and of the category it moves to. */
export async function lockOpportunityAndRanks(
  ctx: Ctx,
  id: string,
  newCategory?: OpportunityCategory,
): Promise<OpportunityState> {
  const { db, org } = ctx
  const unlocked = await getOpportunityState(ctx, id)
  const [, locked] = await pipelined(db, [
    lockRanks(db, org, newCategory ? [unlocked.category, newCategory] : [unlocked.category]),
    lockOpportunity(ctx, id),
  ])
  if (locked.category !== unlocked.category) await lockRanks(db, org, [locked.category])
  return locked
}

/** An archived opportunity can be read, restored or lose evidence, but not edited. */
export function requireActive({ status, merged_into_id }: Pick<OpportunityState, 'status' | 'merged_into_id'>) {
  if (merged_into_id) throwMerged('opportunity', merged_into_id)
  if (status === 'archived')
    throwApiError('INVALID_STATE', 'This opportunity is archived; restore it first by setting its status to active.')
}

export async function lockExistingInsights({ db, org }: Ctx, ids: readonly string[]) {
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
  category: OpportunityCategory
  summary?: string | null
  problem_statement?: string | null
  owner_id?: string | null
  insight_ids?: readonly string[]
  segment_ids?: readonly string[]
  custom_fields?: GivenFields
} & EstimatesInput

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
  const { title, category, summary = null, problem_statement = null, owner_id = null } = input
  const { insight_ids = [], segment_ids = [] } = input
  const [isMember, segments, rules, requireInsights] = await pipelined(db, [
    isOwner(ctx, owner_id),
    findSegments(ctx, segment_ids),
    findFieldRules(db, org, 'opportunity', [input.custom_fields]),
    lockExistingInsights(ctx, insight_ids),
  ])
  requireActiveMember(isMember)
  requireFoundSegments(segment_ids, segments)
  requireInsights()
  const stored = { ...newEstimates(input), custom_fields: newFields(rules, input.custom_fields) }
  const id = await insert(ctx, { title, category, summary, problem_statement, owner_id, source, ...stored })
  if (id === undefined) return undefined
  await pipelined(db, [
    replaceSegments(db, org, { kind: 'opportunity', id }, segment_ids),
    insertEvidence(db, org, { kind: 'opportunity', id }, { insightIds: insight_ids, reason: null, user }),
    lockRanks(db, org, [category]),
    measureOpportunities(db, org, [id]),
    updateRanks(db, org, category),
    notifyOwner(ctx, { type: 'opportunity', id }, { after: owner_id }),
  ])
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
  category?: OpportunityCategory
  status?: OpportunityRow['status']
  custom_fields?: GivenFields
} & EstimatesInput

export async function updateOpportunity(ctx: Ctx, id: string, change: OpportunityChange) {
  const { status, category, ratings, custom_fields, ...fields } = change
  const isScored = changesScore(change)
  const before =
    status || category || isScored ? await lockOpportunityAndRanks(ctx, id, category) : await lockOpportunity(ctx, id)
  const after = { status: status ?? before.status, category: category ?? before.category }
  const input = {
    ...fields,
    ...(ratings && { ratings: mergedRatings(before.ratings, ratings) }),
    ...(await changedFields(ctx, 'opportunity', before, custom_fields)),
  }
  const hasEdits = Object.keys(input).length > 0
  if ((hasEdits || category) && after.status === 'archived') requireActive(before)
  await requireOwner(ctx, input.owner_id)
  const isMoved = after.status !== before.status || after.category !== before.category
  const columns = { ...input, ...(isMoved && rankColumns(before, after, ctx.now)) }
  const isArchived = after.status === 'archived' && before.status !== 'archived'
  if (hasEdits || (isMoved && !isArchived))
    ctx.emit('opportunity.updated', { previous: previousValues(before, { ...input, ...after }) })
  if (isArchived) ctx.emit('opportunity.archived', { previous: { status: before.status } })
  const touched = isMoved || isScored ? [...new Set([before.category, after.category])] : []
  await pipelined(ctx.db, [
    (hasEdits || isMoved) && updateOpportunityColumns(ctx.db, ctx.org, id, columns),
    isMoved && after.status === 'active' && measureOpportunities(ctx.db, ctx.org, [id]),
    ...touched.map((ranked) => updateRanks(ctx.db, ctx.org, ranked)),
    notifyOwner(ctx, { type: 'opportunity', id }, { before: before.owner_id, after: input.owner_id }),
  ])
}

/** A rank is only valid within its category, and an archived opportunity has none. */
const rankColumns = (
  before: OpportunityState,
  after: { status: OpportunityRow['status']; category: OpportunityCategory },
  now: Date,
) => ({
  ...after,
  archived_at: after.status === 'active' ? null : now,
  rank: null,
  previous_rank: after.category === before.category ? (before.rank ?? undefined) : null,
})

export const archiveOpportunity = (ctx: Ctx, id: string) => updateOpportunity(ctx, id, { status: 'archived' })

type SegmentsInput = { segment_ids: readonly string[] }

/** Replaces the segments of the opportunity with this id in the input; returns its new details. */
export const setOpportunitySegments = <Input extends SegmentsInput, Result>(
  idOf: (input: Input) => string,
  present: (opportunity: OpportunityDetailView) => Result,
) =>
  withLockedOpportunity(
    idOf,
    (ctx: Ctx, { segment_ids }: Input) => findSegments(ctx, segment_ids),
    async (ctx, { segment_ids }, opportunity, segments): Promise<Result> => {
      const { id } = opportunity
      requireActive(opportunity)
      requireFoundSegments(segment_ids, segments)
      const [, , detail] = await pipelined(ctx.db, [
        replaceSegments(ctx.db, ctx.org, { kind: 'opportunity', id }, segment_ids),
        touchOpportunity(ctx.db, ctx.org, id),
        getOpportunityDetail(ctx, id),
      ])
      return present(detail)
    },
  )

import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { requireSegments } from '#domain/segmentation/require.ts'
import { previousOf } from '#domain/planning/references/previous.ts'
import { requireOwner } from '#domain/planning/references/owner.ts'
import { replaceSegments } from '#domain/planning/references/segments.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import {
  type Detail,
  initiativeById,
  insertInitiative,
  insertStatusChange,
  lockInitiative,
  type NewSection,
  sectionsOf,
  type Status,
  touchInitiative,
  updateInitiative,
  upsertSection,
} from './queries.ts'

/* What can be done to an initiative, whichever route asks for it. */

const maxSections = 100
const maxMetadata = 16 * 1024

export async function showInitiative({ db, org }: Ctx, id: string): Promise<Detail> {
  const initiative = (await initiativeById(db, org, id)) ?? notFound('initiative')
  return { ...initiative, segment_ids: initiative.segments.map((segment) => segment.id) }
}

export const initiativeToChange = async ({ db, org }: Ctx, id: string) =>
  (await lockInitiative(db, org, id)) ?? notFound('initiative')

/** An archived initiative is read, restored or parted from things; it is not worked on. */
export async function initiativeToWorkOn(ctx: Ctx, id: string) {
  const initiative = await initiativeToChange(ctx, id)
  if (initiative.status === 'archived') refuseArchived()
  return initiative
}
const refuseArchived = () =>
  throwApiError('INVALID_STATE', 'This initiative is archived; give it another status first.')

type New = {
  title: string
  description?: string | null
  goal?: string | null
  status?: Status
  owner_id?: string | null
  segment_ids?: readonly string[]
}

export async function createInitiative(ctx: Ctx, given: New): Promise<string> {
  const { db, org, user } = ctx
  const { title, description = null, goal = null, status = 'draft', owner_id = null, segment_ids = [] } = given
  await requireOwner(ctx, owner_id)
  await requireSegments(ctx, segment_ids)
  let id: string
  do id = newId()
  while (
    (await insertInitiative(db, org, { id, slug: slugOf(title, id), title, description, goal, status, owner_id })) === 0
  )
  for (const key of ['overview', 'evidence']) await upsertSection(db, org, id, user, { key, content: '' })
  await replaceSegments(db, org, 'initiative', id, segment_ids)
  return id
}

type Change = {
  title?: string
  description?: string | null
  goal?: string | null
  owner_id?: string | null
  status?: Status
}

/** Any status follows any other; leaving `archived` restores. */
export async function changeInitiative(ctx: Ctx, id: string, { status, ...given }: Change) {
  const { db, org, user, now } = ctx
  const before = await initiativeToChange(ctx, id)
  const after = status ?? before.status
  const edits = Object.keys(given).length > 0
  if (edits && before.status === 'archived' && after === 'archived') refuseArchived()
  await requireOwner(ctx, given.owner_id)
  const moves = after !== before.status
  if (moves)
    await insertStatusChange(db, org, { id: newId(), initiative: id, from: before.status, to: after, actor: user })
  const place = moves ? { status: after, archived_at: after === 'archived' ? now : null } : {}
  if (moves || edits) await updateInitiative(db, org, id, { ...given, ...place })
  if (edits) ctx.emit('initiative.updated', { previous: previousOf(before, given) })
  if (moves)
    ctx.emit(after === 'archived' ? 'initiative.archived' : 'initiative.status_changed', {
      previous: { status: before.status },
    })
}

/** `metadata` that is absent stays as it was; null takes it away. */
export async function writeSection(ctx: Ctx, id: string, section: NewSection) {
  const { db, org, user } = ctx
  await initiativeToWorkOn(ctx, id)
  const size = section.metadata ? Buffer.byteLength(JSON.stringify(section.metadata)) : 0
  if (size > maxMetadata) invalidField('body.metadata', 'is larger than 16 KB')
  const keys = (await sectionsOf(db, org, id)).map((one) => one.key)
  if (!keys.includes(section.key) && keys.length >= maxSections)
    throwApiError('INVALID_STATE', `An initiative has at most ${maxSections} sections; remove one first.`)
  const written = await upsertSection(db, org, id, user, section)
  await touchInitiative(db, org, id)
  return written
}

export async function setInitiativeSegments(ctx: Ctx, id: string, segment_ids: readonly string[]) {
  await initiativeToWorkOn(ctx, id)
  await requireSegments(ctx, segment_ids)
  await replaceSegments(ctx.db, ctx.org, 'initiative', id, segment_ids)
  await touchInitiative(ctx.db, ctx.org, id)
}

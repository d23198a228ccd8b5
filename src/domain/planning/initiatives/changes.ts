import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { requireSegments } from '#domain/segmentation/require-segments.ts'
import { previousValues } from '#domain/planning/references/previous-values.ts'
import { requireOwner } from '#domain/planning/references/require-owner.ts'
import { replaceSegments } from '#domain/planning/references/queries-segments.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import {
  type InitiativeDetailRow,
  findInitiative,
  insertInitiative,
  insertStatusChange,
  lockInitiative,
  type NewSection,
  listSections,
  type InitiativeStatus,
  touchInitiative,
  updateInitiativeColumns,
  upsertSection,
} from './queries.ts'

/* Shared by the initiative routes and the Build actions. */

const maxSections = 100
const maxMetadata = 16 * 1024

export async function getInitiativeDetail({ db, org }: Ctx, id: string): Promise<InitiativeDetailRow> {
  const initiative = (await findInitiative(db, org, id)) ?? notFound('initiative')
  return { ...initiative, segment_ids: initiative.segments.map((segment) => segment.id) }
}

export const lockInitiativeOrThrow = async ({ db, org }: Ctx, id: string) =>
  (await lockInitiative(db, org, id)) ?? notFound('initiative')

/** An archived initiative can be read, restored or unlinked, but not edited. */
export async function lockOpenInitiative(ctx: Ctx, id: string) {
  const initiative = await lockInitiativeOrThrow(ctx, id)
  if (initiative.status === 'archived') throwArchived()
  return initiative
}
const throwArchived = () => throwApiError('INVALID_STATE', 'This initiative is archived; give it another status first.')

type NewInitiativeInput = {
  title: string
  description?: string | null
  goal?: string | null
  status?: InitiativeStatus
  owner_id?: string | null
  segment_ids?: readonly string[]
}

export async function createInitiative(ctx: Ctx, input: NewInitiativeInput): Promise<string> {
  const { db, org, user } = ctx
  const { title, description = null, goal = null, status = 'draft', owner_id = null, segment_ids = [] } = input
  await requireOwner(ctx, owner_id)
  await requireSegments(ctx, segment_ids)
  let id: string
  do id = newId()
  while (
    (await insertInitiative(db, org, { id, slug: slugOf(title, id), title, description, goal, status, owner_id })) === 0
  )
  for (const key of ['overview', 'evidence']) await upsertSection(db, org, id, { key, content: '', user })
  await replaceSegments(db, org, { kind: 'initiative', id }, segment_ids)
  return id
}

type InitiativeChange = {
  title?: string
  description?: string | null
  goal?: string | null
  owner_id?: string | null
  status?: InitiativeStatus
}

/** Any status follows any other; leaving `archived` restores. */
export async function updateInitiative(ctx: Ctx, id: string, { status, ...input }: InitiativeChange) {
  const { db, org, user, now } = ctx
  const before = await lockInitiativeOrThrow(ctx, id)
  const after = status ?? before.status
  const hasEdits = Object.keys(input).length > 0
  if (hasEdits && before.status === 'archived' && after === 'archived') throwArchived()
  await requireOwner(ctx, input.owner_id)
  const isStatusChange = after !== before.status
  if (isStatusChange)
    await insertStatusChange(db, org, { id: newId(), initiative: id, from: before.status, to: after, actor: user })
  const statusColumns = isStatusChange ? { status: after, archived_at: after === 'archived' ? now : null } : {}
  if (isStatusChange || hasEdits) await updateInitiativeColumns(db, org, id, { ...input, ...statusColumns })
  if (hasEdits) ctx.emit('initiative.updated', { previous: previousValues(before, input) })
  if (isStatusChange)
    ctx.emit(after === 'archived' ? 'initiative.archived' : 'initiative.status_changed', {
      previous: { status: before.status },
    })
}

/** Absent `metadata` stays unchanged; null removes it. */
export async function writeSection(ctx: Ctx, id: string, section: NewSection) {
  const { db, org, user } = ctx
  await lockOpenInitiative(ctx, id)
  const size = section.metadata ? Buffer.byteLength(JSON.stringify(section.metadata)) : 0
  if (size > maxMetadata) invalidField('body.metadata', 'is larger than 16 KB')
  const keys = (await listSections(db, org, id)).map((one) => one.key)
  if (!keys.includes(section.key) && keys.length >= maxSections)
    throwApiError('INVALID_STATE', `An initiative has at most ${maxSections} sections; remove one first.`)
  const written = await upsertSection(db, org, id, { ...section, user })
  await touchInitiative(db, org, id)
  return written
}

export async function setInitiativeSegments(ctx: Ctx, id: string, segment_ids: readonly string[]) {
  await lockOpenInitiative(ctx, id)
  await requireSegments(ctx, segment_ids)
  await replaceSegments(ctx.db, ctx.org, { kind: 'initiative', id }, segment_ids)
  await touchInitiative(ctx.db, ctx.org, id)
}

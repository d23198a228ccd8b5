import type { Ctx, ReadCtx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { findSegments, requireFoundSegments } from '#domain/segmentation/require-segments.ts'
import { lockedWrite } from '#domain/planning/references/locked-write.ts'
import { previousValues } from '#domain/planning/references/previous-values.ts'
import { notifyOwner } from '#domain/notifications/notify-others.ts'
import {
  type FieldRules,
  findFieldRules,
  type GivenFields,
  mergedFields,
  newFields,
  noFieldRules,
  requireFields,
} from '#domain/custom-fields/values.ts'
import { isOwner, requireActiveMember } from '#domain/planning/references/require-owner.ts'
import { replaceSegments } from '#domain/planning/references/queries-segments.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import { pipelined } from '#store/pipelined.ts'
import { RetryTransactionError } from '#store/transaction.ts'
import {
  type InitiativeDetailRow,
  findInitiative,
  insertInitiative,
  lockInitiative,
  type InitiativeState,
  type NewSection,
  touchInitiative,
  tryLockInitiative,
  updateInitiativeColumns,
  insertInitiativeStatusChange,
  upsertInitiativeSection,
} from './queries.ts'
import type { InitiativeStatus } from '#vocabulary/statuses.ts'

/* Shared by the initiative routes and the Build actions. */

const maxSections = 100
const maxMetadata = 16 * 1024

export async function getInitiativeDetail({ db, org }: ReadCtx, id: string): Promise<InitiativeDetailRow> {
  const initiative = (await findInitiative(db, org, id)) ?? notFound('initiative')
  return { ...initiative, segment_ids: initiative.segments.map((segment) => segment.id) }
}

export const withLockedInitiative = lockedWrite<InitiativeState>({
  kind: 'initiative',
  lock: lockInitiative,
  tryLock: tryLockInitiative,
})

export const lockInitiativeOrThrow = async ({ db, org }: Ctx, id: string) =>
  (await lockInitiative(db, org, id)) ?? notFound('initiative')

/** An archived initiative can be read, restored or unlinked, but not edited. */
export async function lockOpenInitiative(ctx: Ctx, id: string) {
  const initiative = await lockInitiativeOrThrow(ctx, id)
  requireOpenInitiative(initiative)
  return initiative
}
export const requireOpenInitiative = ({ status }: Pick<InitiativeState, 'status'>) => {
  if (status === 'archived') throwArchived()
}
const throwArchived = () => throwApiError('INVALID_STATE', 'This initiative is archived; give it another status first.')

type NewInitiativeInput = {
  title: string
  description?: string | null
  goal?: string | null
  status?: InitiativeStatus
  owner_id?: string | null
  segment_ids?: readonly string[]
  custom_fields?: GivenFields
}

type Segments = Awaited<ReturnType<typeof findSegments>>
type NewReferences = { isMember: boolean; segments: Segments; rules: FieldRules }

/** What a new initiative refers to; the segments are share-locked. */
export async function findNewReferences(ctx: Ctx, input: Partial<NewInitiativeInput>): Promise<NewReferences> {
  const [isMember, segments, rules] = await pipelined(ctx.db, [
    isOwner(ctx, input.owner_id),
    findSegments(ctx, input.segment_ids),
    findFieldRules(ctx.db, ctx.org, 'initiative', [input.custom_fields]),
  ])
  return { isMember, segments, rules }
}

/** Runs `more` and reads the details in the same round trip. */
export async function createInitiative(
  ctx: Ctx,
  input: NewInitiativeInput,
  { isMember, segments, rules }: NewReferences,
  more: (id: string) => Promise<unknown> = async () => {},
): Promise<InitiativeDetailRow> {
  const { db, org, user } = ctx
  const { segment_ids = [], ...fields } = input
  requireActiveMember(isMember)
  requireFoundSegments(segment_ids, segments)
  const id = newId()
  const row = { ...fields, id, slug: slugOf(fields.title, id), custom_fields: newFields(rules, fields.custom_fields) }
  const requireInserted = (count: number) => {
    // The slug, which ends in a part of the id, is taken: another id.
    if (count === 0) throw new RetryTransactionError()
  }
  const written = [
    insertInitiative(db, org, row).then(requireInserted),
    ...['overview', 'evidence'].map((key) => upsertInitiativeSection(db, org, id, { key, content: '', user })),
    replaceSegments(db, org, { kind: 'initiative', id }, segment_ids),
    more(id),
    notifyOwner(ctx, { type: 'initiative', id }, { after: fields.owner_id }),
  ]
  const detail = getInitiativeDetail(ctx, id)
  await pipelined(db, [...written, detail])
  return detail
}

type InitiativeChange = {
  title?: string
  description?: string | null
  goal?: string | null
  owner_id?: string | null
  status?: InitiativeStatus
  custom_fields?: GivenFields
}

/** What a change refers to. */
type ChangeReferences = { isMember: boolean; rules: FieldRules }
/** Of a change of other fields. */
export const noReferences: ChangeReferences = { isMember: true, rules: noFieldRules }

export async function findChangeReferences(ctx: Ctx, change: InitiativeChange): Promise<ChangeReferences> {
  const [isMember, rules] = await pipelined(ctx.db, [
    isOwner(ctx, change.owner_id),
    findFieldRules(ctx.db, ctx.org, 'initiative', [change.custom_fields]),
  ])
  return { isMember, rules }
}

/** Any status follows any other; leaving `archived` restores. Writes and reads in one round trip. */
export async function updateInitiative(
  ctx: Ctx,
  before: InitiativeState,
  { status, custom_fields, ...fields }: InitiativeChange,
  { isMember, rules }: ChangeReferences,
): Promise<InitiativeDetailRow> {
  const { db, org, user, now } = ctx
  const { id } = before
  const after = status ?? before.status
  const changes = requireFields(rules, custom_fields)
  const input = { ...fields, ...(changes && { custom_fields: mergedFields(before.custom_fields, changes) }) }
  const hasEdits = Object.keys(input).length > 0
  if (hasEdits && before.status === 'archived' && after === 'archived') throwArchived()
  requireActiveMember(isMember)
  const isStatusChange = after !== before.status
  const statusColumns = isStatusChange ? { status: after, archived_at: after === 'archived' ? now : null } : {}
  if (hasEdits) ctx.emit('initiative.updated', { previous: previousValues(before, input) })
  if (isStatusChange)
    ctx.emit(after === 'archived' ? 'initiative.archived' : 'initiative.status_changed', {
      previous: { status: before.status },
    })
  const [, , detail] = await pipelined(db, [
    isStatusChange &&
      insertInitiativeStatusChange(db, org, {
        id: newId(),
        initiative: id,
        from: before.status,
        to: after,
        actor: user,
      }),
    (isStatusChange || hasEdits) && updateInitiativeColumns(db, org, id, { ...input, ...statusColumns }),
    getInitiativeDetail(ctx, id),
    notifyOwner(ctx, { type: 'initiative', id }, { before: before.owner_id, after: input.owner_id }),
  ])
  return detail
}

/** Absent `metadata` stays unchanged; null removes it. */
export async function writeSection(
  { db, org, user }: Ctx,
  { id, status }: InitiativeState,
  section: NewSection,
  stored: readonly { key: string }[],
) {
  requireOpenInitiative({ status })
  const size = section.metadata ? Buffer.byteLength(JSON.stringify(section.metadata)) : 0
  if (size > maxMetadata) invalidField('body.metadata', 'is larger than 16 KB')
  if (!stored.some((one) => one.key === section.key) && stored.length >= maxSections)
    throwApiError('INVALID_STATE', `An initiative has at most ${maxSections} sections; remove one first.`)
  const [written] = await pipelined(db, [
    upsertInitiativeSection(db, org, id, { ...section, user }),
    touchInitiative(db, org, id),
  ])
  return written
}

export async function setInitiativeSegments(
  ctx: Ctx,
  { id, status }: InitiativeState,
  segmentIds: readonly string[],
  segments: Segments,
): Promise<InitiativeDetailRow> {
  requireOpenInitiative({ status })
  requireFoundSegments(segmentIds, segments)
  const [, , detail] = await pipelined(ctx.db, [
    replaceSegments(ctx.db, ctx.org, { kind: 'initiative', id }, segmentIds),
    touchInitiative(ctx.db, ctx.org, id),
    getInitiativeDetail(ctx, id),
  ])
  return detail
}

import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import type { Prepared } from '#domain/operation-handlers.ts'
import { notifyOwner } from '#domain/notifications/notify-others.ts'
import { previousValues } from '#domain/planning/references/previous-values.ts'
import {
  findFieldRules,
  type GivenFields,
  mergedFields,
  newFields,
  requireFields,
} from '#domain/custom-fields/values.ts'
import { isOwner, requireActiveMember } from '#domain/planning/references/require-owner.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import { pipelined } from '#store/pipelined.ts'
import {
  lockInitiativeForShare,
  insertProject,
  type ProjectRow,
  insertProjectStatusChange,
  insertDefaultSections,
  updateProjectColumns,
} from './queries.ts'
import { countProjectContacts } from './queries-contacts.ts'
import { findProjectDetail, getProjectDetail, type ProjectDetailRow } from './queries-detail.ts'
import { initialStatus, changeStatus, requireOpen, requireOrderedDates, type ProjectStatusFields } from './rules.ts'
import type { OpenProjectStatus, ProjectStatus } from '#vocabulary/statuses.ts'

/* Shared by the Project routes and the Build actions. */

type ProjectFields = {
  title?: string
  description?: string | null
  initiative_id?: string | null
  owner_id?: string | null
  start_date?: string | null
  target_date?: string | null
  custom_fields?: GivenFields
}

/** What a change refers to; the initiative is share-locked. */
export type References = Awaited<ReturnType<typeof findReferences>>

export const findReferences = (ctx: Ctx, { owner_id, initiative_id, custom_fields }: ProjectFields) =>
  pipelined(ctx.db, [
    isOwner(ctx, owner_id),
    initiative_id ? lockInitiativeForShare(ctx.db, ctx.org, initiative_id) : null,
    findFieldRules(ctx.db, ctx.org, 'project', [custom_fields]),
  ])

function requireReferences([isMember, initiative]: References) {
  requireActiveMember(isMember)
  if (initiative === undefined) invalidField('body.initiative_id', 'there is no initiative with this id')
  if (initiative?.archived)
    throwApiError('INVALID_STATE', 'This initiative is archived; restore it before adding Projects.')
}

/** The references are those of the check. */
export async function createProject(
  ctx: Prepared<References>,
  input: ProjectFields & { title: string; status: OpenProjectStatus },
): Promise<ProjectDetailRow> {
  const { db, org, user } = ctx
  const { status, custom_fields: given, ...others } = input
  const fields = { ...others, custom_fields: newFields(ctx.prepared[2], given) }
  requireOrderedDates({ start_date: null, target_date: null, ...fields }, input)
  requireReferences(ctx.prepared)
  const statusFields = initialStatus(status, ctx.now.toISOString())
  for (;;) {
    const id = newId()
    const [inserted, , project] = await pipelined(db, [
      insertProject(db, org, { ...fields, ...statusFields, id, slug: slugOf(fields.title, id), created_by: user }),
      insertDefaultSections(db, org, id, user),
      findProjectDetail(db, org, id),
    ])
    if (!inserted) continue
    await notifyOwner(ctx, { type: 'project', id }, { after: fields.owner_id })
    return project!
  }
}

/** Writes and reads in one round trip. */
export async function updateProject(
  ctx: Ctx,
  before: ProjectRow,
  { status, custom_fields, ...fields }: ProjectFields & { status?: ProjectStatus },
  references: References,
): Promise<ProjectDetailRow> {
  const { db, org, user } = ctx
  const { id } = before
  const changes = requireFields(references[2], custom_fields)
  const input = { ...fields, ...(changes && { custom_fields: mergedFields(before.custom_fields, changes) }) }
  const changesFields = Object.keys(input).length > 0
  if (changesFields && (status ?? 'archived') === 'archived') requireOpen(before.status, 'changes')
  requireOrderedDates({ ...before, ...input }, input)
  requireReferences(references)
  const after = status && changeStatus(before, status, ctx.now.toISOString())
  if (!after && !changesFields) return getProjectDetail(ctx, id)
  // Restoring a completed Project from the archive is no new completion.
  const isCompleted = after?.status === 'completed' && after.completed_at !== before.completed_at
  const [, , contacts, project] = await pipelined(db, [
    updateProjectColumns(db, org, id, { ...input, ...(after && statusColumns(after)) }),
    after && insertProjectStatusChange(db, org, id, { from: before.status, to: after.status, user }),
    isCompleted ? countProjectContacts(db, org, id) : 0,
    getProjectDetail(ctx, id),
    notifyOwner(ctx, { type: 'project', id }, { before: before.owner_id, after: input.owner_id }),
  ])
  if (changesFields) ctx.emit('project.updated', { previous: previousValues(before, input) })
  if (after)
    ctx.emit(after.status === 'archived' ? 'project.archived' : 'project.status_changed', {
      previous: { status: before.status },
    })
  if (after && isCompleted) emitCompleted(ctx, { ...before, ...input, ...after }, contacts)
  return project
}

/** For systems that tell customers: who they are, and where they are listed. */
function emitCompleted(ctx: Ctx, { id, title, completed_at }: ProjectRow, contact_count: number) {
  const { publicUrl } = ctx.settings
  ctx.emit('project.completed', {
    object: {
      id,
      title,
      status: 'completed',
      completed_at,
      url: `${publicUrl}/projects/${id}`,
      contact_count,
      contacts_url: `${publicUrl}/api/v1/projects/${id}/contacts`,
    },
  })
}

const statusColumns = ({
  status,
  status_before_archive,
  started_at,
  completed_at,
  archived_at,
}: ProjectStatusFields) => ({
  status,
  status_before_archive,
  started_at,
  completed_at,
  archived_at,
})

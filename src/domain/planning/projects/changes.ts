import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { previousValues } from '#domain/planning/references/previous-values.ts'
import { requireOwner } from '#domain/planning/references/require-owner.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import {
  lockInitiativeForShare,
  insertProject,
  lockProject,
  type ProjectRow,
  insertStatusChange,
  insertDefaultSections,
  updateProjectColumns,
} from './queries.ts'
import { countProjectContacts } from './queries-contacts.ts'
import {
  initialStatus,
  changeStatus,
  type OpenStatus,
  requireOpen,
  requireOrderedDates,
  type ProjectStatusFields,
  type ProjectStatus,
} from './rules.ts'

/* Shared by the Project routes and the Build actions. */

type ProjectFields = {
  title?: string
  description?: string | null
  initiative_id?: string | null
  owner_id?: string | null
  start_date?: string | null
  target_date?: string | null
}

export const lockProjectOrThrow = async ({ db, org }: Ctx, id: string): Promise<ProjectRow> =>
  (await lockProject(db, org, id)) ?? notFound('project')

async function requireReferences(ctx: Ctx, { owner_id, initiative_id }: ProjectFields) {
  await requireOwner(ctx, owner_id)
  if (!initiative_id) return
  const initiative = await lockInitiativeForShare(ctx.db, ctx.org, initiative_id)
  if (!initiative) return invalidField('body.initiative_id', 'there is no initiative with this id')
  if (initiative.archived)
    throwApiError('INVALID_STATE', 'This initiative is archived; restore it before adding Projects.')
}

export async function createProject(
  ctx: Ctx,
  input: ProjectFields & { title: string; status: OpenStatus },
): Promise<string> {
  const { db, org, user } = ctx
  const {
    title,
    status,
    description = null,
    initiative_id = null,
    owner_id = null,
    start_date = null,
    target_date = null,
  } = input
  requireOrderedDates({ start_date, target_date }, input)
  await requireReferences(ctx, input)
  const statusFields = initialStatus(status, ctx.now.toISOString())
  const project = {
    title,
    description,
    initiative_id,
    owner_id,
    start_date,
    target_date,
    created_by: user,
    ...statusFields,
  }
  let id: string
  do id = newId()
  while ((await insertProject(db, org, { ...project, id, slug: slugOf(title, id) })) === 0)
  await insertDefaultSections(db, org, id, user)
  return id
}

export async function updateProject(
  ctx: Ctx,
  id: string,
  { status, ...input }: ProjectFields & { status?: ProjectStatus },
) {
  const { db, org, user } = ctx
  const before = await lockProjectOrThrow(ctx, id)
  const changesFields = Object.keys(input).length > 0
  if (changesFields && (status ?? 'archived') === 'archived') requireOpen(before.status, 'changes')
  requireOrderedDates({ ...before, ...input }, input)
  await requireReferences(ctx, input)
  const after = status && changeStatus(before, status, ctx.now.toISOString())
  if (!after && !changesFields) return
  await updateProjectColumns(db, org, id, { ...input, ...(after && statusColumns(after)) })
  if (changesFields) ctx.emit('project.updated', { previous: previousValues(before, input) })
  if (!after) return
  await insertStatusChange(db, org, id, { from: before.status, to: after.status, user })
  ctx.emit(after.status === 'archived' ? 'project.archived' : 'project.status_changed', {
    previous: { status: before.status },
  })
  // Restoring a completed Project from the archive is no new completion.
  if (after.status === 'completed' && after.completed_at !== before.completed_at)
    await emitCompleted(ctx, id, { ...before, ...input, ...after })
}

/** For systems that tell customers: who they are, and where they are listed. */
async function emitCompleted(ctx: Ctx, id: string, { title, completed_at }: { title: string } & ProjectStatusFields) {
  const { db, org, settings } = ctx
  ctx.emit('project.completed', {
    object: {
      id,
      title,
      status: 'completed',
      completed_at,
      url: `${settings.publicUrl}/projects/${id}`,
      contact_count: await countProjectContacts(db, org, id),
      contacts_url: `${settings.publicUrl}/api/v1/projects/${id}/contacts`,
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

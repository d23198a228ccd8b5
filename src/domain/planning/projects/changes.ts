import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { previousOf } from '#domain/planning/references/previous.ts'
import { requireOwner } from '#domain/planning/references/owner.ts'
import { slugOf } from '#engine/slug.ts'
import { newId } from '#store/ids.ts'
import {
  holdInitiative,
  insertProject,
  lockProject,
  type ProjectRow,
  recordStatusChange,
  seedSections,
  updateProject,
} from './queries.ts'
import { begin, move, type OpenStatus, requireOpen, requireOrderedDates, type Standing, type Status } from './rules.ts'

/* What both doors to a Project do: its own routes and the Build actions. */

type Fields = {
  title?: string
  description?: string | null
  initiative_id?: string | null
  owner_id?: string | null
  start_date?: string | null
  target_date?: string | null
}

/** The Project, held for a change. */
export const projectToChange = async ({ db, org }: Ctx, id: string): Promise<ProjectRow> =>
  (await lockProject(db, org, id)) ?? notFound('project')

async function requireReferences(ctx: Ctx, { owner_id, initiative_id }: Fields) {
  await requireOwner(ctx, owner_id)
  if (!initiative_id) return
  const initiative = await holdInitiative(ctx.db, ctx.org, initiative_id)
  if (!initiative) return invalidField('body.initiative_id', 'there is no initiative with this id')
  if (initiative.archived) throwApiError('INVALID_STATE', 'An archived initiative takes no Projects; restore it first.')
}

export async function createProject(ctx: Ctx, given: Fields & { title: string; status: OpenStatus }): Promise<string> {
  const { db, org, user } = ctx
  const {
    title,
    status,
    description = null,
    initiative_id = null,
    owner_id = null,
    start_date = null,
    target_date = null,
  } = given
  requireOrderedDates({ start_date, target_date }, given)
  await requireReferences(ctx, given)
  const standing = begin(status, ctx.now.toISOString())
  const project = {
    title,
    description,
    initiative_id,
    owner_id,
    start_date,
    target_date,
    created_by: user,
    ...standing,
  }
  let id: string
  do id = newId()
  while ((await insertProject(db, org, { ...project, id, slug: slugOf(title, id) })) === 0)
  await seedSections(db, org, id, user)
  return id
}

export async function changeProject(ctx: Ctx, id: string, { status, ...given }: Fields & { status?: Status }) {
  const { db, org, user } = ctx
  const before = await projectToChange(ctx, id)
  const changesFields = Object.keys(given).length > 0
  if (changesFields && (status ?? 'archived') === 'archived') requireOpen(before.status, 'changes')
  requireOrderedDates({ ...before, ...given }, given)
  await requireReferences(ctx, given)
  const after = status && move(before, status, ctx.now.toISOString())
  if (!after && !changesFields) return
  await updateProject(db, org, id, { ...given, ...(after && standingOf(after)) })
  if (changesFields) ctx.emit('project.updated', { previous: previousOf(before, given) })
  if (!after) return
  await recordStatusChange(db, org, id, { from: before.status, to: after.status, user })
  ctx.emit(after.status === 'archived' ? 'project.archived' : 'project.status_changed', {
    previous: { status: before.status },
  })
}

const standingOf = ({ status, status_before_archive, started_at, completed_at, archived_at }: Standing) => ({
  status,
  status_before_archive,
  started_at,
  completed_at,
  archived_at,
})

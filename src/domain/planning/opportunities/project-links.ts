import type { Ctx } from '#domain/context.ts'
import { notFound, requireExist } from '#domain/errors.ts'
import { lockOpportunity, requireActive } from './changes.ts'
import { deleteProjectLink, insertProjectLinks, lockExistingProjects } from './queries-projects.ts'
import { touchOpportunity } from './queries.ts'

export async function linkProjects(ctx: Ctx, id: string, projectIds: readonly string[]) {
  const { db, org } = ctx
  const existing = await lockExistingProjects(db, org, projectIds)
  requireActive(await lockOpportunity(ctx, id))
  requireExist('body.project_ids', 'Project', projectIds, existing)
  const linked = await insertProjectLinks(db, org, id, projectIds)
  if (linked) await touchOpportunity(db, org, id)
  return { linked, already_linked: projectIds.length - linked }
}

export async function unlinkProject(ctx: Ctx, id: string, projectId: string) {
  const [project] = await lockExistingProjects(ctx.db, ctx.org, [projectId])
  await lockOpportunity(ctx, id)
  if (project === undefined) notFound('project')
  if (await deleteProjectLink(ctx.db, ctx.org, id, projectId)) await touchOpportunity(ctx.db, ctx.org, id)
}

import type { projectPlans } from '#contract/resources/project-plans.ts'
import type { projects } from '#contract/resources/projects.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { pageOf } from '#store/page.ts'
import { actions } from './actions.ts'
import { changeProject, createProject } from './changes.ts'
import { pageOfEvidence } from './evidence.ts'
import { pageOfPlans, pageOfProjects } from './page.ts'
import { projectExists } from './queries.ts'
import { showProject } from './show.ts'
import { pageOfStories } from './stories.ts'

export const handlers: Handlers<typeof projects & typeof projectPlans, Ctx> = {
  listProjects: pageOfProjects,

  listProjectPlans: pageOfPlans,

  getProject: (ctx, { projectId }) => showProject(ctx, projectId),

  createProject: async (ctx, given) => showProject(ctx, await createProject(ctx, given)),

  async updateProject(ctx, { projectId, ...given }) {
    await changeProject(ctx, projectId, given)
    return showProject(ctx, projectId)
  },

  async archiveProject(ctx, { projectId }) {
    await changeProject(ctx, projectId, { status: 'archived' })
    return showProject(ctx, projectId)
  },

  async listProjectEvidence({ db, org, cursors }, { projectId, limit, cursor }) {
    if (!(await projectExists(db, org, projectId))) notFound('project')
    const rows = await pageOfEvidence(
      db,
      org,
      projectId,
      limit,
      cursor === undefined ? undefined : cursors.read(cursor),
    )
    const { data, pagination } = pageOf(rows, limit, ({ reference }) =>
      cursors.write([reference.assigned_at, reference.id]),
    )
    return { data: data.map((row) => row.reference), pagination }
  },

  async listEvidenceStories({ db, org, cursors }, { projectId, limit, cursor }) {
    if (!(await projectExists(db, org, projectId))) notFound('project')
    const rows = await pageOfStories(db, org, projectId, limit, cursor === undefined ? undefined : cursors.read(cursor))
    const { data, pagination } = pageOf(rows, limit, ({ story }) => cursors.write([story.id]))
    return { data: data.map((row) => row.story), pagination }
  },

  buildProjects: actions,
}

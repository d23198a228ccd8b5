import type { projectPlans } from '#contract/resources/project-plans.ts'
import type { projects } from '#contract/resources/projects.ts'
import type { Input } from '#contract/core/route.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import { notFound } from '#domain/errors.ts'
import { pageByKeys } from '#store/page.ts'
import { actions } from './actions.ts'
import { createProject, findReferences, updateProject } from './changes.ts'
import { withLockedProject } from './locked-project.ts'
import { listProjectEvidence } from './queries-evidence.ts'
import { listProjectPlans, listProjects } from './queries-list.ts'
import { projectExists } from './queries.ts'
import { getProjectDetail } from './queries-detail.ts'
import { listStories } from './queries-stories.ts'

type Staged = 'createProject' | 'updateProject' | 'archiveProject'
type ProjectUpdate = Input<typeof projects.updateProject>

export const handlers: Handlers<typeof projects & typeof projectPlans, Staged> = {
  listProjects: listProjects,

  listProjectPlans: listProjectPlans,

  getProject: (ctx, { projectId }) => getProjectDetail(ctx, projectId),

  createProject: staged({ check: findReferences, handle: createProject }),

  updateProject: withLockedProject(
    ({ projectId }: ProjectUpdate) => projectId,
    findReferences,
    (ctx, { projectId: _, ...input }, project, references) => updateProject(ctx, project, input, references),
  ),

  archiveProject: withLockedProject(
    ({ projectId }: { projectId: string }) => projectId,
    (ctx) => findReferences(ctx, {}),
    (ctx, _, project, references) => updateProject(ctx, project, { status: 'archived' }, references),
  ),

  async listProjectEvidence({ db, org, cursors }, { projectId, ...query }) {
    if (!(await projectExists(db, org, projectId))) notFound('project')
    const { data, pagination } = await pageByKeys(
      cursors,
      query,
      (keys) => listProjectEvidence(db, org, projectId, { limit: query.limit, keys }),
      ({ reference }) => [reference.assigned_at, reference.id],
    )
    return { data: data.map((row) => row.reference), pagination }
  },

  async listEvidenceStories({ db, org, cursors }, { projectId, ...query }) {
    if (!(await projectExists(db, org, projectId))) notFound('project')
    const { data, pagination } = await pageByKeys(
      cursors,
      query,
      (keys) => listStories(db, org, projectId, { limit: query.limit, keys }),
      ({ story }) => [story.id],
    )
    return { data: data.map((row) => row.story), pagination }
  },

  buildProjects: actions,
}

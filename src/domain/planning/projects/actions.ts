import type { Static } from 'typebox'
import type { projects } from '#contract/resources/projects.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, requireExist } from '#domain/errors.ts'
import { reviewStory } from '#domain/llm/tasks/schedule-review.ts'
import { updateProject, createProject, lockProjectOrThrow } from './changes.ts'
import { insertAssignments, lockLiveInsights, listExistingInsightIds, deleteAssignments } from './queries-evidence.ts'
import { deleteLink, upsertLink, listSectionKeys, touchProject, upsertSection } from './queries.ts'
import { requireOpen, requireSectionLimit, requireMetadataLimit, sectionTitle } from './rules.ts'
import { getProjectDetail } from './queries-detail.ts'
import { listStoryEvidence, insertStory, getStory } from './queries-stories.ts'
import { generateStory } from './generate-story.ts'

type BuildResult = Static<typeof projects.buildProjects.result>

const buildResult = async (
  ctx: Ctx,
  action: BuildResult['action'],
  id: string,
  more: Partial<BuildResult> = {},
): Promise<BuildResult> => ({
  action,
  project: await getProjectDetail(ctx, id),
  ...more,
})

export const actions: Handlers<typeof projects, Ctx>['buildProjects'] = {
  create: async (ctx, input) => buildResult(ctx, 'create', await createProject(ctx, input)),

  async update_title(ctx, { project_id, title }) {
    await updateProject(ctx, project_id, { title })
    return buildResult(ctx, 'update_title', project_id)
  },

  async update_status(ctx, { project_id, status }) {
    await updateProject(ctx, project_id, { status })
    return buildResult(ctx, 'update_status', project_id)
  },

  async archive(ctx, { project_id }) {
    await updateProject(ctx, project_id, { status: 'archived' })
    return buildResult(ctx, 'archive', project_id)
  },

  async set_initiative(ctx, { project_id, initiative_id }) {
    await updateProject(ctx, project_id, { initiative_id })
    return buildResult(ctx, 'set_initiative', project_id)
  },

  async upsert_section(ctx, { project_id, section_key: key, content }) {
    const { db, org, user } = ctx
    requireOpen((await lockProjectOrThrow(ctx, project_id)).status, 'sections')
    requireSectionLimit(await listSectionKeys(db, org, project_id), key)
    await upsertSection(db, org, project_id, { key, title: sectionTitle(key), content, user })
    await touchProject(db, org, project_id)
    return buildResult(ctx, 'upsert_section', project_id)
  },

  async link_external_artifact(ctx, { project_id, metadata, external_id = null, external_key = null, ...link }) {
    const { db, org, user } = ctx
    requireMetadataLimit(metadata)
    requireOpen((await lockProjectOrThrow(ctx, project_id)).status, 'links')
    await upsertLink(db, org, project_id, {
      ...link,
      external_id,
      external_key,
      metadata: metadata ? JSON.stringify(metadata) : null,
      user,
    })
    await touchProject(db, org, project_id)
    return buildResult(ctx, 'link_external_artifact', project_id)
  },

  async unlink_external_artifact(ctx, { project_id, provider }) {
    const { db, org } = ctx
    await lockProjectOrThrow(ctx, project_id)
    if (await deleteLink(db, org, project_id, provider)) await touchProject(db, org, project_id)
    return buildResult(ctx, 'unlink_external_artifact', project_id)
  },

  async assign_insights(ctx, { project_id, insight_ids, reason = null }) {
    const { db, org, user } = ctx
    requireOpen((await lockProjectOrThrow(ctx, project_id)).status, 'evidence')
    requireExist('body.insight_ids', 'active insight', insight_ids, await lockLiveInsights(db, org, insight_ids))
    const assigned = await insertAssignments(db, org, project_id, { insightIds: insight_ids, user, reason })
    if (assigned) await touchProject(db, org, project_id)
    return buildResult(ctx, 'assign_insights', project_id, {
      assigned,
      already_assigned: insight_ids.length - assigned,
    })
  },

  async unassign_insights(ctx, { project_id, insight_ids }) {
    const { db, org } = ctx
    await lockProjectOrThrow(ctx, project_id)
    requireExist('body.insight_ids', 'insight', insight_ids, await listExistingInsightIds(db, org, insight_ids))
    const unassigned = await deleteAssignments(db, org, project_id, insight_ids)
    if (unassigned) await touchProject(db, org, project_id)
    return buildResult(ctx, 'unassign_insights', project_id, { unassigned })
  },

  async generate_evidence_story(ctx, { project_id }) {
    const { db, org, user } = ctx
    requireOpen((await lockProjectOrThrow(ctx, project_id)).status, 'evidence story')
    const evidence = await listStoryEvidence(db, org, project_id)
    if (evidence.length === 0)
      throwApiError('INVALID_STATE', 'This Project has no evidence; assign insights to it first.')
    const id = await insertStory(db, org, {
      projectId: project_id,
      user,
      story: await generateStory(db, org, project_id, evidence),
      evidence,
    })
    await reviewStory(ctx, id)
    await touchProject(db, org, project_id)
    return buildResult(ctx, 'generate_evidence_story', project_id, {
      job_id: null,
      evidence_story: await getStory(db, org, project_id, id),
    })
  },
}

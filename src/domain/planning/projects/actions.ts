import type { Static } from 'typebox'
import type { projects } from '#contract/resources/projects.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, requireKnown } from '#domain/errors.ts'
import { changeProject, createProject, projectToChange } from './changes.ts'
import { assignInsights, holdLiveInsights, knownInsights, unassignInsights } from './evidence.ts'
import { deleteLink, putLink, sectionKeys, touchProject, upsertSection } from './queries.ts'
import { requireOpen, requireRoomForSection, requireSmallMetadata, sectionTitle } from './rules.ts'
import { showProject } from './show.ts'
import { evidenceOf, insertStory, storyById } from './stories.ts'
import { storyOf } from './tell-story.ts'

type Built = Static<typeof projects.buildProjects.result>

const built = async (ctx: Ctx, action: Built['action'], id: string, more: Partial<Built> = {}): Promise<Built> => ({
  action,
  project: await showProject(ctx, id),
  ...more,
})

export const actions: Handlers<typeof projects, Ctx>['buildProjects'] = {
  create: async (ctx, given) => built(ctx, 'create', await createProject(ctx, given)),

  async update_title(ctx, { project_id, title }) {
    await changeProject(ctx, project_id, { title })
    return built(ctx, 'update_title', project_id)
  },

  async update_status(ctx, { project_id, status }) {
    await changeProject(ctx, project_id, { status })
    return built(ctx, 'update_status', project_id)
  },

  async archive(ctx, { project_id }) {
    await changeProject(ctx, project_id, { status: 'archived' })
    return built(ctx, 'archive', project_id)
  },

  async set_initiative(ctx, { project_id, initiative_id }) {
    await changeProject(ctx, project_id, { initiative_id })
    return built(ctx, 'set_initiative', project_id)
  },

  async upsert_section(ctx, { project_id, section_key: key, content }) {
    const { db, org, user } = ctx
    requireOpen((await projectToChange(ctx, project_id)).status, 'sections')
    requireRoomForSection(await sectionKeys(db, org, project_id), key)
    await upsertSection(db, org, project_id, { key, title: sectionTitle(key), content, user })
    await touchProject(db, org, project_id)
    return built(ctx, 'upsert_section', project_id)
  },

  async link_external_artifact(ctx, { project_id, metadata, external_id = null, external_key = null, ...link }) {
    const { db, org, user } = ctx
    requireSmallMetadata(metadata)
    requireOpen((await projectToChange(ctx, project_id)).status, 'links')
    await putLink(db, org, project_id, {
      ...link,
      external_id,
      external_key,
      metadata: metadata ? JSON.stringify(metadata) : null,
      user,
    })
    await touchProject(db, org, project_id)
    return built(ctx, 'link_external_artifact', project_id)
  },

  async unlink_external_artifact(ctx, { project_id, provider }) {
    const { db, org } = ctx
    await projectToChange(ctx, project_id)
    if (await deleteLink(db, org, project_id, provider)) await touchProject(db, org, project_id)
    return built(ctx, 'unlink_external_artifact', project_id)
  },

  async assign_insights(ctx, { project_id, insight_ids, reason = null }) {
    const { db, org, user } = ctx
    requireOpen((await projectToChange(ctx, project_id)).status, 'evidence')
    requireKnown('body.insight_ids', 'active insight', insight_ids, await holdLiveInsights(db, org, insight_ids))
    const assigned = await assignInsights(db, org, project_id, insight_ids, { user, reason })
    if (assigned) await touchProject(db, org, project_id)
    return built(ctx, 'assign_insights', project_id, { assigned, already_assigned: insight_ids.length - assigned })
  },

  async unassign_insights(ctx, { project_id, insight_ids }) {
    const { db, org } = ctx
    await projectToChange(ctx, project_id)
    requireKnown('body.insight_ids', 'insight', insight_ids, await knownInsights(db, org, insight_ids))
    const unassigned = await unassignInsights(db, org, project_id, insight_ids)
    if (unassigned) await touchProject(db, org, project_id)
    return built(ctx, 'unassign_insights', project_id, { unassigned })
  },

  async generate_evidence_story(ctx, { project_id }) {
    const { db, org, user } = ctx
    requireOpen((await projectToChange(ctx, project_id)).status, 'evidence story')
    const evidence = await evidenceOf(db, org, project_id)
    if (evidence.length === 0)
      throwApiError('INVALID_STATE', 'There is no evidence to tell a story from; assign insights to the Project first.')
    const id = await insertStory(db, org, project_id, user, await storyOf(db, org, project_id, evidence), evidence)
    await touchProject(db, org, project_id)
    return built(ctx, 'generate_evidence_story', project_id, {
      job_id: null,
      evidence_story: await storyById(db, org, project_id, id),
    })
  },
}

import type { Static } from 'typebox'
import type { projects } from '#contract/resources/projects.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, requireExist } from '#domain/errors.ts'
import { reviewStory } from '#domain/llm-tasks/schedule-review.ts'
import { noFacts } from '#domain/planning/references/locked-write.ts'
import { newId } from '#store/ids.ts'
import { pipelined } from '#store/pipelined.ts'
import { createProject, findReferences, type References, updateProject } from './changes.ts'
import { generateStory } from './generate-story.ts'
import { withLockedProject } from './locked-project.ts'
import { getProjectDetail, type ProjectDetailRow } from './queries-detail.ts'
import { insertAssignments, lockLiveInsights, listExistingInsightIds, deleteAssignments } from './queries-evidence.ts'
import { listStoryEvidence, insertStory, getStory, listSegmentNames } from './queries-stories.ts'
import {
  deleteExternalLink,
  upsertLink,
  listSectionKeys,
  type ProjectRow,
  touchProject,
  upsertProjectSection,
} from './queries.ts'
import { requireOpen, requireSectionLimit, requireMetadataLimit, sectionTitle } from './rules.ts'

type Build = typeof projects.buildProjects
type BuildResult = Static<Build['result']>
type Actions = Build['actions']
type ActionInput<Name extends keyof Actions> = Static<Actions[Name]>
type OnProject = { project_id: string }

const idOf = ({ project_id }: OnProject) => project_id

/** An action that sets fields of the Project. */
const updates = <Input extends OnProject>(
  action: BuildResult['action'],
  changesOf: (input: Input) => Parameters<typeof updateProject>[2],
) =>
  withLockedProject<Input, References, BuildResult>(
    idOf,
    (ctx, input) => findReferences(ctx, changesOf(input)),
    async (ctx, input, project, references) => ({
      action,
      project: await updateProject(ctx, project, changesOf(input), references),
    }),
  )

/** The Project as it is after the writes, which are sent together with its read. */
async function after(ctx: Ctx, { id }: ProjectRow, ...writes: Promise<unknown>[]): Promise<ProjectDetailRow> {
  const project = getProjectDetail(ctx, id)
  await pipelined(ctx.db, [...writes, project])
  return project
}

const upsertSectionAction = withLockedProject(
  idOf,
  ({ db, org }, { project_id }: ActionInput<'upsert_section'>) => listSectionKeys(db, org, project_id),
  async (ctx, { section_key: key, content }, project, keys): Promise<BuildResult> => {
    const { db, org, user } = ctx
    requireOpen(project.status, 'sections')
    requireSectionLimit(keys, key)
    const written = upsertProjectSection(db, org, {
      project_id: project.id,
      key,
      title: sectionTitle(key),
      content,
      updated_by: user,
    })
    const touched = touchProject(db, org, project.id)
    return { action: 'upsert_section', project: await after(ctx, project, written, touched) }
  },
)

const linkExternalArtifact = withLockedProject(
  idOf,
  noFacts,
  async (ctx, input: ActionInput<'link_external_artifact'>, project): Promise<BuildResult> => {
    const { db, org, user } = ctx
    requireMetadataLimit(input.metadata)
    requireOpen(project.status, 'links')
    const linked = upsertLink(db, org, { ...input, linked_by: user })
    const touched = touchProject(db, org, project.id)
    return { action: 'link_external_artifact', project: await after(ctx, project, linked, touched) }
  },
)

const unlinkExternalArtifact = withLockedProject(
  idOf,
  noFacts,
  async (ctx, { provider }: ActionInput<'unlink_external_artifact'>, project): Promise<BuildResult> => {
    const unlinked = deleteExternalLink(ctx.db, ctx.org, project.id, provider)
    return { action: 'unlink_external_artifact', project: await after(ctx, project, unlinked) }
  },
)

const assignInsights = withLockedProject(
  idOf,
  ({ db, org }, { insight_ids }: ActionInput<'assign_insights'>) => lockLiveInsights(db, org, insight_ids),
  async (ctx, { insight_ids, reason = null }, project, existing): Promise<BuildResult> => {
    requireOpen(project.status, 'evidence')
    requireExist('body.insight_ids', 'active insight', insight_ids, existing)
    const [assigned, detail] = await pipelined(ctx.db, [
      insertAssignments(ctx.db, ctx.org, project.id, { insightIds: insight_ids, user: ctx.user, reason }),
      getProjectDetail(ctx, project.id),
    ])
    const already_assigned = insight_ids.length - assigned
    return { action: 'assign_insights', project: detail, assigned, already_assigned }
  },
)

const unassignInsights = withLockedProject(
  idOf,
  ({ db, org }, { insight_ids }: ActionInput<'unassign_insights'>) => listExistingInsightIds(db, org, insight_ids),
  async (ctx, { insight_ids }, project, existing): Promise<BuildResult> => {
    requireExist('body.insight_ids', 'insight', insight_ids, existing)
    const [unassigned, detail] = await pipelined(ctx.db, [
      deleteAssignments(ctx.db, ctx.org, project.id, insight_ids),
      getProjectDetail(ctx, project.id),
    ])
    return { action: 'unassign_insights', project: detail, unassigned }
  },
)

const generateEvidenceStory = withLockedProject(
  idOf,
  ({ db, org }, { project_id }: OnProject) =>
    pipelined(db, [listStoryEvidence(db, org, project_id), listSegmentNames(db, org)]),
  async (ctx, { project_id }, project, [evidence, segmentNames]): Promise<BuildResult> => {
    const { db, org, user } = ctx
    requireOpen(project.status, 'evidence story')
    if (evidence.length === 0)
      throwApiError('INVALID_STATE', 'This Project has no evidence; assign insights to it first.')
    const story = await generateStory(db, org, { projectId: project_id, evidence, segmentNames })
    const id = newId()
    const inserted = insertStory(db, org, { id, projectId: project_id, user, story, evidence })
    // A story shows whether a review by a language model is due.
    if (ctx.llm) await pipelined(ctx.db, [inserted, reviewStory(ctx, id)])
    const touched = touchProject(db, org, project_id)
    const [evidence_story, detail] = await pipelined(ctx.db, [
      getStory(db, org, project_id, id),
      after(ctx, project, inserted, touched),
    ])
    return { action: 'generate_evidence_story', project: detail, job_id: null, evidence_story }
  },
)

export const actions: Handlers<typeof projects>['buildProjects'] = {
  create: staged({
    check: findReferences,
    handle: async (ctx, input) => ({ action: 'create', project: await createProject(ctx, input) }),
  }),
  update_title: updates('update_title', ({ title }: ActionInput<'update_title'>) => ({ title })),
  update_status: updates('update_status', ({ status }: ActionInput<'update_status'>) => ({ status })),
  archive: updates('archive', () => ({ status: 'archived' })),
  set_initiative: updates('set_initiative', ({ initiative_id }: ActionInput<'set_initiative'>) => ({ initiative_id })),
  upsert_section: upsertSectionAction,
  link_external_artifact: linkExternalArtifact,
  unlink_external_artifact: unlinkExternalArtifact,
  assign_insights: assignInsights,
  unassign_insights: unassignInsights,
  generate_evidence_story: generateEvidenceStory,
}

import type { initiatives } from '#contract/resources/initiatives.ts'
import type { Handlers, Output } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import {
  updateInitiative,
  createInitiative,
  setInitiativeSegments,
  getInitiativeDetail,
  writeSection,
} from './changes.ts'

type Result = Output<typeof initiatives.buildInitiatives>

const actionResult = async (ctx: Ctx, action: Result['action'], id: string): Promise<Result> => ({
  action,
  initiative: await getInitiativeDetail(ctx, id),
})

export const handlers: Handlers<Pick<typeof initiatives, 'buildInitiatives'>, Ctx> = {
  buildInitiatives: {
    create: async (ctx, input) => actionResult(ctx, 'create', await createInitiative(ctx, input)),

    async update_title(ctx, { initiative_id, title }) {
      await updateInitiative(ctx, initiative_id, { title })
      return actionResult(ctx, 'update_title', initiative_id)
    },

    async update_goal(ctx, { initiative_id, goal }) {
      await updateInitiative(ctx, initiative_id, { goal })
      return actionResult(ctx, 'update_goal', initiative_id)
    },

    async update_status(ctx, { initiative_id, status }) {
      await updateInitiative(ctx, initiative_id, { status })
      return actionResult(ctx, 'update_status', initiative_id)
    },

    async upsert_section(ctx, { initiative_id, section_type, content, metadata }) {
      await writeSection(ctx, initiative_id, { key: section_type, content, metadata })
      return actionResult(ctx, 'upsert_section', initiative_id)
    },

    async set_segments(ctx, { initiative_id, segment_ids }) {
      await setInitiativeSegments(ctx, initiative_id, segment_ids)
      return actionResult(ctx, 'set_segments', initiative_id)
    },
  },
}

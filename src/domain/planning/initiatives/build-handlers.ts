import type { initiatives } from '#contract/resources/initiatives.ts'
import type { Handlers, Output } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { changeInitiative, createInitiative, setInitiativeSegments, showInitiative, writeSection } from './changes.ts'

type Result = Output<typeof initiatives.buildInitiatives>

const answer = async (ctx: Ctx, action: Result['action'], id: string): Promise<Result> => ({
  action,
  initiative: await showInitiative(ctx, id),
})

export const handlers: Handlers<Pick<typeof initiatives, 'buildInitiatives'>, Ctx> = {
  buildInitiatives: {
    create: async (ctx, given) => answer(ctx, 'create', await createInitiative(ctx, given)),

    async update_title(ctx, { initiative_id, title }) {
      await changeInitiative(ctx, initiative_id, { title })
      return answer(ctx, 'update_title', initiative_id)
    },

    async update_goal(ctx, { initiative_id, goal }) {
      await changeInitiative(ctx, initiative_id, { goal })
      return answer(ctx, 'update_goal', initiative_id)
    },

    async update_status(ctx, { initiative_id, status }) {
      await changeInitiative(ctx, initiative_id, { status })
      return answer(ctx, 'update_status', initiative_id)
    },

    async upsert_section(ctx, { initiative_id, section_type, content, metadata }) {
      await writeSection(ctx, initiative_id, { key: section_type, content, metadata })
      return answer(ctx, 'upsert_section', initiative_id)
    },

    async set_segments(ctx, { initiative_id, segment_ids }) {
      await setInitiativeSegments(ctx, initiative_id, segment_ids)
      return answer(ctx, 'set_segments', initiative_id)
    },
  },
}

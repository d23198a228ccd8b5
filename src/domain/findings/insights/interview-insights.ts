import type { interviews } from '#contract/resources/interviews.ts'
import { type Handlers, json } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { holdFeedback } from '#domain/sources/feedback/queries.ts'
import { showInterview } from '#domain/sources/interviews/handlers.ts'
import { wasInterview } from '#domain/sources/interviews/queries.ts'
import { pageOfInsights } from './page.ts'
import { removeFeedback } from './remove-feedback.ts'

type Subset = Pick<typeof interviews, 'deleteInterview' | 'listInterviewInsights'>

export const handlers: Handlers<Subset, Ctx> = {
  async listInterviewInsights(ctx, { interviewId, ...filters }) {
    await showInterview(ctx, interviewId)
    return json(await pageOfInsights(ctx.db, ctx.org, { ...filters, feedback_id: interviewId }, ctx.cursors))
  },

  async deleteInterview(ctx, { interviewId }) {
    const { db, org } = ctx
    if (!(await wasInterview(db, org, interviewId))) return notFound('interview')
    const held = await holdFeedback(db, org, interviewId)
    if (!held!.deleted) {
      await removeFeedback(ctx, interviewId)
      ctx.emit('feedback.deleted', { object: { id: interviewId } })
    }
    return { id: interviewId, deleted: true }
  },
}

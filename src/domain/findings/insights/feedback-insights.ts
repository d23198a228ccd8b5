import type { feedback } from '#contract/resources/feedback.ts'
import { type Handlers, json } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { showFeedback } from '#domain/sources/feedback/handlers.ts'
import { pageOfInsights } from './page.ts'
import { removeFeedback } from './remove-feedback.ts'

type Subset = Pick<typeof feedback, 'deleteFeedback' | 'listFeedbackInsights'>

export const handlers: Handlers<Subset, Ctx> = {
  async listFeedbackInsights(ctx, { feedbackId, ...filters }) {
    await showFeedback(ctx, feedbackId)
    return json(await pageOfInsights(ctx.db, ctx.org, { ...filters, feedback_id: feedbackId }, ctx.cursors))
  },

  async deleteFeedback(ctx, { feedbackId }) {
    await removeFeedback(ctx, feedbackId)
    return { id: feedbackId, deleted: true }
  },
}

import type { feedback } from '#contract/resources/feedback.ts'
import { json } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { getFeedback } from '#domain/sources/feedback/handlers.ts'
import { listInsights } from '#domain/findings/insights/queries-list.ts'
import { deleteFeedbackItem } from '#domain/findings/insights/lifecycle/delete-feedback.ts'

type Subset = Pick<typeof feedback, 'deleteFeedback' | 'listFeedbackInsights'>

export const handlers: Handlers<Subset> = {
  async listFeedbackInsights(ctx, { feedbackId, ...filters }) {
    await getFeedback(ctx, feedbackId)
    return json(await listInsights(ctx, { ...filters, feedback_id: feedbackId }))
  },

  async deleteFeedback(ctx, { feedbackId }) {
    await deleteFeedbackItem(ctx, feedbackId)
    return { id: feedbackId, deleted: true }
  },
}

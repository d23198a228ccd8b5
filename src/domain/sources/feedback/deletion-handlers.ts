import type { feedback } from '#contract/resources/feedback.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { DeleteFeedback } from './delete.ts'

export const feedbackDeletionHandlers = (
  deleteFeedback: DeleteFeedback,
): Handlers<Pick<typeof feedback, 'deleteFeedback'>> => ({
  async deleteFeedback(ctx, { feedbackId }) {
    await deleteFeedback(ctx, feedbackId)
    return { id: feedbackId, deleted: true }
  },
})

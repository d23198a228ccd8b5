import type { interviews } from '#contract/resources/interviews.ts'
import { notFound } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { DeleteFeedback } from '#domain/sources/feedback/delete.ts'
import { lockFeedback } from '#domain/sources/feedback/queries.ts'
import { interviewExists } from './queries.ts'

export const interviewDeletionHandlers = (
  deleteFeedback: DeleteFeedback,
): Handlers<Pick<typeof interviews, 'deleteInterview'>> => ({
  async deleteInterview(ctx, { interviewId }) {
    const { db, org } = ctx
    if (!(await interviewExists(db, org, interviewId))) return notFound('interview')
    const interview = await lockFeedback(db, org, interviewId)
    if (!interview!.deleted) {
      await deleteFeedback(ctx, interviewId)
      ctx.emit('feedback.deleted', { object: { id: interviewId } })
    }
    return { id: interviewId, deleted: true }
  },
})

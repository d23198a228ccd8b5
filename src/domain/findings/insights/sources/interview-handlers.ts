import type { interviews } from '#contract/resources/interviews.ts'
import { json } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { notFound } from '#domain/errors.ts'
import { lockFeedback } from '#domain/sources/feedback/queries.ts'
import { getInterview } from '#domain/sources/interviews/handlers.ts'
import { interviewExists } from '#domain/sources/interviews/queries.ts'
import { listInsights } from '#domain/findings/insights/queries-list.ts'
import { deleteFeedbackItem } from '#domain/findings/insights/lifecycle/delete-feedback.ts'

type Subset = Pick<typeof interviews, 'deleteInterview' | 'listInterviewInsights'>

export const handlers: Handlers<Subset> = {
  async listInterviewInsights(ctx, { interviewId, ...filters }) {
    await getInterview(ctx, interviewId)
    return json(await listInsights(ctx, { ...filters, feedback_id: interviewId }))
  },

  async deleteInterview(ctx, { interviewId }) {
    const { db, org } = ctx
    if (!(await interviewExists(db, org, interviewId))) return notFound('interview')
    const interview = await lockFeedback(db, org, interviewId)
    if (!interview!.deleted) {
      await deleteFeedbackItem(ctx, interviewId)
      ctx.emit('feedback.deleted', { object: { id: interviewId } })
    }
    return { id: interviewId, deleted: true }
  },
}

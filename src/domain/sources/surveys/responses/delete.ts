import { notFound } from '#domain/errors.ts'
import type { DeleteFeedback, DeletionContext } from '#domain/sources/feedback/delete.ts'
import { lockFeedback } from '#domain/sources/feedback/queries.ts'
import { deleteNpsAnswers } from './nps-answers.ts'
import { lockSurveyResponse, markSurveyResponseDeleted } from './queries.ts'

/** Deletes a response with its NPS answers and the feedback of its open answers. */
export async function deleteSurveyResponse(
  ctx: DeletionContext,
  deleteFeedback: DeleteFeedback,
  surveyId: string,
  responseId: string,
) {
  const { db, org } = ctx
  const response = (await lockSurveyResponse(db, org, surveyId, responseId)) ?? notFound('response')
  if (response.deleted) return
  await deleteNpsAnswers(ctx, surveyId, responseId)
  for (const id of response.feedback_ids) {
    const feedback = await lockFeedback(db, org, id)
    if (!feedback || feedback.deleted) continue
    await deleteFeedback(ctx, id)
    ctx.emit('feedback.deleted', { object: { id } })
  }
  await markSurveyResponseDeleted(db, org, responseId)
}

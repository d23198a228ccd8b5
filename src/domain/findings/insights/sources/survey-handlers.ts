import type { Handlers } from '#domain/operation-handlers.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { lockFeedback } from '#domain/sources/feedback/queries.ts'
import { deleteNpsAnswers } from '#domain/sources/surveys/responses/nps-answers.ts'
import { lockResponse, markDeleted } from '#domain/sources/surveys/responses/queries.ts'
import { deleteFeedbackItem } from '#domain/findings/insights/lifecycle/delete-feedback.ts'

type Subset = Pick<typeof surveyResponses, 'deleteSurveyResponse'>

export const handlers: Handlers<Subset> = {
  async deleteSurveyResponse(ctx, { surveyId, responseId }) {
    await deleteSurveyResponse(ctx, surveyId, responseId)
    return { id: responseId, deleted: true }
  },
}

/** Deletes a response with its NPS answers and the feedback of its open answers. */
export async function deleteSurveyResponse(
  ctx: Pick<Ctx, 'db' | 'org' | 'emit'>,
  surveyId: string,
  responseId: string,
) {
  const { db, org } = ctx
  const response = (await lockResponse(db, org, surveyId, responseId)) ?? notFound('response')
  if (response.deleted) return
  await deleteNpsAnswers(ctx, surveyId, responseId)
  for (const id of response.feedback_ids) {
    const feedback = await lockFeedback(db, org, id)
    if (!feedback || feedback.deleted) continue
    await deleteFeedbackItem(ctx, id)
    ctx.emit('feedback.deleted', { object: { id } })
  }
  await markDeleted(db, org, responseId)
}

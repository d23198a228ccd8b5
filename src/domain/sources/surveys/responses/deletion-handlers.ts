import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { DeleteFeedback } from '#domain/sources/feedback/delete.ts'
import { deleteSurveyResponse } from './delete.ts'

export const responseDeletionHandlers = (
  deleteFeedback: DeleteFeedback,
): Handlers<Pick<typeof surveyResponses, 'deleteSurveyResponse'>> => ({
  async deleteSurveyResponse(ctx, { surveyId, responseId }) {
    await deleteSurveyResponse(ctx, deleteFeedback, surveyId, responseId)
    return { id: responseId, deleted: true }
  },
})

import type { Handlers } from '#contract/core/route.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { holdFeedback } from '#domain/sources/feedback/queries.ts'
import { withdrawNps } from '#domain/sources/surveys/nps-answers.ts'
import { holdResponse, markDeleted } from '#domain/sources/surveys/response-queries.ts'
import { removeFeedback } from './remove-feedback.ts'

type Subset = Pick<typeof surveyResponses, 'deleteSurveyResponse'>

export const handlers: Handlers<Subset, Ctx> = {
  async deleteSurveyResponse(ctx, { surveyId, responseId }) {
    const { db, org } = ctx
    const held = (await holdResponse(db, org, surveyId, responseId)) ?? notFound('response')
    if (held.deleted) return { id: responseId, deleted: true }
    await withdrawNps(ctx, surveyId, responseId)
    for (const id of held.feedback_ids) {
      const feedback = await holdFeedback(db, org, id)
      if (!feedback || feedback.deleted) continue
      await removeFeedback(ctx, id)
      ctx.emit('feedback.deleted', { object: { id } })
    }
    await markDeleted(db, org, responseId)
    return { id: responseId, deleted: true }
  },
}

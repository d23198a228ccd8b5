import type { Handlers } from '#contract/core/route.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Ctx } from '#domain/context.ts'
import { summarizeSurvey } from './summarize.ts'

export const handlers: Handlers<Pick<typeof surveyResponses, 'summarizeSurvey'>, Ctx> = {
  summarizeSurvey: (ctx, { surveyId, ...filters }) => summarizeSurvey(ctx, { ...filters, survey_id: surveyId }),
}

import type { Handlers } from '#domain/operation-handlers.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import { summarizeSurvey } from './summarize.ts'

export const handlers: Handlers<Pick<typeof surveyResponses, 'summarizeSurvey'>> = {
  summarizeSurvey: (ctx, { surveyId, ...filters }) => summarizeSurvey(ctx, { ...filters, survey_id: surveyId }),
}

import { withStatus } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { batchResultsWithReferences, validateBatch } from '#domain/sources/batch/row-results.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { exportSurvey } from './export.ts'
import { type LockedSurvey, surveyExists, listQuestions, lockSurveyShared } from '#domain/sources/surveys/queries.ts'
import { findSurveyResponse, type ResponseView } from './queries.ts'
import { responseList } from './queries-list.ts'
import { closedReason } from '#domain/sources/surveys/rules.ts'
import { validateResponses, isValid, type ValidatedResponse, ingestResponses } from './ingest.ts'

type Subset = Omit<typeof surveyResponses, 'deleteSurveyResponse' | 'summarizeSurvey'>

/** Locks the survey against changes of its questions until the responses are stored. */
async function getOpenSurvey({ db, org, now }: Ctx, id: string, backfill: boolean): Promise<LockedSurvey> {
  const survey = (await lockSurveyShared(db, org, id)) ?? notFound('survey')
  const reason = backfill ? undefined : closedReason(survey, now)
  if (reason) throwApiError('INVALID_STATE', `${reason} Import responses collected earlier with backfill.`)
  return survey
}

const getResponse = async ({ db, org }: ReadCtx, survey: string, id: string): Promise<ResponseView> =>
  (await findSurveyResponse(db, org, survey, id)) ?? notFound('response')

export const responseHandlers: Handlers<Subset> = {
  async listSurveyResponses(ctx, { surveyId, ...query }) {
    if (!(await surveyExists(ctx.db, ctx.org, surveyId))) return notFound('survey')
    if (query.value !== undefined && query.question_key === undefined)
      invalidField('query.question_key', 'is required with value')
    return rowPage(ctx, responseList, { ...query, survey_id: surveyId })
  },

  getSurveyResponse: (ctx, { surveyId, responseId }) => getResponse(ctx, surveyId, responseId),

  async createSurveyResponse(ctx, { surveyId, backfill, ...fields }) {
    const survey = await getOpenSurvey(ctx, surveyId, backfill)
    const questions = await listQuestions(ctx.db, ctx.org, [surveyId])
    const validated = (await validateResponses(ctx, questions, [fields], () => 'body'))[0]!
    if (!isValid(validated)) return invalidField(validated.path, validated.message)
    const { outcomes } = await ingestResponses(ctx, survey, [validated])
    const { id, result } = outcomes[0]!
    const response = await getResponse(ctx, surveyId, id)
    if (result === 'created') ctx.emit('survey.response_created', { object: response })
    const body = { ...response, result }
    return result === 'created' ? body : withStatus(200, body)
  },

  async bulkSurveyResponses(ctx, { surveyId, items, backfill }) {
    const survey = await getOpenSurvey(ctx, surveyId, backfill)
    const questions = await listQuestions(ctx.db, ctx.org, [surveyId])
    let validated: ValidatedResponse[] = []
    const batch = await validateBatch(items, async (rows, pathOf) => {
      validated = await validateResponses(ctx, questions, rows, pathOf)
      return validated.map((response) => (isValid(response) ? null : response))
    })
    const { outcomes, job_id } = await ingestResponses(ctx, survey, validated.filter(isValid))
    for (const { id, result } of outcomes)
      if (result === 'created') ctx.emit('survey.response_created', { object: { id } })
    return { job_id, ...batchResultsWithReferences(batch, outcomes) }
  },

  exportSurvey: exportSurvey,
}

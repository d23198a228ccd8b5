import { answer, type Handlers } from '#contract/core/route.ts'
import { BadRow } from '#contract/core/batch-rows.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { results } from '#domain/sources/contacts/rows.ts'
import { pageOf } from '#store/page.ts'
import { exportOf } from './export.ts'
import { type Held, isKnown, questionsOf, surveyToAnswer } from './queries.ts'
import type { Problem } from './question-rules.ts'
import {
  orderOf,
  pageOfResponses,
  type Response,
  responseById,
  responseOf,
  type ResponseRow,
} from './response-queries.ts'
import { closedBecause } from './status.ts'
import { check, isSound, type Sound, storeResponses } from './store-responses.ts'
import { summaryOf } from './summary.ts'

type Subset = Omit<typeof surveyResponses, 'deleteSurveyResponse'>

const listed = (row: ResponseRow): Response =>
  row.deleted_at
    ? ({ id: row.id, deleted: true, deleted_at: row.deleted_at, merged_into_id: null } as unknown as Response)
    : responseOf(row)

/** The survey, whose questions stay as they are until the answers are stored. */
async function toAnswer({ db, org, now }: Ctx, id: string, backfill: boolean): Promise<Held> {
  const survey = (await surveyToAnswer(db, org, id)) ?? notFound('survey')
  const reason = backfill ? undefined : closedBecause(survey, now)
  if (reason) throwApiError('INVALID_STATE', `${reason} Responses collected earlier are taken with backfill.`)
  return survey
}

export const showResponse = async ({ db, org }: Ctx, survey: string, id: string): Promise<Response> =>
  (await responseById(db, org, survey, id)) ?? notFound('response')

export const responseHandlers: Handlers<Subset, Ctx> = {
  async listSurveyResponses({ db, org, cursors }, { surveyId, cursor, ...wanted }) {
    if (!(await isKnown(db, org, surveyId))) return notFound('survey')
    if (wanted.value !== undefined && wanted.question_key === undefined)
      invalidField('query.question_key', 'is needed with value')
    const order = orderOf(wanted)
    const rows = await pageOfResponses(
      db,
      org,
      { ...wanted, survey_id: surveyId },
      cursor === undefined ? undefined : cursors.read(cursor),
    )
    const { data, pagination } = pageOf(rows, wanted.limit, (last) =>
      cursors.write(order.by === 'id' ? [last.id] : [last.sort_key, last.id]),
    )
    const sync = wanted.updated_since
      ? { sync_until: rows[0]?.sync_until ?? new Date(wanted.updated_since).toISOString() }
      : {}
    return { data: data.map(listed), pagination: { ...pagination, ...sync } }
  },

  getSurveyResponse: (ctx, { surveyId, responseId }) => showResponse(ctx, surveyId, responseId),

  async createSurveyResponse(ctx, { surveyId, backfill, ...given }) {
    const survey = await toAnswer(ctx, surveyId, backfill)
    const [checked] = await check(ctx, await questionsOf(ctx.db, ctx.org, [surveyId]), [given], () => 'body')
    if (!isSound(checked!)) return invalidField((checked as Problem).path, (checked as Problem).message)
    const {
      outcomes: [outcome],
    } = await storeResponses(ctx, survey, [checked])
    const response = await showResponse(ctx, surveyId, outcome!.id)
    if (outcome!.result === 'created') ctx.emit('survey.response_created', { object: response })
    const body = { ...response, result: outcome!.result }
    return outcome!.result === 'created' ? body : answer(200, body)
  },

  async bulkSurveyResponses(ctx, { surveyId, items, backfill }) {
    const survey = await toAnswer(ctx, surveyId, backfill)
    const readable = items.flatMap((row, n) => (row instanceof BadRow ? [] : [{ n, row }]))
    const problems: (Problem | null)[] = items.map((row) => (row instanceof BadRow ? row.details[0]! : null))
    const checked = await check(
      ctx,
      await questionsOf(ctx.db, ctx.org, [surveyId]),
      readable.map(({ row }) => row),
      (i) => `body.items.${readable[i]!.n}`,
    )
    const good: { n: number; sound: Sound }[] = []
    for (const [i, one] of checked.entries()) {
      const { n } = readable[i]!
      if (isSound(one)) good.push({ n, sound: one })
      else problems[n] = one
    }
    const { outcomes, job_id } = await storeResponses(
      ctx,
      survey,
      good.map(({ sound }) => sound),
    )
    const done = new Map(outcomes.map((one, i) => [good[i]!.n, one]))
    for (const { id, result } of outcomes)
      if (result === 'created') ctx.emit('survey.response_created', { object: { id } })
    const { summary, results: rows } = results(items.length, (n) => ({
      done: done.get(n),
      problem: problems[n] ?? null,
    }))
    return {
      job_id,
      summary,
      results: rows.map((row) => ({
        ...row,
        external_id: problems[row.index] ? null : (items[row.index]!.external_id ?? null),
      })),
    }
  },

  summarizeSurvey: (ctx, { surveyId, ...filters }) => summaryOf(ctx, { ...filters, survey_id: surveyId }),

  exportSurvey: exportOf,
}

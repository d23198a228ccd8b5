import type { Static } from 'typebox'
import type { ErrorDetail } from '#contract/core/errors.ts'
import type { ResponseInput } from '#contract/resources/survey-response-shapes.ts'
import type { Ctx } from '#domain/context.ts'
import { groupRows, mergeFields, type RowGroup } from '#domain/sources/batch/merge-rows.ts'
import { upsertBatch, type UpsertOutcome } from '#domain/sources/batch/upsert-batch.ts'
import { findReferencedContacts, referenceProblem, resolveContacts } from '#domain/sources/contacts/resolve.ts'
import { maskRecords } from '#domain/sources/masking/mask-intake.ts'
import { linkReasons } from '#domain/sources/nps/queries-answers.ts'
import type { LockedSurvey, QuestionRow } from '#domain/sources/surveys/queries.ts'
import { newId } from '#store/ids.ts'
import { givenColumns } from '#store/table/record-writes.ts'
import { type Answer, parseAnswers } from './answer-rules.ts'
import { answerKey, convertAnswers } from './convert-answers.ts'
import {
  findExistingSurveyResponses,
  insertSurveyResponses,
  touchSurveyResponses,
  updateExistingSurveyResponses,
  upsertAnswers,
} from './queries-batch.ts'
import { type NewAnswer, type NewResponse, responseTable } from './table.ts'

export type ResponseFields = Static<typeof ResponseInput>
/** A response whose answers fit the questions. */
export type ValidResponse = { fields: ResponseFields; answers: Answer[] }
export type ValidatedResponse = ValidResponse | ErrorDetail
type ResponseIngestResult = { outcomes: UpsertOutcome[]; job_id: string | null }

/** Parses the answers of each response, or says what is wrong; `pathOf` gives its path in the request. */
export async function validateResponses(
  { db, org }: Ctx,
  questions: readonly QuestionRow[],
  items: readonly ResponseFields[],
  pathOf: (index: number) => string,
): Promise<ValidatedResponse[]> {
  const existing = await findReferencedContacts(db, org, items)
  return items.map((fields, n) => {
    const wrongContact = referenceProblem(fields, existing, pathOf(n))
    if (wrongContact) return wrongContact
    const { answers, problem } = parseAnswers(questions, fields.answers, fields.completed, `${pathOf(n)}.answers`)
    return problem ?? { fields, answers }
  })
}

export const isValid = (validated: ValidatedResponse): validated is ValidResponse => 'answers' in validated

/** Of the answers only open text: a day has the form of some numbers, and is stored as a day. */
async function maskResponses(ctx: Ctx, { source }: LockedSurvey, validated: readonly ValidResponse[]) {
  const isText = ({ question }: Answer) => question.type === 'open_text'
  const texts = validated.map(({ fields, answers }) => ({ fields, answers: answers.filter(isText) }))
  const masked = await maskRecords(ctx, 'survey_response', texts, () => source)
  return validated.map(({ answers }, n) => {
    const open = masked[n]!.answers.values()
    return { ...masked[n]!, answers: answers.map((answer) => (isText(answer) ? open.next().value! : answer)) }
  })
}

/** Upserts validated responses with their answers in a fixed number of statements, and converts the answers. */
export async function ingestResponses(
  ctx: Ctx,
  survey: LockedSurvey,
  validated: readonly ValidResponse[],
): Promise<ResponseIngestResult> {
  const { db, org } = ctx
  const responses = await maskResponses(ctx, survey, validated)
  const contacts = await resolveContacts(
    db,
    org,
    responses.map(({ fields }) => fields),
  )
  const groups = mergeDuplicates(responses, contacts)
  const stored = await storeRows(
    ctx,
    survey.id,
    groups.map(({ row }) => row.response),
  )
  const answered = groups.map(({ row: { response, answers } }) => ({
    id: stored.get(response.id)!.id,
    language: response.language,
    answers: [...answers.values()],
  }))
  const { changed, job_id } = await storeAnswers(ctx, survey, answered)
  const onlyAnswersChanged = ({ id, result }: UpsertOutcome) => result === 'unchanged' && changed.has(id)
  await touchSurveyResponses(
    db,
    org,
    [...stored.values()].filter(onlyAnswersChanged).map(({ id }) => id),
  )
  const outcomes: UpsertOutcome[] = []
  for (const { row, members } of groups) {
    const outcome = stored.get(row.response.id)!
    for (const [i, n] of members.entries())
      outcomes[n] = { id: outcome.id, result: i > 0 || onlyAnswersChanged(outcome) ? 'updated' : outcome.result }
  }
  return { outcomes, job_id }
}

type AnsweredResponse = { id: string; language: string | null; answers: readonly Answer[] }

/** Returns the responses whose answers changed, and the analysis job, if any. */
async function storeAnswers(ctx: Ctx, survey: LockedSurvey, responses: readonly AnsweredResponse[]) {
  const { db, org } = ctx
  const { feedback, job_id } = await convertAnswers(ctx, survey, responses)
  const rows = responses.flatMap(({ id, answers }) => answers.map((answer) => toAnswerRow(id, answer, feedback)))
  const changed = new Set(await upsertAnswers(db, org, rows))
  await linkReasons(
    db,
    org,
    survey.id,
    responses.map(({ id }) => id),
  )
  return { changed, job_id }
}

const toAnswerRow = (
  response_id: string,
  { question, value, number, option_ids }: Answer,
  feedback: ReadonlyMap<string, string>,
): NewAnswer => ({
  response_id,
  question_id: question.id,
  value,
  number,
  option_ids,
  feedback_id: feedback.get(answerKey(response_id, question.id)) ?? null,
})

type ResponseWithAnswers = { response: NewResponse; answers: ReadonlyMap<string, Answer> }

const given = givenColumns(responseTable)

const toResponseRow = (fields: ResponseFields, contact_id: string | null): NewResponse => ({
  ...given(fields),
  id: newId(),
  contact_id,
})

/** Rows of one batch for the same response become one; later values and answers win. */
const mergeDuplicates = (
  responses: readonly ValidResponse[],
  contacts: readonly (string | null)[],
): RowGroup<ResponseWithAnswers>[] =>
  groupRows(
    responses.map(({ fields, answers }, n): ResponseWithAnswers => ({
      response: toResponseRow(fields, contacts[n]!),
      answers: new Map(answers.map((answer) => [answer.question.id, answer])),
    })),
    ({ response }) => response.external_id,
    (first, later) => ({
      response: {
        ...mergeFields(first.response, later.response),
        completed: first.response.completed || later.response.completed,
      },
      answers: new Map([...first.answers, ...later.answers]),
    }),
  )

const storeRows = ({ db, org }: Ctx, survey: string, rows: readonly NewResponse[]) =>
  upsertBatch(rows, {
    async findExisting(candidates) {
      const inputIds = new Map(
        candidates.flatMap(({ id, external_id }) => (external_id === null ? [] : [[external_id, id] as const])),
      )
      const existing = await findExistingSurveyResponses(db, org, survey, [...inputIds.keys()])
      return existing.map(({ id, external_id }) => ({ input_id: inputIds.get(external_id)!, id }))
    },
    updateExisting: (matches) =>
      updateExistingSurveyResponses(
        db,
        org,
        matches.map(({ row, existing }) => ({ ...row, id: existing.id })),
      ),
    insertNew: (missing) => insertSurveyResponses(db, org, survey, missing),
  })

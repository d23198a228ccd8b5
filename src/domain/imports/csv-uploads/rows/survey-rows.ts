import { planRows, type QuestionPlan } from '#domain/imports/csv-uploads/mapping/row-plan.ts'
import { listConvertedAnswers } from '#domain/imports/csv-uploads/queries-survey.ts'
import { updateUpload } from '#domain/imports/csv-uploads/queries.ts'
import { resolveContacts } from '#domain/sources/contacts/resolve.ts'
import type { ContactFields } from '#domain/sources/contacts/rules.ts'
import { insertQuestions, insertSurvey, updateQuestion } from '#domain/sources/surveys/queries-write.ts'
import { listQuestions, lockSurveyShared, type QuestionRow } from '#domain/sources/surveys/queries.ts'
import { isChoice, type QuestionDefinition, slugFrom, uniqueSlug } from '#domain/sources/surveys/question-rules.ts'
import {
  ingestResponses,
  isValid,
  type ResponseFields,
  validateResponses,
  type ValidResponse,
} from '#domain/sources/surveys/responses/ingest.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { handlerContext } from './handler-context.ts'
import { parseAnswer } from './parse-answer.ts'
import { commonFields, contactFieldsOf, dedupeKey, normalizeText, rowSource } from './row-fields.ts'
import type { ImportBatch, RowImporter, StoredRows } from './row-importer.ts'

type AnswerValue = string | number | boolean | string[]
type SurveyRow = {
  answers: { key: string; value: AnswerValue }[]
  contact?: ContactFields
  external_id?: string
  submitted_at?: string
  language?: string
  metadata: Record<string, unknown>
  source: string
}

/** The rows of one table are the responses to one survey, which is created with the first batch. */
export const surveyRows: RowImporter<SurveyRow> = {
  events: { created: 'survey.response_created', updated: null },
  toInput(row, options) {
    const parsed = row.answers.map(({ key, text, question }) => ({ key, ...parseAnswer(question, text) }))
    const issues = parsed.flatMap((answer) => ('issue' in answer ? [answer.issue] : []))
    if (issues.length) return issues
    const answers = parsed.flatMap((answer) => ('value' in answer ? [{ key: answer.key, value: answer.value }] : []))
    if (answers.length === 0)
      return [{ header: null, code: 'REQUIRED', message: 'answers none of the questions', value: null }]
    const { contact, extra } = contactFieldsOf('survey', row)
    const { tags, url } = row.values
    const fields = commonFields<SurveyRow>('survey', row, extra)
    return {
      ...fields,
      metadata: { ...fields.metadata, ...(tags !== undefined && { tags }), ...(url !== undefined && { url }) },
      answers,
      source: rowSource(row, options),
      ...(contact && { contact }),
    }
  },
  dedupeKeyOf: ({ external_id, answers, contact }, options) =>
    dedupeKey(options, {
      reference: [external_id],
      content: [normalizeText(JSON.stringify(answers)), contact?.email?.toLowerCase()],
    }),
  async store(db, inputs, batch): Promise<StoredRows> {
    const { org, upload, options, changeLog } = batch
    const surveyId = upload.survey_id ?? (await createSurvey(db, batch, inputs[0]!.source))
    const responses = await validateInputs(db, batch, surveyId, inputs)
    const survey = (await lockSurveyShared(db, org, surveyId))!
    const toStore = options.analyze ? responses : responses.map(withoutAnalysis)
    const { outcomes } = await ingestResponses(handlerContext(db, batch), survey, toStore)
    const created = outcomes.filter(({ result }) => result === 'created').map(({ id }) => id)
    const { feedback, nps } = await listConvertedAnswers(db, org, surveyId, created)
    await changeLog.created('survey_response', created)
    await changeLog.created('feedback', feedback)
    await changeLog.created('nps_response', nps)
    return { outcomes, queued: [] }
  },
}

async function validateInputs(
  db: Db,
  batch: ImportBatch,
  surveyId: string,
  inputs: readonly SurveyRow[],
): Promise<ValidResponse[]> {
  const { org, changeLog } = batch
  const contacts = await resolveContacts(db, org, inputs, changeLog)
  await addOptions(db, org, await listQuestions(db, org, [surveyId]), inputs)
  const responses = inputs.map(({ contact, source: _, ...input }, n): ResponseFields => ({
    ...input,
    completed: true,
    ...(contact && { contact_id: contacts[n]! }),
  }))
  const questions = await listQuestions(db, org, [surveyId])
  const validated = await validateResponses(handlerContext(db, batch), questions, responses, (n) => `row ${n}`)
  const invalid = validated.find((response) => !isValid(response))
  if (invalid) throw new Error(`a parsed answer does not fit its question: ${JSON.stringify(invalid)}`)
  return validated.filter(isValid)
}

const withoutAnalysis = ({ fields, answers }: ValidResponse): ValidResponse => ({
  fields,
  answers: answers.map((answer) => ({ ...answer, question: { ...answer.question, analyze: false } })),
})

const toQuestion = ({ header, type, key, range }: QuestionPlan): QuestionDefinition => ({
  key,
  type,
  text: header,
  required: false,
  options: [],
  analyze: type === 'open_text',
  scale: range ? { min: range[0], max: range[1], min_label: null, max_label: null } : null,
})

async function createSurvey(db: Db, { org, upload, changeLog }: ImportBatch, source: string): Promise<string> {
  const id = newId()
  await insertSurvey(db, org, {
    id,
    title: upload.file_name.replace(/\.\w{2,4}$/, '').slice(0, 200),
    status: 'closed',
    source,
    external_id: null,
  })
  await insertQuestions(db, org, { survey_id: id, position: 0 }, planRows(upload).questions.map(toQuestion))
  await updateUpload(db, org, upload.id, { survey_id: id })
  await changeLog.created('survey', [id])
  return id
}

/** Every value of a choice column becomes an option. */
async function addOptions(db: Db, org: string, questions: readonly QuestionRow[], inputs: readonly SurveyRow[]) {
  for (const question of questions.filter(({ type }) => isChoice(type))) {
    const existing = new Set(question.options.map(({ label }) => label))
    const chosen = inputs.flatMap(({ answers }) =>
      answers.filter(({ key }) => key === question.key).flatMap(({ value }) => value as string | string[]),
    )
    const missing = [...new Set(chosen)].filter((label) => !existing.has(label))
    if (missing.length === 0) continue
    const usedIds = new Set(question.options.map(({ id }) => id))
    const added = missing.map((label, n) => {
      const id = uniqueSlug(slugFrom(label, `option_${question.options.length + n + 1}`), usedIds)
      usedIds.add(id)
      return { id, label }
    })
    const { id, survey_id: _, position: __, ...definition } = question
    await updateQuestion(db, org, id, { ...definition, options: [...question.options, ...added] })
  }
}

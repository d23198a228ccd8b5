import type { surveys } from '#contract/resources/surveys.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound, requireExist } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { insertLink } from './links/queries.ts'
import { getSurvey, toQuestion, presentSurveys } from './present.ts'
import { hasResponses, type LockedSurvey, lockSurvey, type QuestionRow, listQuestions } from './queries.ts'
import { surveyList } from './queries-list.ts'
import {
  frozenProblem,
  type QuestionFields,
  type QuestionOption,
  type QuestionType,
  defineQuestion,
} from './question-rules.ts'
import { requireEditable, requireTransition } from './rules.ts'
import {
  updateQuestion,
  updateSurvey,
  insertQuestions,
  insertSurvey,
  reorderQuestions,
  deleteQuestion,
  touchSurvey,
} from './queries-write.ts'

const maxQuestions = 200

const getLockedSurvey = async ({ db, org }: Ctx, id: string): Promise<LockedSurvey> =>
  (await lockSurvey(db, org, id)) ?? notFound('survey')

async function listQuestionsToEdit(ctx: Ctx, id: string): Promise<QuestionRow[]> {
  const { status } = await getLockedSurvey(ctx, id)
  const questions = await listQuestions(ctx.db, ctx.org, [id])
  requireEditable(status)
  return questions
}

/** Not found comes before the check of the status, for a question of another survey. */
async function getQuestionToEdit(ctx: Ctx, surveyId: string, questionId: string) {
  const { status } = await getLockedSurvey(ctx, surveyId)
  const questions = await listQuestions(ctx.db, ctx.org, [surveyId])
  const question = questions.find(({ id }) => id === questionId) ?? notFound('question')
  requireEditable(status)
  return { question, others: questions.filter((other) => other !== question) }
}

function requirePeriod(starts: string | null | undefined, ends: string | null | undefined) {
  if (starts && ends && Date.parse(starts) >= Date.parse(ends)) invalidField('body.ends_at', 'must be after starts_at')
}

/** An option without an id is matched by its label. */
type OptionInputs = NonNullable<QuestionFields['options']>
const withExistingIds = (options: OptionInputs, existing: readonly QuestionOption[]): OptionInputs =>
  options.map((option) =>
    option.id === undefined ? (existing.find(({ label }) => label === option.label) ?? option) : option,
  )

type NewQuestion = QuestionFields & { type: QuestionType; text: string }

/** Gives each question a unique key. */
function defineQuestions(questions: readonly NewQuestion[], usedKeys: Set<string>, pathOf: (index: number) => string) {
  for (const [n, { key }] of questions.entries()) {
    if (key === undefined) continue
    if (usedKeys.has(key)) throwApiError('DUPLICATE', `${pathOf(n)}.key: there is a question ${key} already`)
    usedKeys.add(key)
  }
  return questions.map((question, n) => {
    const { definition, problem } = defineQuestion(question, pathOf(n), usedKeys)
    if (problem) invalidField(problem.path, problem.message)
    usedKeys.add(definition.key)
    return definition
  })
}

export const handlers: Handlers<typeof surveys> = {
  async listSurveys(ctx, query) {
    const { data, pagination } = await rowPage(ctx, surveyList, query)
    return { data: await presentSurveys(ctx, data), pagination }
  },

  getSurvey: (ctx, { surveyId }) => getSurvey(ctx, surveyId),

  async createSurvey(ctx, { questions = [], external_id = null, ...fields }) {
    const { db, org, settings } = ctx
    requirePeriod(fields.starts_at, fields.ends_at)
    const definitions = defineQuestions(questions, new Set(), (n) => `body.questions.${n}`)
    const id = newId()
    if (!(await insertSurvey(db, org, { ...fields, id, external_id })))
      throwApiError('DUPLICATE', 'There is a survey of this source with this external_id already.')
    await insertQuestions(db, org, { survey_id: id, position: 0 }, definitions)
    await insertLink(db, org, settings, { survey_id: id, name: 'Link', allowed_origins: [] })
    return getSurvey(ctx, id)
  },

  async updateSurvey(ctx, { surveyId, ...fields }) {
    const survey = await getLockedSurvey(ctx, surveyId)
    requireEditable(survey.status)
    if (fields.status) requireTransition(survey.status, fields.status)
    requirePeriod(
      fields.starts_at === undefined ? survey.starts_at : fields.starts_at,
      fields.ends_at === undefined ? survey.ends_at : fields.ends_at,
    )
    await updateSurvey(ctx.db, ctx.org, surveyId, fields)
    return getSurvey(ctx, surveyId)
  },

  async archiveSurvey(ctx, { surveyId }) {
    const { status } = await getLockedSurvey(ctx, surveyId)
    if (status !== 'archived') await updateSurvey(ctx.db, ctx.org, surveyId, { status: 'archived' })
    return getSurvey(ctx, surveyId)
  },

  async createSurveyQuestion(ctx, { surveyId, ...fields }) {
    const { db, org } = ctx
    const questions = await listQuestionsToEdit(ctx, surveyId)
    if (questions.length >= maxQuestions)
      throwApiError('INVALID_STATE', `A survey holds at most ${maxQuestions} questions.`)
    const [definition] = defineQuestions([fields], new Set(questions.map(({ key }) => key)), () => 'body')
    const position = (questions.at(-1)?.position ?? -1) + 1
    const [id] = await insertQuestions(db, org, { survey_id: surveyId, position }, [definition!])
    await touchSurvey(db, org, surveyId)
    return toQuestion({ ...definition!, id: id!, survey_id: surveyId, position: 0 }, questions.length)
  },

  async updateSurveyQuestion(ctx, { surveyId, questionId, ...fields }) {
    const { db, org } = ctx
    const { question, others } = await getQuestionToEdit(ctx, surveyId, questionId)
    if (others.some(({ key }) => key === fields.key))
      throwApiError('DUPLICATE', `There is a question ${fields.key} already.`)
    const { type = question.type } = fields
    // Options, scale and analyze of the old type do not apply to a new one.
    const { analyze: _, ...ofEveryType } = question
    const before = type === question.type ? question : { ...ofEveryType, options: [], scale: null }
    const options = fields.options && withExistingIds(fields.options, before.options)
    const { definition, problem } = defineQuestion(
      { ...before, ...fields, ...(options && { options }), type },
      'body',
      new Set(),
    )
    if (problem) invalidField(problem.path, problem.message)
    const frozen = frozenProblem(question, definition)
    if (frozen && (await hasResponses(db, org, surveyId))) throwApiError('INVALID_STATE', frozen)
    await updateQuestion(db, org, questionId, definition)
    await touchSurvey(db, org, surveyId)
    return toQuestion(
      { ...definition, id: questionId, survey_id: surveyId, position: 0 },
      (await listQuestions(db, org, [surveyId])).findIndex(({ id }) => id === questionId),
    )
  },

  async deleteSurveyQuestion(ctx, { surveyId, questionId }) {
    await getQuestionToEdit(ctx, surveyId, questionId)
    await deleteQuestion(ctx.db, ctx.org, questionId)
    await touchSurvey(ctx.db, ctx.org, surveyId)
    return { id: questionId, deleted: true }
  },

  async orderSurveyQuestions(ctx, { surveyId, question_ids }) {
    const questions = await listQuestionsToEdit(ctx, surveyId)
    requireExist(
      'body.question_ids',
      'question',
      question_ids,
      questions.map(({ id }) => id),
    )
    if (question_ids.length < questions.length)
      invalidField('body.question_ids', 'must name every question of the survey')
    await reorderQuestions(ctx.db, ctx.org, question_ids)
    await touchSurvey(ctx.db, ctx.org, surveyId)
    return getSurvey(ctx, surveyId)
  },
}

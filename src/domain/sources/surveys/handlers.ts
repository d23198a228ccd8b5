import type { surveys } from '#contract/resources/surveys.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound, requireKnown } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { sortedPage } from '#store/page.ts'
import { insertLink } from './links.ts'
import { showSurvey, shownQuestion, shownSurveys } from './present.ts'
import {
  hasResponses,
  type Held,
  holdSurvey,
  orderOf,
  pageOfSurveys,
  type QuestionRow,
  questionsOf,
} from './queries.ts'
import { frozen, type Given, type Option, type QuestionType, shapeOf } from './question-rules.ts'
import { requireEditable, requireWay } from './status.ts'
import {
  changeQuestion,
  changeSurvey,
  insertQuestions,
  insertSurvey,
  orderQuestions,
  removeQuestion,
} from './writes.ts'

const maxQuestions = 200

const held = async ({ db, org }: Ctx, id: string): Promise<Held> =>
  (await holdSurvey(db, org, id)) ?? notFound('survey')

async function toEdit(ctx: Ctx, id: string): Promise<QuestionRow[]> {
  const { status } = await held(ctx, id)
  const questions = await questionsOf(ctx.db, ctx.org, [id])
  requireEditable(status)
  return questions
}

/** The same as toEdit for one question; one of another survey is not here, whatever state this one is in. */
async function questionToEdit(ctx: Ctx, surveyId: string, questionId: string) {
  const { status } = await held(ctx, surveyId)
  const questions = await questionsOf(ctx.db, ctx.org, [surveyId])
  const question = questions.find(({ id }) => id === questionId) ?? notFound('question')
  requireEditable(status)
  return { question, others: questions.filter((other) => other !== question) }
}

function requirePeriod(starts: string | null | undefined, ends: string | null | undefined) {
  if (starts && ends && Date.parse(starts) >= Date.parse(ends)) invalidField('body.ends_at', 'must lie after starts_at')
}

/** An option that is named by its words alone is the one that has them. */
const withKnownIds = (given: NonNullable<Given['options']>, known: readonly Option[]): NonNullable<Given['options']> =>
  given.map((option) =>
    option.id === undefined ? (known.find(({ label }) => label === option.label) ?? option) : option,
  )

/** Several new questions, each with a key of its own. */
function shapesOf(
  given: readonly (Given & { type: QuestionType; text: string })[],
  taken: Set<string>,
  at: (n: number) => string,
) {
  for (const [n, { key }] of given.entries()) {
    if (key === undefined) continue
    if (taken.has(key)) throwApiError('DUPLICATE', `${at(n)}.key: there is a question ${key} already`)
    taken.add(key)
  }
  return given.map((one, n) => {
    const { shape, problem } = shapeOf(one, at(n), taken)
    if (problem) invalidField(problem.path, problem.message)
    taken.add(shape.key)
    return shape
  })
}

export const handlers: Handlers<typeof surveys, Ctx> = {
  async listSurveys(ctx, { cursor, ...wanted }) {
    const { db, org, cursors } = ctx
    const { data, pagination } = await sortedPage(orderOf(wanted), { ...wanted, cursor }, cursors, (keys) =>
      pageOfSurveys(db, org, wanted, keys),
    )
    return { data: await shownSurveys(ctx, data), pagination }
  },

  getSurvey: (ctx, { surveyId }) => showSurvey(ctx, surveyId),

  async createSurvey(ctx, { questions = [], external_id = null, ...given }) {
    const { db, org, settings } = ctx
    requirePeriod(given.starts_at, given.ends_at)
    const shapes = shapesOf(questions, new Set(), (n) => `body.questions.${n}`)
    const id = newId()
    if (!(await insertSurvey(db, org, { ...given, id, external_id })))
      throwApiError('DUPLICATE', 'There is a survey of this source with this external_id already.')
    await insertQuestions(db, org, id, shapes, 0)
    await insertLink(db, org, settings, { survey_id: id, name: 'Link', allowed_origins: [] })
    return showSurvey(ctx, id)
  },

  async updateSurvey(ctx, { surveyId, ...given }) {
    const survey = await held(ctx, surveyId)
    requireEditable(survey.status)
    if (given.status) requireWay(survey.status, given.status)
    requirePeriod(
      given.starts_at === undefined ? survey.starts_at : given.starts_at,
      given.ends_at === undefined ? survey.ends_at : given.ends_at,
    )
    await changeSurvey(ctx.db, ctx.org, surveyId, given)
    return showSurvey(ctx, surveyId)
  },

  async archiveSurvey(ctx, { surveyId }) {
    const { status } = await held(ctx, surveyId)
    if (status !== 'archived') await changeSurvey(ctx.db, ctx.org, surveyId, { status: 'archived' })
    return showSurvey(ctx, surveyId)
  },

  async createSurveyQuestion(ctx, { surveyId, ...given }) {
    const { db, org } = ctx
    const questions = await toEdit(ctx, surveyId)
    if (questions.length >= maxQuestions)
      throwApiError('INVALID_STATE', `A survey holds at most ${maxQuestions} questions.`)
    const [shape] = shapesOf([given], new Set(questions.map(({ key }) => key)), () => 'body')
    const [id] = await insertQuestions(db, org, surveyId, [shape!], (questions.at(-1)?.position ?? -1) + 1)
    await changeSurvey(db, org, surveyId, {})
    return shownQuestion({ ...shape!, id: id!, survey_id: surveyId, position: 0 }, questions.length)
  },

  async updateSurveyQuestion(ctx, { surveyId, questionId, ...given }) {
    const { db, org } = ctx
    const { question, others } = await questionToEdit(ctx, surveyId, questionId)
    if (others.some(({ key }) => key === given.key))
      throwApiError('DUPLICATE', `There is a question ${given.key} already.`)
    const { type = question.type } = given
    // What belongs to the old type goes with it.
    const before = type === question.type ? question : { ...question, options: [], scale: null, analyze: undefined }
    const options = given.options && withKnownIds(given.options, before.options)
    const { shape, problem } = shapeOf({ ...before, ...given, ...(options && { options }), type }, 'body', new Set())
    if (problem) invalidField(problem.path, problem.message)
    const refused = frozen(question, shape)
    if (refused && (await hasResponses(db, org, surveyId))) throwApiError('INVALID_STATE', refused)
    await changeQuestion(db, org, questionId, shape)
    await changeSurvey(db, org, surveyId, {})
    return shownQuestion(
      { ...shape, id: questionId, survey_id: surveyId, position: 0 },
      (await questionsOf(db, org, [surveyId])).findIndex(({ id }) => id === questionId),
    )
  },

  async deleteSurveyQuestion(ctx, { surveyId, questionId }) {
    await questionToEdit(ctx, surveyId, questionId)
    await removeQuestion(ctx.db, ctx.org, questionId)
    await changeSurvey(ctx.db, ctx.org, surveyId, {})
    return { id: questionId, deleted: true }
  },

  async orderSurveyQuestions(ctx, { surveyId, question_ids }) {
    const questions = await toEdit(ctx, surveyId)
    requireKnown(
      'body.question_ids',
      'question',
      question_ids,
      questions.map(({ id }) => id),
    )
    if (question_ids.length < questions.length)
      invalidField('body.question_ids', 'must name every question of the survey')
    await orderQuestions(ctx.db, ctx.org, question_ids)
    await changeSurvey(ctx.db, ctx.org, surveyId, {})
    return showSurvey(ctx, surveyId)
  },
}

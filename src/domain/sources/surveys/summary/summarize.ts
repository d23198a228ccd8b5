import type { Output } from '#contract/core/route.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { percent, summarizeNps, tallyOf } from '#engine/nps/score.ts'
import { completionRate } from '#domain/sources/surveys/present.ts'
import { surveyExists, type QuestionRow, listQuestions } from '#domain/sources/surveys/queries.ts'
import type { SummaryFilters } from '#domain/sources/surveys/responses/queries-list.ts'
import { isChoice, isScaled } from '#domain/sources/surveys/question-rules.ts'
import {
  countChoices,
  type Measure,
  listMeasures,
  countNumbers,
  countResponses,
  type AnswerTally,
  listTopThemes,
  type ThemeTally,
} from './queries.ts'
import { numberStatistics } from './number-statistics.ts'
import { countAnswered, countAnswers, countResponsesByDay, listCountedThemes, listDates } from './queries-counted.ts'

type Summary = Output<(typeof surveyResponses)['summarizeSurvey']>
type QuestionSummary = Summary['questions'][number]

const yesAndNo = [
  { id: 'true', label: 'Yes' },
  { id: 'false', label: 'No' },
]
const percentOf = (count: number, all: number) => percent(count, all) ?? 0
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)

export async function summarizeSurvey({ db, org }: ReadCtx, filters: SummaryFilters): Promise<Summary> {
  if (!(await surveyExists(db, org, filters.survey_id))) return notFound('survey')
  const questions = await listQuestions(db, org, [filters.survey_id])
  const { all, completed } = filters.segment_id
    ? await countResponses(db, org, filters)
    : await countResponsesByDay(db, org, filters)
  const counts = filters.segment_id
    ? await readAnswers({ db, org }, filters)
    : await readCounts({ db, org }, { filters, questions })
  return {
    survey_id: filters.survey_id,
    response_count: all,
    completed_count: completed,
    completion_rate: completionRate(completed, all),
    questions: questions.map((question) => summarizeQuestion(question, all, counts)),
  }
}

type Tenant = Pick<Ctx, 'db' | 'org'>

/** Contacts of a segment change, so their answers are read. */
const readAnswers = async ({ db, org }: Tenant, filters: SummaryFilters): Promise<AnswerCounts> => ({
  measures: new Map((await listMeasures(db, org, filters)).map((row) => [row.question_id, row])),
  numbers: await countNumbers(db, org, filters),
  choices: await countChoices(db, org, filters),
  themes: await listTopThemes(db, org, filters),
})

type Selected = { filters: SummaryFilters; questions: readonly QuestionRow[] }

const idsOf = ({ questions }: Selected, isWanted: (type: QuestionRow['type']) => boolean) =>
  questions.filter(({ type }) => isWanted(type)).map(({ id }) => id)

async function readCounts({ db, org }: Tenant, selected: Selected): Promise<AnswerCounts> {
  const { filters } = selected
  const countOf = (series: 'survey.number' | 'survey.option', isWanted: (type: QuestionRow['type']) => boolean) =>
    countAnswers(db, org, series, { filters, questions: idsOf(selected, isWanted) })
  const numbers = await countOf('survey.number', (type) => type === 'number' || isScaled(type))
  const openQuestions = idsOf(selected, (type) => type === 'open_text')
  return {
    measures: await readMeasures({ db, org }, selected, numbers),
    numbers,
    choices: await countOf('survey.option', (type) => type === 'boolean' || isChoice(type)),
    themes: await listCountedThemes(db, org, filters, openQuestions),
  }
}

async function readMeasures({ db, org }: Tenant, selected: Selected, numbers: readonly AnswerTally[]) {
  const dateQuestions = idsOf(selected, (type) => type === 'date')
  const dates = await listDates(db, org, selected.filters, dateQuestions)
  const answered = await countAnswered(
    db,
    org,
    selected.filters,
    idsOf(selected, () => true),
  )
  return new Map(
    answered.map((row): [string, Measure] => {
      const isOfQuestion = ({ question_id }: { question_id: string }) => question_id === row.question_id
      const { earliest = null, latest = null } = dates.find(isOfQuestion) ?? {}
      return [row.question_id, { ...row, ...numberStatistics(numbers.filter(isOfQuestion)), earliest, latest }]
    }),
  )
}

type AnswerCounts = {
  measures: Map<string, Measure>
  numbers: AnswerTally[]
  choices: AnswerTally[]
  themes: ThemeTally[]
}

function summarizeQuestion(question: QuestionRow, responses: number, counts: AnswerCounts): QuestionSummary {
  const { id, key, type, text } = question
  const measure = counts.measures.get(id)
  const answered = measure?.answered ?? 0
  const distribution = distributionOf(question, answered, counts.numbers)
  return {
    question_id: id,
    key,
    type,
    text,
    answered,
    skipped: responses - answered,
    options: optionCounts(question, answered, counts.choices),
    ...statisticsOf(question, measure),
    distribution,
    nps: type === 'nps' ? summarizeNps(tallyOf(distribution!.map(({ count }) => count))) : null,
    earliest: type === 'date' ? (measure?.earliest ?? null) : null,
    latest: type === 'date' ? (measure?.latest ?? null) : null,
    top_themes: type === 'open_text' ? topThemes(id, counts.themes) : null,
  }
}

const countOf = (tallies: readonly AnswerTally[], questionId: string, value: string) =>
  tallies.find((tally) => tally.question_id === questionId && tally.value === value)?.count ?? 0

function distributionOf({ id, type, scale }: QuestionRow, answered: number, numbers: readonly AnswerTally[]) {
  if (!isScaled(type)) return null
  return Array.from({ length: scale!.max! - scale!.min! + 1 }, (_, n) => {
    const value = scale!.min! + n
    const count = countOf(numbers, id, String(value))
    return { value, count, pct: percentOf(count, answered) }
  })
}

function optionCounts({ id, type, options }: QuestionRow, answered: number, choices: readonly AnswerTally[]) {
  if (type !== 'boolean' && !isChoice(type)) return null
  return (type === 'boolean' ? yesAndNo : options).map((option) => {
    const count = countOf(choices, id, option.id)
    return { ...option, count, pct: percentOf(count, answered) }
  })
}

function statisticsOf({ type }: QuestionRow, measure: Measure | undefined) {
  if (!measure || (type !== 'number' && !isScaled(type))) return { mean: null, median: null, min: null, max: null }
  return { mean: rounded(measure.mean), median: rounded(measure.median), min: measure.min, max: measure.max }
}

const topThemes = (questionId: string, themes: readonly ThemeTally[]) =>
  themes
    .filter((theme) => theme.question_id === questionId)
    .map(({ id, name, color, count }) => ({ id, name, color, count }))

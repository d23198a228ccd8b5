import type { Output } from '#contract/core/route.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { percent, summarise, tallyOf } from '#engine/nps.ts'
import { rateOf } from './present.ts'
import { isKnown, type QuestionRow, questionsOf } from './queries.ts'
import { isChoice, isScaled } from './question-rules.ts'
import {
  choices,
  type Chosen,
  type Measure,
  measures,
  numbers,
  responsesIn,
  type Tally,
  themesIn,
  type ThemeTally,
} from './summary-queries.ts'

type Summary = Output<(typeof surveyResponses)['summarizeSurvey']>
type Shown = Summary['questions'][number]

const yesAndNo = [
  { id: 'true', label: 'Yes' },
  { id: 'false', label: 'No' },
]
const pctOf = (count: number, all: number) => percent(count, all) ?? 0
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)

export async function summaryOf({ db, org }: Ctx, wanted: Chosen): Promise<Summary> {
  if (!(await isKnown(db, org, wanted.survey_id))) return notFound('survey')
  const questions = await questionsOf(db, org, [wanted.survey_id])
  const { all, completed } = await responsesIn(db, org, wanted)
  const found = {
    measured: new Map((await measures(db, org, wanted)).map((row) => [row.question_id, row])),
    numbers: await numbers(db, org, wanted),
    choices: await choices(db, org, wanted),
    themes: await themesIn(db, org, wanted),
  }
  return {
    survey_id: wanted.survey_id,
    response_count: all,
    completed_count: completed,
    completion_rate: rateOf(completed, all),
    questions: questions.map((question) => shown(question, all, found)),
  }
}

type Found = { measured: Map<string, Measure>; numbers: Tally[]; choices: Tally[]; themes: ThemeTally[] }

function shown({ id, key, type, text, options, scale }: QuestionRow, responses: number, found: Found): Shown {
  const measured = found.measured.get(id)
  const answered = measured?.answered ?? 0
  const counted = type === 'number' || isScaled(type)
  const countOf = (tallies: readonly Tally[], what: string) =>
    tallies.find((tally) => tally.question_id === id && tally.what === what)?.count ?? 0
  const steps = isScaled(type) ? Array.from({ length: scale!.max! - scale!.min! + 1 }, (_, n) => scale!.min! + n) : null
  const distribution =
    steps &&
    steps.map((value) => ({
      value,
      count: countOf(found.numbers, String(value)),
      pct: pctOf(countOf(found.numbers, String(value)), answered),
    }))
  const choosable = type === 'boolean' ? yesAndNo : isChoice(type) ? options : null
  return {
    question_id: id,
    key,
    type,
    text,
    answered,
    skipped: responses - answered,
    options:
      choosable &&
      choosable.map((option) => ({
        ...option,
        count: countOf(found.choices, option.id),
        pct: pctOf(countOf(found.choices, option.id), answered),
      })),
    mean: counted ? rounded(measured?.mean ?? null) : null,
    median: counted ? rounded(measured?.median ?? null) : null,
    min: counted ? (measured?.min ?? null) : null,
    max: counted ? (measured?.max ?? null) : null,
    distribution,
    nps: type === 'nps' ? summarise(tallyOf(distribution!.map(({ count }) => count))) : null,
    earliest: type === 'date' ? (measured?.earliest ?? null) : null,
    latest: type === 'date' ? (measured?.latest ?? null) : null,
    top_themes:
      type === 'open_text'
        ? found.themes
            .filter((theme) => theme.question_id === id)
            .map(({ id, name, color, count }) => ({ id, name, color, count }))
        : null,
  }
}

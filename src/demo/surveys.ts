import { createHash } from 'node:crypto'
import { survey } from './content.ts'
import { idAt } from './ids.ts'
import type { NpsRow } from './nps.ts'

/* The demo survey and its responses: a score, the reason, and two choice questions. */

type SurveyItem = { id: string; at: Date; source: string; contact: number; content: string; language?: string }

const { place: placeQuestion, uses: usesQuestion } = survey.questions

/** A deterministic number from 0 to max - 1. */
const hashBelow = (key: string, max: number) => createHash('sha256').update(key).digest().readUInt16BE() % max

type SurveyResponse = { id: string; item: SurveyItem; at: string }

export function demoSurveyRows(
  since: Date,
  items: readonly SurveyItem[],
  nps: readonly NpsRow[],
  contacts: readonly string[],
) {
  const id = idAt(since, 'survey/recommend')
  const responses = items
    .filter((item) => item.source === 'survey')
    .map((item) => ({ id: idAt(item.at, `response/${item.id}`), item, at: item.at.toISOString() }))
  const survey_question = questionRows(since, id)
  const questionIds = survey_question.map((question) => question.id) as QuestionIds
  const scores = new Map(nps.map((row) => [row.feedback_id, row.score]))
  return {
    survey: [surveyRow(since, id)],
    survey_question,
    survey_response: responses.map(({ id: response, item, at }) => ({
      id: response,
      survey_id: id,
      contact_id: contacts[item.contact]!,
      completed: true,
      submitted_at: at,
      language: item.language ?? 'en',
      metadata: { via: 'page' },
      created_at: at,
      updated_at: at,
    })),
    survey_answer: responses.flatMap((response) => answerRows(response, questionIds, scores)),
    /** The NPS responses created from the scores. */
    nps_response: nps.map((row) => {
      const response = responses.find(({ item }) => item.id === row.feedback_id)
      const external_id = response ? `${response.id}:${questionIds[0]}` : null
      return { ...row, survey_id: response ? id : null, external_id }
    }),
  }
}

const surveyRow = (since: Date, id: string) => ({
  id,
  title: survey.title,
  description: survey.description,
  status: 'active',
  language: 'en',
  thank_you: survey.thank_you,
  tags: ['nps'],
  created_at: since.toISOString(),
  updated_at: since.toISOString(),
})

const questionRows = (since: Date, survey_id: string) =>
  Object.entries(survey.questions).map(
    ([key, { type, text, required = false, options = [], analyze = false }], position) => ({
      id: idAt(since, `question/${key}`),
      survey_id,
      key,
      type,
      text,
      required,
      options,
      position,
      analyze,
      scale: type === 'nps' ? { min: 0, max: 10, min_label: null, max_label: null } : null,
    }),
  )

type QuestionIds = [score: string, why: string, place: string, uses: string]

function answerRows(
  { id, item }: SurveyResponse,
  [score, why, place, use]: QuestionIds,
  scores: ReadonlyMap<string | null, number>,
) {
  const answer = (question_id: string, values: object) => ({
    response_id: id,
    question_id,
    value: null,
    number: null,
    option_ids: [] as string[],
    feedback_id: null,
    ...values,
  })
  const usedFor = usesQuestion.options
    .filter((option) => hashBelow(`${option.id}/${item.id}`, 5) < 2)
    .map((option) => option.id)
  return [
    answer(score, { number: scores.get(item.id)! }),
    answer(why, { value: item.content, feedback_id: item.id }),
    answer(place, {
      option_ids: [placeQuestion.options[hashBelow(`place/${item.id}`, placeQuestion.options.length)]!.id],
    }),
    answer(use, { option_ids: usedFor }),
  ].filter(({ value, number, option_ids }) => value !== null || number !== null || option_ids.length > 0)
}

import { createHash } from 'node:crypto'
import { idAt } from './ids.ts'
import type { NpsRow } from './nps.ts'

/* The survey behind what people wrote in answer to one: a score, the reason, and two questions to click. */

type Said = { id: string; at: Date; source: string; contact: number; content: string; language?: string }

const places = [
  { id: 'desktop', label: 'On my computer' },
  { id: 'phone', label: 'On my phone' },
  { id: 'both', label: 'On both' },
]
const uses = [
  { id: 'meetings', label: 'Meeting notes' },
  { id: 'handbook', label: 'A handbook for the team' },
  { id: 'research', label: 'Research' },
  { id: 'tasks', label: 'Tasks' },
]
const asked = [
  {
    key: 'score',
    type: 'nps',
    text: 'How likely are you to recommend Northwind Notes to a colleague?',
    required: true,
  },
  { key: 'why', type: 'open_text', text: 'What is the main reason for your score?', analyze: true },
  { key: 'place', type: 'single_choice', text: 'Where do you use it most?', options: places },
  { key: 'uses', type: 'multi_choice', text: 'What do you use it for?', options: uses },
]

const drawn = (key: string, max: number) => createHash('sha256').update(key).digest().readUInt16BE() % max

export function surveyRows(since: Date, said: readonly Said[], nps: readonly NpsRow[], contacts: readonly string[]) {
  const id = idAt(since, 'survey/recommend')
  const created = since.toISOString()
  const answered = said.filter((item) => item.source === 'survey')
  const responses = answered.map((item) => ({
    id: idAt(item.at, `response/${item.id}`),
    item,
    at: item.at.toISOString(),
  }))
  const survey_question = asked.map(
    ({ key, type, text, required = false, options = [], analyze = false }, position) => ({
      id: idAt(since, `question/${key}`),
      survey_id: id,
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
  const [score, why, place, use] = survey_question.map((question) => question.id) as [string, string, string, string]
  const scores = new Map(nps.map((row) => [row.feedback_id, row]))
  const answer = (response_id: string, question_id: string, more: object) => ({
    response_id,
    question_id,
    value: null,
    number: null,
    option_ids: [] as string[],
    feedback_id: null,
    ...more,
  })
  return {
    survey: [
      {
        id,
        title: 'How is Northwind Notes working for you?',
        description: 'Four short questions. We read every answer.',
        status: 'active',
        language: 'en',
        thank_you: 'Thank you. What you write goes straight to the people who build it.',
        tags: ['nps'],
        created_at: created,
        updated_at: created,
      },
    ],
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
    survey_answer: responses.flatMap(({ id: response, item }) =>
      [
        answer(response, score, { number: scores.get(item.id)!.score }),
        answer(response, why, { value: item.content, feedback_id: item.id }),
        answer(response, place, { option_ids: [places[drawn(`place/${item.id}`, places.length)]!.id] }),
        answer(response, use, {
          option_ids: uses.filter(({ id }) => drawn(`${id}/${item.id}`, 5) < 2).map(({ id }) => id),
        }),
      ].filter(({ value, number, option_ids }) => value !== null || number !== null || option_ids.length > 0),
    ),
    /** The scores as the NPS responses they became. */
    nps_response: nps.map((row) => {
      const response = responses.find(({ item }) => item.id === row.feedback_id)
      return { ...row, survey_id: response ? id : null, external_id: response ? `${response.id}:${score}` : null }
    }),
  }
}

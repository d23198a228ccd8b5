import type { Ctx } from '#domain/context.ts'
import { ingest } from '#domain/sources/feedback/ingest.ts'
import { announce } from '#domain/sources/feedback/pipeline.ts'
import type { Answer } from './answer-rules.ts'
import { type NpsAnswer, recordNps } from './nps-answers.ts'
import type { Held } from './queries.ts'
import { responsesBy, type Told } from './store-batch.ts'

type Response = { id: string; language: string | null; answers: readonly Answer[] }
type HandedOver = { /** By response and question. */ feedback: Map<string, string>; job_id: string | null }

const maxTitle = 200
const rated = new Set(['nps', 'csat', 'rating'])

/** What people say in their own words becomes feedback, how likely they are to recommend us an NPS response. */
export async function handOver(ctx: Ctx, survey: Held, responses: readonly Response[]): Promise<HandedOver> {
  const { db, org } = ctx
  const facts = new Map(
    (
      await responsesBy(
        db,
        org,
        responses.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const texts = responses.flatMap((response) =>
    response.answers
      .filter(({ question }) => question.type === 'open_text')
      .map((answer) => ({
        key: keyOf(response.id, answer),
        item: itemOf(survey, response, answer, facts.get(response.id)!),
      })),
  )
  const outcomes = texts.length
    ? await ingest(
        db,
        org,
        texts.map(({ item }) => item),
        null,
      )
    : []
  const feedback = new Map(texts.map(({ key }, n) => [key, outcomes[n]!.id]))
  for (const { id, result } of outcomes) if (result !== 'unchanged') ctx.emit(`feedback.${result}`, { object: { id } })
  await recordNps(
    ctx,
    responses.flatMap((response) => npsOf(survey, response, facts.get(response.id)!)),
  )
  const queued = outcomes.filter((one) => one.queued).map((one) => one.id)
  return { feedback, job_id: queued.length ? await announce(ctx, queued) : null }
}

const keyOf = (response: string, { question }: Answer) => `${response}:${question.id}`

/** A score given with the words tells how they are meant. */
function ratingOf(answers: readonly Answer[]) {
  const score = answers.find(({ question, number }) => rated.has(question.type) && number !== null)
  return score && { value: score.number!, scale_min: score.question.scale!.min!, scale_max: score.question.scale!.max! }
}

function itemOf(survey: Held, response: Response, answer: Answer, { contact_id, submitted_at }: Told) {
  const rating = ratingOf(response.answers)
  const language = response.language ?? survey.language
  return {
    content: answer.value as string,
    title: [...answer.question.text].slice(0, maxTitle).join(''),
    source: survey.source,
    source_type: 'survey_response' as const,
    external_id: keyOf(response.id, answer),
    contact_id,
    occurred_at: submitted_at,
    metadata: { survey_id: survey.id, response_id: response.id, question_key: answer.question.key },
    analyze: answer.question.analyze,
    ...(rating && { rating }),
    ...(language && { language }),
  }
}

const npsOf = (survey: Held, { id, answers }: Response, { contact_id, submitted_at }: Told): NpsAnswer[] =>
  answers.flatMap((answer) =>
    answer.question.type === 'nps' && answer.number !== null
      ? [
          {
            survey_id: survey.id,
            source: survey.source,
            external_id: keyOf(id, answer),
            score: answer.number,
            contact_id,
            responded_at: submitted_at,
          },
        ]
      : [],
  )

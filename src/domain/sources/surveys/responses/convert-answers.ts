import type { Ctx } from '#domain/context.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { ingestFeedback } from '#domain/sources/feedback/ingest.ts'
import type { LockedSurvey } from '#domain/sources/surveys/queries.ts'
import type { Answer } from './answer-rules.ts'
import { ingestNpsAnswers, type NpsAnswer } from './nps-answers.ts'
import { listResponseFacts, type ResponseFacts } from './queries-batch.ts'

type Response = { id: string; language: string | null; answers: readonly Answer[] }
type ConvertedAnswers = { /** By response and question. */ feedback: Map<string, string>; job_id: string | null }

const maxTitleLength = 200
/** The best indicators of an opinion first; all of them are better the higher they are. */
const ratedTypes = [['nps', 'csat', 'rating'], ['ces']]

/** Open answers become feedback, NPS answers become NPS responses. */
export async function convertAnswers(
  ctx: Ctx,
  survey: LockedSurvey,
  responses: readonly Response[],
): Promise<ConvertedAnswers> {
  const { db, org } = ctx
  const rows = await listResponseFacts(
    db,
    org,
    responses.map(({ id }) => id),
  )
  const facts = new Map(rows.map((row) => [row.id, row]))
  const texts = responses.flatMap((response) =>
    response.answers
      .filter(({ question }) => question.type === 'open_text')
      .map((answer) => ({
        key: answerKey(response.id, answer.question.id),
        item: toFeedbackFields(survey, response, answer, facts.get(response.id)!),
      })),
  )
  const outcomes = await ingestFeedback(
    db,
    org,
    texts.map(({ item }) => item),
  )
  for (const { id, result } of outcomes) if (result !== 'unchanged') ctx.emit(`feedback.${result}`, { object: { id } })
  await ingestNpsAnswers(
    ctx,
    responses.flatMap((response) => toNpsAnswers(survey, response, facts.get(response.id)!)),
  )
  const queued = outcomes.filter((outcome) => outcome.queued).map(({ id }) => id)
  return {
    feedback: new Map(texts.map(({ key }, n) => [key, outcomes[n]!.id])),
    job_id: await enqueueAnalysis(ctx, queued),
  }
}

export const answerKey = (responseId: string, questionId: string) => `${responseId}:${questionId}`

/** A score in the same response is the rating of its texts. */
function ratingOf(answers: readonly Answer[]) {
  const rated = ratedTypes
    .map((types) => answers.find(({ question, number }) => types.includes(question.type) && number !== null))
    .find((answer) => answer !== undefined)
  return rated && { value: rated.number!, scale_min: rated.question.scale!.min!, scale_max: rated.question.scale!.max! }
}

function toFeedbackFields(
  survey: LockedSurvey,
  response: Response,
  answer: Answer,
  { contact_id, submitted_at }: ResponseFacts,
) {
  const rating = ratingOf(response.answers)
  const language = response.language ?? survey.language
  return {
    content: answer.value as string,
    title: [...answer.question.text].slice(0, maxTitleLength).join(''),
    source: survey.source,
    source_type: 'survey_response' as const,
    external_id: answerKey(response.id, answer.question.id),
    contact_id,
    occurred_at: submitted_at,
    metadata: { survey_id: survey.id, response_id: response.id, question_key: answer.question.key },
    analyze: answer.question.analyze,
    ...(rating && { rating }),
    ...(language && { language }),
  }
}

const toNpsAnswers = (
  survey: LockedSurvey,
  { id, answers }: Response,
  { contact_id, submitted_at }: ResponseFacts,
): NpsAnswer[] =>
  answers
    .filter(({ question, number }) => question.type === 'nps' && number !== null)
    .map(({ question, number }) => ({
      survey_id: survey.id,
      source: survey.source,
      external_id: answerKey(id, question.id),
      score: number!,
      contact_id,
      responded_at: submitted_at,
    }))

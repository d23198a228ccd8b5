import type { Ctx } from '#domain/context.ts'
import { ingestNpsResponses } from '#domain/sources/nps/ingest.ts'
import { refreshLatestScores } from '#domain/sources/nps/latest-score.ts'
import { markNpsAnswersDeleted } from '#domain/sources/nps/queries-answers.ts'

export type NpsAnswer = {
  survey_id: string
  source: string
  external_id: string
  score: number
  contact_id: string | null
  responded_at: string
}

export async function ingestNpsAnswers(ctx: Ctx, answers: readonly NpsAnswer[]): Promise<void> {
  if (answers.length === 0) return
  const items = answers.map((answer) => ({ ...answer, analyze: false }))
  const { outcomes } = await ingestNpsResponses(ctx.db, ctx.org, items)
  for (const { id, result } of outcomes) if (result === 'created') ctx.emit('nps.response_created', { object: { id } })
}

/** Deletes the NPS responses of a survey response. */
export async function deleteNpsAnswers(
  { db, org }: Pick<Ctx, 'db' | 'org'>,
  survey: string,
  response: string,
): Promise<void> {
  await refreshLatestScores(db, org, await markNpsAnswersDeleted(db, org, survey, response))
}

import type { Ctx } from '#domain/context.ts'
import { refreshLatest } from '#domain/sources/nps/latest.ts'
import { record } from '#domain/sources/nps/record.ts'
import { linkFeedback } from '#domain/sources/nps/store-batch.ts'
import { sql } from '#store/sql.ts'

/** An answer to an NPS question; `feedback_id` is where the respondent says why. */
export type NpsAnswer = {
  survey_id: string; source: string; external_id: string; score: number; contact_id: string | null; responded_at: string; feedback_id: string | null
}

/** Where NPS answers go over to the NPS responses. The reason is feedback already, so it is linked and not told twice. */
export async function recordNps(ctx: Ctx, answers: readonly NpsAnswer[]): Promise<void> {
  if (answers.length === 0) return
  const { outcomes } = await record(ctx.db, ctx.org, answers.map(({ feedback_id: _, ...answer }) => ({ ...answer, analyze: false })))
  const reasons = answers.flatMap(({ feedback_id }, n) => (feedback_id ? [{ id: outcomes[n]!.id, feedback_id }] : []))
  if (reasons.length) await linkFeedback(ctx.db, ctx.org, reasons)
  for (const { id, result } of outcomes) if (result === 'created') ctx.emit('nps.response_created', { object: { id } })
}

/** Takes back what a response told; their external ids begin with its id. */
export async function withdrawNps({ db, org }: Ctx, survey: string, response: string): Promise<void> {
  const gone = await db.rows<{ contact_id: string | null }>(sql`
    update nps_response set deleted_at = now(), updated_at = now()
    where org_id = ${org} and survey_id = ${survey} and external_id like ${`${response}:%`} and deleted_at is null returning contact_id`)
  await refreshLatest(db, org, gone.map((row) => row.contact_id))
}

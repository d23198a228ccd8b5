import type { Ctx } from '#domain/context.ts'
import { refreshLatest } from '#domain/sources/nps/latest.ts'
import { record } from '#domain/sources/nps/record.ts'
import { sql } from '#store/sql.ts'

export type NpsAnswer = {
  survey_id: string
  source: string
  external_id: string
  score: number
  contact_id: string | null
  responded_at: string
}

/** Where NPS answers go over to the NPS responses. */
export async function recordNps(ctx: Ctx, answers: readonly NpsAnswer[]): Promise<void> {
  if (answers.length === 0) return
  const { outcomes } = await record(
    ctx.db,
    ctx.org,
    answers.map((answer) => ({ ...answer, analyze: false })),
  )
  for (const { id, result } of outcomes) if (result === 'created') ctx.emit('nps.response_created', { object: { id } })
}

/** The reason is what they say next in their own words; it is feedback already, so it is linked and not told twice. */
export const linkReasons = ({ db, org }: Ctx, survey: string, responses: readonly string[]) =>
  db.run(sql`
    update nps_response n set feedback_id = x.feedback_id, updated_at = now()
    from (
      select distinct on (a.response_id, q.id) a.response_id || ':' || q.id as external_id, o.feedback_id
      from survey_answer a
      join survey_question q on q.org_id = a.org_id and q.id = a.question_id and q.type = 'nps'
      join survey_question said on said.org_id = a.org_id and said.survey_id = q.survey_id and said.type = 'open_text' and said.position > q.position
      join survey_answer o on o.org_id = a.org_id and o.response_id = a.response_id and o.question_id = said.id and o.feedback_id is not null
      where a.org_id = ${org} and a.response_id = any(${responses}::uuid[]) order by a.response_id, q.id, said.position) x
    where n.org_id = ${org} and n.survey_id = ${survey} and n.external_id = x.external_id and n.deleted_at is null and n.feedback_id is distinct from x.feedback_id`)

/** Takes back what a response told; their external ids begin with its id. */
export async function withdrawNps({ db, org }: Ctx, survey: string, response: string): Promise<void> {
  const gone = await db.rows<{ contact_id: string | null }>(sql`
    update nps_response set deleted_at = now(), updated_at = now()
    where org_id = ${org} and survey_id = ${survey} and external_id like ${`${response}:%`} and deleted_at is null returning contact_id`)
  await refreshLatest(
    db,
    org,
    gone.map((row) => row.contact_id),
  )
}

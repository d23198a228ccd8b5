import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Feedback and NPS responses that the answers of responses were converted to. */
export async function listConvertedAnswers(
  db: Db,
  org: string,
  survey: string,
  responses: readonly string[],
): Promise<{ feedback: string[]; nps: string[] }> {
  const feedback = await db.rows<{ id: string }>(sql`
    select feedback_id as id from survey_answer
    where org_id = ${org} and response_id = any(${responses}::uuid[]) and feedback_id is not null`)
  const nps = await db.rows<{ id: string }>(sql`
    select id from nps_response
    where org_id = ${org} and survey_id = ${survey} and deleted_at is null
      and split_part(external_id, ':', 1) = any(${responses}::text[])`)
  return { feedback: feedback.map((row) => row.id), nps: nps.map((row) => row.id) }
}

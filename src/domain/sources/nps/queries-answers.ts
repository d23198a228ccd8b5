import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* NPS responses that are answers of surveys. */

/**
 * The reason of a score is the answer to the next open question, which is feedback already and only linked.
 * Materialized: planned as a join, the pairs were computed again for each response while the tables had no statistics.
 */
export const linkReasons = (db: Db, org: string, survey: string, responses: readonly string[]) =>
  db.run(sql`
    with reasons as materialized (
      select distinct on (a.response_id, q.id) a.response_id || ':' || q.id as external_id, o.feedback_id
      from survey_answer a
      join survey_question q on q.org_id = a.org_id and q.org_id = ${org} and q.id = a.question_id and q.type = 'nps'
      join survey_question reason on reason.org_id = a.org_id and reason.org_id = ${org}
        and reason.survey_id = q.survey_id
        and reason.type = 'open_text' and reason.position > q.position
      join survey_answer o on o.org_id = a.org_id and o.org_id = ${org} and o.response_id = a.response_id
        and o.question_id = reason.id
        and o.feedback_id is not null
      where a.org_id = ${org} and a.response_id = any(${responses}::uuid[])
      order by a.response_id, q.id, reason.position)
    update nps_response n set feedback_id = x.feedback_id, updated_at = now() from reasons x
    where n.org_id = ${org} and n.survey_id = ${survey} and n.external_id = x.external_id and n.deleted_at is null
      and n.feedback_id is distinct from x.feedback_id`)

/** The external ids of NPS answers begin with the id of their response. */
export const markNpsAnswersDeleted = async (db: Db, org: string, survey: string, response: string) =>
  (
    await db.rows<{ contact_id: string | null }>(sql`
      update nps_response set deleted_at = now(), updated_at = now()
      where org_id = ${org} and survey_id = ${survey} and external_id like ${`${response}:%`} and deleted_at is null
      returning contact_id`)
  ).map((row) => row.contact_id)

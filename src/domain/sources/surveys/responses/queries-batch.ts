import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { recordWrites } from '#store/table/record-writes.ts'
import { type NewResponse, responseTable } from './table.ts'

const writes = recordWrites(responseTable)

/** Inserts in key order, so that two batches of the same rows wait instead of deadlocking. Returns the new ids. */
export const insertResponses = async (
  db: Db,
  org: string,
  survey: string,
  rows: readonly NewResponse[],
): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        insert into survey_response (org_id, survey_id, ${writes.names})
        select ${org}, ${survey}, ${writes.inserted}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset} order by external_id, id
        on conflict (org_id, survey_id, external_id) where deleted_at is null do nothing returning id`)
    ).map((row) => row.id),
  )

/** Locks the stored responses with these external ids. */
export const findExistingResponses = (db: Db, org: string, survey: string, externalIds: readonly string[]) =>
  db.rows<{ id: string; external_id: string }>(sql`
    select id, external_id from survey_response
    where org_id = ${org} and survey_id = ${survey} and external_id = any(${externalIds}::text[])
      and deleted_at is null
    order by external_id for no key update`)

/** Returns the ids of those that changed. */
export const updateExistingResponses = async (
  db: Db,
  org: string,
  rows: readonly NewResponse[],
): Promise<Set<string>> => {
  const moved = rows.filter((row) => row.submitted_at !== null).map((row) => row.id)
  const marked = moved.length > 0 ? markDaysStale(db, org, 'survey_response', moved) : undefined
  const changed = db.rows<{ id: string }>(sql`
    update survey_response s set ${writes.assigned}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
    where s.org_id = ${org} and s.id = x.id and (${writes.stored}) is distinct from (${writes.next})
    returning s.id`)
  await marked
  return new Set((await changed).map((row) => row.id))
}

/** For responses whose answers changed. */
export const touchResponses = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update survey_response set updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)

export type NewAnswer = {
  response_id: string
  question_id: string
  value: string | boolean | null
  number: number | null
  option_ids: string[]
  feedback_id: string | null
}

/** Returns the responses with an answer that changed. */
export const upsertAnswers = async (db: Db, org: string, rows: readonly NewAnswer[]): Promise<string[]> => {
  if (rows.length === 0) return []
  const changed = await db.rows<{ response_id: string }>(sql`
    insert into survey_answer as a (org_id, response_id, question_id, value, number, option_ids, feedback_id)
    select ${org}, response_id, question_id, nullif(value, 'null'), number,
      array(select jsonb_array_elements_text(option_ids)), feedback_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (response_id uuid, question_id uuid, value jsonb,
      number double precision, option_ids jsonb, feedback_id uuid)
    on conflict (org_id, response_id, question_id) do update
    set value = excluded.value, number = excluded.number, option_ids = excluded.option_ids,
      feedback_id = coalesce(excluded.feedback_id, a.feedback_id)
    where (a.value, a.number, a.option_ids) is distinct from (excluded.value, excluded.number, excluded.option_ids)
    returning response_id`)
  return changed.map((row) => row.response_id)
}

/** Contact and time of stored responses. */
export type ResponseFacts = { id: string; contact_id: string | null; submitted_at: string }
export const listResponseFacts = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<ResponseFacts>(
    sql`select id, contact_id, submitted_at from survey_response where org_id = ${org} and id = any(${ids}::uuid[])`,
  )

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

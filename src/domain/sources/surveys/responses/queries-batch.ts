import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { recordWrites } from '#store/table/record-writes.ts'
import { answerTable, type NewAnswer, type NewResponse, responseTable } from './table.ts'

const writes = recordWrites(responseTable)
const answerWrites = recordWrites(answerTable)

/** Inserts in key order, so that two batches of the same rows wait instead of deadlocking. Returns the new ids. */
export const insertSurveyResponses = async (
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
export const findExistingSurveyResponses = (db: Db, org: string, survey: string, externalIds: readonly string[]) =>
  db.rows<{ id: string; external_id: string }>(sql`
    select id, external_id from survey_response
    where org_id = ${org} and survey_id = ${survey} and external_id = any(${externalIds}::text[])
      and deleted_at is null
    order by external_id for no key update`)

/** Returns the ids of those that changed. */
export const updateExistingSurveyResponses = async (
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
export const touchSurveyResponses = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update survey_response set updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Returns the responses with an answer that changed. */
export const upsertAnswers = async (db: Db, org: string, rows: readonly NewAnswer[]): Promise<string[]> => {
  if (rows.length === 0) return []
  const changed = await db.rows<{ response_id: string }>(sql`
    insert into survey_answer as a (org_id, ${answerWrites.names})
    select ${org}, ${answerWrites.inserted}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${answerWrites.recordset}
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

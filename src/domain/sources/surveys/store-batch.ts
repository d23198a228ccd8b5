import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/** A row as it goes into the table; what is null is left as it was when the response is known. */
export type NewResponse = {
  id: string
  external_id: string | null
  contact_id: string | null
  completed: boolean
  submitted_at: string | null
  language: string | null
  metadata: object | null
}

const recordset = raw(
  'as x (id uuid, external_id text, contact_id uuid, completed boolean, submitted_at timestamptz, language text, metadata jsonb)',
)

/** In the order of their keys, so that two batches of the same responses wait for each other. Answers with those that were not there. */
export const insertResponses = async (
  db: Db,
  org: string,
  survey: string,
  rows: readonly NewResponse[],
): Promise<Set<string>> =>
  rows.length === 0
    ? new Set()
    : new Set(
        (
          await db.rows<{ id: string }>(sql`
        insert into survey_response (org_id, id, survey_id, external_id, contact_id, completed, submitted_at, language, metadata)
        select ${org}, id, ${survey}, external_id, contact_id, completed, coalesce(submitted_at, now()), language, coalesce(nullif(metadata, 'null'), '{}')
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} order by external_id, id
        on conflict (org_id, survey_id, external_id) where deleted_at is null do nothing returning id`)
        ).map((row) => row.id),
      )

/** The known responses among the rows, held. */
export const findKnown = (db: Db, org: string, survey: string, externalIds: readonly string[]) =>
  db.rows<{ id: string; external_id: string }>(sql`
    select id, external_id from survey_response
    where org_id = ${org} and survey_id = ${survey} and external_id = any(${externalIds}::text[]) and deleted_at is null order by external_id for no key update`)

/** What has been completed stays so. Answers with those that are other than before. */
export const updateKnown = async (db: Db, org: string, rows: readonly NewResponse[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
    with next as (
      select r.id, coalesce(x.contact_id, r.contact_id) as contact_id, r.completed or x.completed as completed, coalesce(x.submitted_at, r.submitted_at) as submitted_at,
        coalesce(x.language, r.language) as language, coalesce(nullif(x.metadata, 'null'), r.metadata) as metadata
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} join survey_response r on r.org_id = ${org} and r.id = x.id)
    update survey_response r set contact_id = n.contact_id, completed = n.completed, submitted_at = n.submitted_at, language = n.language, metadata = n.metadata, updated_at = now()
    from next n where r.org_id = ${org} and r.id = n.id
      and (r.contact_id, r.completed, r.submitted_at, r.language, r.metadata) is distinct from (n.contact_id, n.completed, n.submitted_at, n.language, n.metadata)
    returning r.id`)
  ).map((row) => row.id)

export const touch = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update survey_response set updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)

export type NewAnswer = {
  response_id: string
  question_id: string
  value: string | boolean | null
  number: number | null
  option_ids: string[]
  feedback_id: string | null
}

/** Sets each answer; answers with the responses of which one is other than before. */
export const upsertAnswers = async (db: Db, org: string, rows: readonly NewAnswer[]): Promise<string[]> =>
  rows.length === 0
    ? []
    : (
        await db.rows<{ response_id: string }>(sql`
        insert into survey_answer as a (org_id, response_id, question_id, value, number, option_ids, feedback_id)
        select ${org}, response_id, question_id, nullif(value, 'null'), number, array(select jsonb_array_elements_text(option_ids)), feedback_id
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as x (response_id uuid, question_id uuid, value jsonb, number double precision, option_ids jsonb, feedback_id uuid)
        on conflict (org_id, response_id, question_id) do update
        set value = excluded.value, number = excluded.number, option_ids = excluded.option_ids, feedback_id = coalesce(excluded.feedback_id, a.feedback_id)
        where (a.value, a.number, a.option_ids) is distinct from (excluded.value, excluded.number, excluded.option_ids)
        returning response_id`)
      ).map((row) => row.response_id)

/** Whose they are and when they were given, as the response says now. */
export type Told = { id: string; contact_id: string | null; submitted_at: string }
export const responsesBy = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<Told>(
    sql`select id, contact_id, submitted_at from survey_response where org_id = ${org} and id = any(${ids}::uuid[])`,
  )

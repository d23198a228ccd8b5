import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { ChangedRow } from '#domain/sources/batch/upsert-batch.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/** A row to insert; in an update, null keeps the stored value. */
export type NewNpsResponse = {
  id: string
  score: number
  source: string
  external_id: string | null
  contact_id: string | null
  survey_id: string | null
  tags: string[] | null
  responded_at: string | null
}

const recordset = raw(`as x (id uuid, score smallint, source text, external_id text, contact_id uuid, survey_id uuid,
  tags jsonb, responded_at timestamptz)`)
const tagArray = 'array(select jsonb_array_elements_text(x.tags))'

/** Inserts in key order, so that two batches of the same rows wait instead of deadlocking. Returns the new ids. */
export const insertResponses = async (db: Db, org: string, rows: readonly NewNpsResponse[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        insert into nps_response (org_id, id, score, source, external_id, contact_id, survey_id, tags, responded_at)
        select ${org}, id, score, source, external_id, contact_id, survey_id,
          case when tags is null then '{}' else ${raw(tagArray)} end, coalesce(responded_at, now())
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} order by source, external_id, id
        on conflict (org_id, source, external_id) where deleted_at is null do nothing returning id`)
    ).map((row) => row.id),
  )

const nextValue = (name: string) => `coalesce(x.${name}, r.${name})`
const columns = ['score', 'contact_id', 'survey_id', 'responded_at']
const nextTags = `case when x.tags is null then r.tags else ${tagArray} end`
const storedValues = raw([...columns, 'tags'].map((name) => `r.${name}`).join(', '))
const nextValues = raw([...columns.map(nextValue), nextTags].join(', '))
const setNextValues = raw([...columns.map((name) => `${name} = ${nextValue(name)}`), `tags = ${nextTags}`].join(', '))

export type ExistingResponse = ChangedRow & {
  contact_id: string | null
  feedback_id: string | null
  reason: string | null
}

/** Locks the stored responses that rows refer to, says which would change, and reads the reason they have. */
export const findExistingResponses = async (db: Db, org: string, rows: readonly NewNpsResponse[]) => {
  const batch = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    join nps_response r on r.org_id = ${org} and r.source = x.source and r.external_id = x.external_id
      and r.deleted_at is null`
  // A statement that waited for a lock still sees joined rows as they were before the wait.
  await db.run(sql`select 1 from ${batch} order by r.id for no key update of r`)
  return db.rows<ExistingResponse>(sql`
    select x.id as input_id, r.id, (${storedValues}) is distinct from (${nextValues}) as changed, r.contact_id,
      f.id as feedback_id, f.content as reason
    from ${batch}
    left join feedback f on f.org_id = r.org_id and f.org_id = ${org} and f.id = r.feedback_id and f.deleted_at is null
    order by r.id`)
}

export const updateExistingResponses = async (db: Db, org: string, rows: readonly NewNpsResponse[]) => {
  const ids = rows.map((row) => row.id)
  const marked = markDaysStale(db, org, 'nps_response', ids)
  const updated = db.run(sql`
    update nps_response r set ${setNextValues}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} where r.org_id = ${org} and r.id = x.id`)
  await marked
  return updated
}

export const linkFeedback = (db: Db, org: string, links: readonly { id: string; feedback_id: string }[]) => {
  const [ids, feedbackIds] = [links.map((link) => link.id), links.map((link) => link.feedback_id)]
  return db.run(sql`
    update nps_response r set feedback_id = l.feedback_id, updated_at = now()
    from unnest(${ids}::uuid[], ${feedbackIds}::uuid[]) as l (id, feedback_id)
    where r.org_id = ${org} and r.id = l.id and r.feedback_id is distinct from l.feedback_id`)
}

/** Copies contact, score, time and tags of responses to the feedback of their reasons. */
export const syncFeedbackFields = async (db: Db, org: string, ids: readonly string[]) => {
  const marked = markReasonsStale(db, org, ids)
  const synced = db.rows<{ id: string }>(sql`
    update feedback f set contact_id = r.contact_id, rating_value = r.score, rating_min = 0, rating_max = 10,
      occurred_at = r.responded_at, tags = r.tags
    from nps_response r
    where r.org_id = ${org} and r.id = any(${ids}::uuid[]) and f.org_id = r.org_id and f.org_id = ${org}
      and f.id = r.feedback_id
      and (f.contact_id, f.rating_value, f.occurred_at, f.tags)
        is distinct from (r.contact_id, r.score::double precision, r.responded_at, r.tags)
    returning f.id`)
  await marked
  const changed = (await synced).map((row) => row.id)
  if (changed.length === 0) return 0
  return db.run(sql`
    update feedback_state set updated_at = now() where org_id = ${org} and feedback_id = any(${changed}::uuid[])`)
}

const markReasonsStale = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    insert into daily_count_stale (org_id, kind, day)
    select distinct f.org_id, 'feedback', (f.occurred_at at time zone 'UTC')::date
    from nps_response r join feedback f on f.org_id = r.org_id and f.org_id = ${org} and f.id = r.feedback_id
    where r.org_id = ${org} and r.id = any(${ids}::uuid[]) and f.occurred_at <> r.responded_at`)

/** For responses whose reason changed. */
export const touchResponses = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update nps_response set updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)

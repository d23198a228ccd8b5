import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { ChangedRow } from '#domain/sources/batch/upsert-batch.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/** A row to insert; in an update, null keeps the stored value. */
export type NewFeedback = {
  id: string
  source: string
  source_type: string
  external_id: string | null
  title: string | null
  content: string
  language: string | null
  rating_value: number | null
  rating_min: number | null
  rating_max: number | null
  contact_id: string | null
  url: string | null
  tags: string[] | null
  metadata: object | null
  occurred_at: string | null
  status: 'queued' | 'skipped'
  skip_reason: string | null
  batch_id: string | null
  csv_upload_id?: string | null
  content_hash: string
}

const recordset = raw(`as x (id uuid, source text, source_type text, external_id text, title text, content text,
  language text, rating_value double precision, rating_min double precision, rating_max double precision,
  contact_id uuid, url text, tags jsonb, metadata jsonb, occurred_at timestamptz, status text, skip_reason text,
  batch_id uuid, csv_upload_id uuid, content_hash text)`)
const tagArray = 'array(select jsonb_array_elements_text(x.tags))'

/** Inserts in key order, so that two batches of the same rows wait instead of deadlocking. Returns the new ids. */
export const insertFeedback = async (db: Db, org: string, rows: readonly NewFeedback[]): Promise<Set<string>> => {
  const inserted = db.rows<{ id: string }>(sql`
    insert into feedback (org_id, id, source, source_type, external_id, title, content, rating_value, rating_min,
      rating_max, contact_id, url, tags, metadata, occurred_at, batch_id, csv_upload_id, content_hash)
    select ${org}, id, source, source_type, external_id, title, content, rating_value, rating_min, rating_max,
      contact_id, url, case when tags is null then '{}' else ${raw(tagArray)} end, coalesce(metadata, '{}'),
      coalesce(occurred_at, now()), batch_id, csv_upload_id, decode(content_hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} order by source, external_id, id
    on conflict (org_id, source, external_id) where deleted_at is null and external_id is not null do nothing
    returning id`)
  // Sent along with the first statement: an id is new, so it exists only where its row was inserted.
  const states = rows.map(({ id, status, skip_reason, language }) => ({ id, status, skip_reason, language }))
  const stored = db.run(sql`
    insert into feedback_state (org_id, feedback_id, status, skip_reason, language)
    select f.org_id, x.id, x.status, x.skip_reason, x.language
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as x (id uuid, status text, skip_reason text, language text)
    join feedback f on f.org_id = ${org} and f.id = x.id`)
  const [ids] = await Promise.all([inserted, stored])
  return new Set(ids.map((row) => row.id))
}

export type ExistingFeedback = ChangedRow & { needs_analysis: boolean }

const nextValue = (name: string) => `coalesce(x.${name}, f.${name})`
const columns = [
  'source_type',
  'title',
  'content',
  'rating_value',
  'rating_min',
  'rating_max',
  'contact_id',
  'url',
  'metadata',
  'occurred_at',
]
/** Content or rating change, the two that the analysis reads. */
const needsAnalysis = raw(`(f.content <> x.content or (f.rating_value, f.rating_min, f.rating_max) is distinct from
  (${['rating_value', 'rating_min', 'rating_max'].map(nextValue).join(', ')})) as needs_analysis`)
const nextTags = `case when x.tags is null then f.tags else ${tagArray} end`

const storedValues = raw([...columns, 'tags', 'language'].map((name) => `f.${name}`).join(', '))
const nextValues = raw([...columns.map(nextValue), nextTags, nextValue('language')].join(', '))
const setNextValues = raw([...columns.map((name) => `${name} = ${nextValue(name)}`), `tags = ${nextTags}`].join(', '))

/** Locks the stored feedback that rows refer to by source and external id, and says which would change. */
export const findExistingFeedback = (db: Db, org: string, rows: readonly NewFeedback[]) =>
  db.rows<ExistingFeedback>(sql`
    select x.id as input_id, f.id, ${needsAnalysis},
      (${storedValues}) is distinct from (${nextValues}) as changed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    join feedback_item f on f.org_id = ${org} and f.source = x.source and f.external_id = x.external_id
      and f.deleted_at is null
    order by f.id for no key update of f`)

/** What needs an analysis gets the status of the row: queued again, or skipped. */
export const updateExistingFeedback = async (db: Db, org: string, rows: readonly NewFeedback[]) => {
  const marked = markDaysStale(
    db,
    org,
    'feedback',
    rows.map((row) => row.id),
  )
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}`
  // Before the content changes, to which it is compared.
  const updated = db.run(sql`
    update feedback_state s set language = coalesce(x.language, s.language),
      status = case when x.needs_analysis then x.status else s.status end,
      skip_reason = case when x.needs_analysis then x.skip_reason else s.skip_reason end, updated_at = now()
    from (
      select x.id, x.language, x.status, x.skip_reason, ${needsAnalysis}
      from ${input} join feedback f on f.org_id = ${org} and f.id = x.id) x
    where s.org_id = ${org} and s.feedback_id = x.id`)
  const content = db.run(sql`
    update feedback f set ${setNextValues}, content_hash = decode(x.content_hash, 'hex')
    from ${input} where f.org_id = ${org} and f.id = x.id`)
  await Promise.all([marked, content])
  return updated
}

/** Locks content hashes in one statement, so that concurrent requests with the same content see each other. */
const lockContentHashes = (db: Db, org: string, hashes: readonly string[]) =>
  db.run(sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(${org} || hash, 1) as lock from unnest(${hashes}::text[]) hash order by 1) l`)

/** Feedback with the same content from the same contact on the same day (UTC). */
export async function findContentDuplicates(db: Db, org: string, rows: readonly NewFeedback[]) {
  const locked = lockContentHashes(
    db,
    org,
    rows.map((row) => row.content_hash),
  )
  // Sent along with the lock, and run after it.
  const found = db.rows<{ input_id: string; id: string }>(sql`
    select x.id as input_id, min(f.id::text)::uuid as id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    join feedback f on f.org_id = ${org} and f.content_hash = decode(x.content_hash, 'hex') and f.deleted_at is null
      and f.contact_id is not distinct from x.contact_id
      and (f.occurred_at at time zone 'UTC')::date = (coalesce(x.occurred_at, now()) at time zone 'UTC')::date
    group by x.id`)
  return (await Promise.all([locked, found]))[1]
}

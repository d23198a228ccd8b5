import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { orgLock } from '#store/lock.ts'

/** A row as it goes into the table; what is null is left as it was when the item is known. */
export type NewRow = {
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

const recordset =
  raw(`as x (id uuid, source text, source_type text, external_id text, title text, content text, language text, rating_value double precision, rating_min double precision,
  rating_max double precision, contact_id uuid, url text, tags jsonb, metadata jsonb, occurred_at timestamptz, status text, skip_reason text, batch_id uuid, csv_upload_id uuid, content_hash text)`)
const tagsOf = raw('array(select jsonb_array_elements_text(x.tags))')

/** In the order of their keys, so that two batches of the same items wait for each other instead of deadlocking. Answers with those that were not there. */
export const insertNew = async (db: Db, org: string, rows: readonly NewRow[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
    with given as materialized (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}),
    made as (
      insert into feedback (org_id, id, source, source_type, external_id, title, content, rating_value, rating_min, rating_max, contact_id, url, tags,
        metadata, occurred_at, batch_id, csv_upload_id, content_hash)
      select ${org}, id, source, source_type, external_id, title, content, rating_value, rating_min, rating_max, contact_id, url,
        case when tags is null then '{}' else ${tagsOf} end, coalesce(metadata, '{}'), coalesce(occurred_at, now()), batch_id, csv_upload_id, decode(content_hash, 'hex')
      from given x order by source, external_id, id
      on conflict (org_id, source, external_id) where deleted_at is null and external_id is not null do nothing returning id)
    insert into feedback_state (org_id, feedback_id, status, skip_reason, language)
    select ${org}, x.id, x.status, x.skip_reason, x.language from made join given x on x.id = made.id
    returning feedback_id as id`)
    ).map((row) => row.id),
  )

export type Known = { given: string; id: string; changed: boolean; reworded: boolean }

const next = (name: string) => `coalesce(x.${name}, f.${name})`
const fields = [
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
const nextTags = 'case when x.tags is null then f.tags else array(select jsonb_array_elements_text(x.tags)) end'

const asIs = raw([...fields, 'tags', 'language'].map((name) => `f.${name}`).join(', '))
const asGiven = raw([...fields.map(next), nextTags, next('language')].join(', '))
const changes = raw([...fields.map((name) => `${name} = ${next(name)}`), `tags = ${nextTags}`].join(', '))

/** Which of the rows are there already, held, and what they would change. */
export const compare = (db: Db, org: string, rows: readonly NewRow[]) =>
  db.rows<Known>(sql`
    select x.id as given, f.id, f.content <> x.content as reworded,
      (${asIs}) is distinct from (${asGiven}) as changed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    join feedback_item f on f.org_id = ${org} and f.source = x.source and f.external_id = x.external_id and f.deleted_at is null
    order by f.id for no key update of f`)

/** Other words go back to the start of the analysis, or out of it. */
export const updateKnown = (db: Db, org: string, rows: readonly NewRow[]) =>
  db.run(sql`
    with given as materialized (
      select x.*, f.content <> x.content as reworded from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} join feedback f on f.org_id = ${org} and f.id = x.id),
    said as (update feedback f set ${changes}, content_hash = decode(x.content_hash, 'hex') from given x where f.org_id = ${org} and f.id = x.id)
    update feedback_state s set language = coalesce(x.language, s.language), status = case when x.reworded then x.status else s.status end,
      skip_reason = case when x.reworded then x.skip_reason else s.skip_reason end, updated_at = now()
    from given x where s.org_id = ${org} and s.feedback_id = x.id`)

/** Said before by the same contact on the same day (UTC). Whoever asks holds these words until the end, so that twins arriving together are told apart. */
export async function findTwins(db: Db, org: string, rows: readonly NewRow[]) {
  await db.run(sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(${orgLock(org, 'feedback-content/')} || hash, 1) as lock from unnest(${rows.map((row) => row.content_hash)}::text[]) hash order by 1) l`)
  return db.rows<{ given: string; id: string }>(sql`
    select x.id as given, min(f.id::text)::uuid as id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    join feedback f on f.org_id = ${org} and f.content_hash = decode(x.content_hash, 'hex') and f.deleted_at is null and f.contact_id is not distinct from x.contact_id
      and (f.occurred_at at time zone 'UTC')::date = (coalesce(x.occurred_at, now()) at time zone 'UTC')::date
    group by x.id`)
}

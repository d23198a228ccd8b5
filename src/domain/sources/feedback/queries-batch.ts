import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { ChangedRow } from '#domain/sources/batch/upsert-batch.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { raw, sql } from '#store/sql.ts'
import { recordWrites } from '#store/table/record-writes.ts'
import { feedbackStateTable, feedbackTable, type NewFeedback } from './table.ts'

const states = recordWrites(feedbackStateTable)
const writes = recordWrites(feedbackTable, { status: 'text', skip_reason: 'text', language: 'text' })

/** Inserts in key order, so that two batches of the same rows wait instead of deadlocking. Returns the new ids. */
export const insertFeedback = async (db: Db, org: string, rows: readonly NewFeedback[]): Promise<Set<string>> => {
  const inserted = db.rows<{ id: string }>(sql`
    insert into feedback (org_id, ${writes.names})
    select ${org}, ${writes.inserted}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset} order by source, external_id, id
    on conflict (org_id, source, external_id) where deleted_at is null and external_id is not null do nothing
    returning id`)
  // Sent along with the first statement: an id is new, so it exists only where its row was inserted.
  const newStates = rows.map(({ id, status, skip_reason, language }) => ({
    feedback_id: id,
    status,
    skip_reason,
    language,
  }))
  const stored = db.run(sql`
    insert into feedback_state (org_id, ${states.names})
    select f.org_id, ${states.inserted}
    from jsonb_to_recordset(${JSON.stringify(newStates)}::jsonb) ${states.recordset}
    join feedback f on f.org_id = ${org} and f.id = x.feedback_id`)
  const [ids] = await pipelined(db, [inserted, stored])
  return new Set(ids.map((row) => row.id))
}

type ExistingFeedback = ChangedRow & { needs_analysis: boolean }

/** Content or rating change, the two that the analysis reads. */
const needsAnalysis = raw(`(s.content <> x.content or (s.rating_value, s.rating_min, s.rating_max) is distinct from
  (coalesce(x.rating_value, s.rating_value), coalesce(x.rating_min, s.rating_min),
    coalesce(x.rating_max, s.rating_max))) as needs_analysis`)

/** Locks the stored feedback that rows refer to by source and external id, and says which would change. */
export const findExistingFeedback = (db: Db, org: string, rows: readonly NewFeedback[]) =>
  db.rows<ExistingFeedback>(sql`
    select x.id as input_id, s.id, ${needsAnalysis},
      (${writes.stored}, ${states.stored}) is distinct from (${writes.next}, ${states.next}) as changed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
    join feedback_item s on s.org_id = ${org} and s.source = x.source and s.external_id = x.external_id
      and s.deleted_at is null
    order by s.id for no key update of s`)

export const updateExistingFeedback = async (db: Db, org: string, rows: readonly NewFeedback[]) => {
  const marked = markDaysStale(
    db,
    org,
    'feedback',
    rows.map((row) => row.id),
  )
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}`
  // Before the content changes, to which it is compared.
  const updated = db.run(sql`
    update feedback_state s set ${states.assigned}, updated_at = now()
    from (
      select x.id, x.language, x.status, x.skip_reason, ${needsAnalysis}
      from ${input} join feedback s on s.org_id = ${org} and s.id = x.id) x
    where s.org_id = ${org} and s.feedback_id = x.id`)
  const content = db.run(sql`
    update feedback s set ${writes.assigned} from ${input} where s.org_id = ${org} and s.id = x.id`)
  return (await pipelined(db, [marked, updated, content]))[1]
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
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
    join feedback f on f.org_id = ${org} and f.content_hash = decode(x.content_hash, 'hex') and f.deleted_at is null
      and f.contact_id is not distinct from x.contact_id
      and (f.occurred_at at time zone 'UTC')::date = (coalesce(x.occurred_at, now()) at time zone 'UTC')::date
    group by x.id`)
  return (await pipelined(db, [locked, found]))[1]
}

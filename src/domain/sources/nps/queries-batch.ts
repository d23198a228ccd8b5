import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { ChangedRow } from '#domain/sources/batch/upsert-batch.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { recordWrites } from '#store/table/record-writes.ts'
import { type NewNpsResponse, npsResponseTable } from './table.ts'

const writes = recordWrites(npsResponseTable)

/** Inserts in key order, so that two batches of the same rows wait instead of deadlocking. Returns the new ids. */
export const insertNpsResponses = async (db: Db, org: string, rows: readonly NewNpsResponse[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        insert into nps_response (org_id, ${writes.names})
        select ${org}, ${writes.inserted}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset} order by source, external_id, id
        on conflict (org_id, source, external_id) where deleted_at is null do nothing returning id`)
    ).map((row) => row.id),
  )

export type ExistingResponse = ChangedRow & {
  contact_id: string | null
  feedback_id: string | null
  reason: string | null
}

/** Locks the stored responses that rows refer to, says which would change, and reads the reason they have. */
export const findExistingNpsResponses = async (db: Db, org: string, rows: readonly NewNpsResponse[]) => {
  const batch = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
    join nps_response s on s.org_id = ${org} and s.source = x.source and s.external_id = x.external_id
      and s.deleted_at is null`
  // A statement that waited for a lock still sees joined rows as they were before the wait.
  await db.run(sql`select 1 from ${batch} order by s.id for no key update of s`)
  return db.rows<ExistingResponse>(sql`
    select x.id as input_id, s.id, (${writes.stored}) is distinct from (${writes.next}) as changed, s.contact_id,
      f.id as feedback_id, f.content as reason
    from ${batch}
    left join feedback f on f.org_id = s.org_id and f.org_id = ${org} and f.id = s.feedback_id and f.deleted_at is null
    order by s.id`)
}

export const updateExistingNpsResponses = async (db: Db, org: string, rows: readonly NewNpsResponse[]) => {
  const ids = rows.map((row) => row.id)
  const marked = markDaysStale(db, org, 'nps_response', ids)
  const updated = db.run(sql`
    update nps_response s set ${writes.assigned}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
    where s.org_id = ${org} and s.id = x.id`)
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

/** For responses whose reason changed. */
export const touchNpsResponses = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update nps_response set updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)

import { textArray, uuidArray } from '#store/binary-arrays.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* What the analysis writes to the items that it reads. */

export type ItemResult = {
  id: string
  version: string
  status: 'analyzed' | 'skipped'
  skip_reason: string | null
  duplicate_of_id: string | null
  language: string | null
}

/**
 * Writes the results of items that were not changed since they were read, and answers which; a changed one is analyzed
 * again. Rows are updated in the order of their ids, as everywhere, to avoid deadlocks.
 */
export async function finishItems(db: Db, org: string, results: readonly ItemResult[]): Promise<Set<string>> {
  const ids = (value: (one: ItemResult) => string | null) => uuidArray(results.map(value))
  const texts = (value: (one: ItemResult) => string | null) => textArray(results.map(value))
  const rows = await db.rows<{ id: string }>(sql`
    update feedback_state s set status = x.status, skip_reason = x.skip_reason, duplicate_of_id = x.duplicate_of_id,
      language = coalesce(s.language, x.language), updated_at = now()
    from unnest(${ids((one) => one.id)}::uuid[], ${texts((one) => one.version)}::text[],
      ${texts((one) => one.status)}::text[], ${texts((one) => one.skip_reason)}::text[],
      ${ids((one) => one.duplicate_of_id)}::uuid[], ${texts((one) => one.language)}::text[])
      as x (id, version, status, skip_reason, duplicate_of_id, language)
    where s.org_id = ${org} and s.feedback_id = x.id and s.xmin::text = x.version and s.status = 'queued'
    returning s.feedback_id as id`)
  return new Set(rows.map((row) => row.id))
}

/**
 * Locks the items that were not changed since they were read, and answers which; the analysis of a changed one is
 * queued. Rows without another result are not rewritten.
 */
export async function finishRerunItems(db: Db, org: string, results: readonly ItemResult[]): Promise<Set<string>> {
  const ids = (value: (one: ItemResult) => string | null) => uuidArray(results.map(value))
  const texts = (value: (one: ItemResult) => string | null) => textArray(results.map(value))
  const locked = await db.rows<{ id: string }>(sql`
    select s.feedback_id as id from feedback_state s
    join unnest(${ids((one) => one.id)}::uuid[], ${texts((one) => one.version)}::text[]) as x (id, version)
      on x.id = s.feedback_id
    where s.org_id = ${org} and s.xmin::text = x.version and s.status not in ('received', 'queued')
    order by s.feedback_id for no key update of s`)
  await db.run(sql`
    update feedback_state s set status = x.status, skip_reason = x.skip_reason, duplicate_of_id = null,
      language = coalesce(s.language, x.language), updated_at = now()
    from unnest(${ids((one) => one.id)}::uuid[], ${texts((one) => one.status)}::text[],
      ${texts((one) => one.skip_reason)}::text[], ${texts((one) => one.language)}::text[])
      as x (id, status, skip_reason, language)
    where s.org_id = ${org} and s.feedback_id = x.id
      and s.feedback_id = any(${uuidArray(locked.map(({ id }) => id))}::uuid[])
      and (s.status <> x.status or s.skip_reason is distinct from x.skip_reason
        or (s.language is null and x.language is not null))`)
  return new Set(locked.map((row) => row.id))
}

/** The items that a job has claimed. */
export const markClaimedFailed = (db: Db, org: string, job: string) =>
  db.run(sql`
    update feedback_state set status = 'failed', updated_at = now()
    where org_id = ${org} and status = 'queued' and feedback_id in (
      select unnest(feedback_ids) from analysis_claim where org_id = ${org} and job_id = ${job})`)

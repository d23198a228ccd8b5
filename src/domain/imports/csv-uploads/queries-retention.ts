import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Uploads without a running job that were last touched this many days ago. */
const idleUploads = (days: number) => sql`
  select u.org_id, u.id
  from csv_upload u left join job j on j.org_id = u.org_id and j.id = u.job_id
  where coalesce(u.rollback_until, u.updated_at + make_interval(days => ${days})) < now()
    and coalesce(j.status, 'ready') not in ('queued', 'running')`

/** Cancels uploads that were never imported before their file is deleted, so that no empty file is imported. */
export async function deleteExpiredUploads(db: Db, { days, limit }: { days: number; limit: number }): Promise<number> {
  await db.run(sql`
    update csv_upload set status = 'cancelled'
    where status in ('uploaded', 'mapped', 'validated') and (org_id, id) in (${idleUploads(days)})`)
  const chunks = await db.run(sql`
    delete from csv_chunk where (org_id, upload_id, n) in (
      select c.org_id, c.upload_id, c.n from csv_chunk c
      where (c.org_id, c.upload_id) in (${idleUploads(days)}) limit ${limit})`)
  const changes = await db.run(sql`
    delete from csv_import_change where (org_id, upload_id, kind, object_id) in (
      select e.org_id, e.upload_id, e.kind, e.object_id from csv_import_change e
      where (e.org_id, e.upload_id) in (${idleUploads(days)}) limit ${limit})`)
  return chunks + changes
}

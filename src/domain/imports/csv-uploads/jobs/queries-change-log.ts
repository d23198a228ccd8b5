import { markDaysStale } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { join, raw, sql } from '#store/sql.ts'
import { rollbackColumns, type TableColumns } from './rollback-columns.ts'

/* The changes of an import: created objects, and the rows of changed objects before and after. */

type UploadRef = { org: string; upload: string }

export const insertCreated = (db: Db, { org, upload }: UploadRef, kind: string, ids: readonly string[]) =>
  db.run(sql`
    insert into csv_import_change (org_id, upload_id, kind, object_id)
    select ${org}, ${upload}, ${kind}, id from unnest(${ids}::uuid[]) id on conflict do nothing`)

/** Keeps the first row that was logged for an object. */
export const insertBefore = (db: Db, { org, upload }: UploadRef, kind: string, ids: readonly string[]) =>
  db.run(sql`
    insert into csv_import_change (org_id, upload_id, kind, object_id, before)
    select t.org_id, ${upload}, ${kind}, t.id, to_jsonb(t) from ${sourceOf(kind)} t
    where t.org_id = ${org} and t.id = any(${ids}::uuid[]) on conflict do nothing`)

/** Adds the rows after the change, and deletes the entries of objects that did not change. */
export async function updateAfter(db: Db, { org, upload }: UploadRef, kind: string, ids: readonly string[]) {
  await db.run(sql`
    insert into csv_import_change (org_id, upload_id, kind, object_id, after)
    select e.org_id, e.upload_id, e.kind, e.object_id, to_jsonb(t)
    from csv_import_change e join ${sourceOf(kind)} t on t.org_id = ${org} and t.id = e.object_id
    where e.org_id = ${org} and e.upload_id = ${upload} and e.kind = ${kind} and e.object_id = any(${ids}::uuid[])
      and e.before is not null
    on conflict (org_id, upload_id, kind, object_id) do update set after = excluded.after`)
  await db.run(sql`
    delete from csv_import_change
    where org_id = ${org} and upload_id = ${upload} and kind = ${kind} and object_id = any(${ids}::uuid[])
      and before = after`)
}

/** The view or table that holds all columns of an object; kinds come from the code, never from a request. */
function sourceOf(kind: string) {
  if (!Object.hasOwn(rollbackColumns, kind)) throw new Error(`an import cannot roll back a ${kind}`)
  return raw(rollbackColumns[kind]!.source)
}

type LoggedChange = { kind: string; object_id: string; created: boolean }

export const listChanges = (db: Db, { org, upload }: UploadRef, kind: string, limit: number) =>
  db.rows<LoggedChange>(sql`
    select kind, object_id, before is null as created from csv_import_change
    where org_id = ${org} and upload_id = ${upload} and kind = ${kind} order by object_id limit ${limit}`)

export const countChanges = async (db: Db, { org, upload }: UploadRef) =>
  (await db.first<{ count: number }>(
    sql`select count(*) as count from csv_import_change where org_id = ${org} and upload_id = ${upload}`,
  ))!.count

export const deleteChanges = (db: Db, { org, upload }: UploadRef, kind: string, ids: readonly string[]) =>
  db.run(sql`
    delete from csv_import_change
    where org_id = ${org} and upload_id = ${upload} and kind = ${kind} and object_id = any(${ids}::uuid[])`)

/** Feedback whose imported content was analyzed; with its old content it has to be analyzed again. */
export const listAnalyzedSince = async (db: Db, { org, upload }: UploadRef, ids: readonly string[]) =>
  (
    await db.rows<{ id: string }>(sql`
      select f.id from csv_import_change e
      join feedback_item f on f.org_id = ${org} and f.id = e.object_id and f.deleted_at is null
      where e.org_id = ${org} and e.upload_id = ${upload} and e.kind = 'feedback' and e.object_id = any(${ids}::uuid[])
        and f.content = e.after->>'content' and e.before->>'content' <> e.after->>'content'
        and f.status <> e.after->>'status'`)
  ).map((row) => row.id)

/** Restores the columns that still have the imported value; later changes are kept. */
export async function restoreColumns(db: Db, { org, upload }: UploadRef, kind: string, ids: readonly string[]) {
  if (kind === 'feedback' || kind === 'nps_response' || kind === 'survey_response')
    await markDaysStale(db, org, kind, ids)
  for (const part of rollbackColumns[kind]!.parts) {
    const rows = await lockRestored(db, { org, upload }, { kind, ids, part })
    await updateRestored(db, org, part, rows)
  }
}

type Restored = { id: string; columns: string }

/** Locks the rows and reads the columns to restore, as JSON text. */
const lockRestored = (
  db: Db,
  { org, upload }: UploadRef,
  { kind, ids, part: { table, key, columns } }: { kind: string; ids: readonly string[]; part: TableColumns },
) =>
  db.rows<Restored>(sql`
    select e.object_id as id, (
      select coalesce(jsonb_object_agg(a.key, e.before->a.key), '{}') from jsonb_each(e.after) a
      where a.key = any(${columns}) and a.value is distinct from e.before->a.key
        and to_jsonb(t)->a.key is not distinct from a.value)::text as columns
    from csv_import_change e join ${raw(table)} t on t.org_id = ${org} and t.${raw(key)} = e.object_id
    where e.org_id = ${org} and e.upload_id = ${upload} and e.kind = ${kind} and e.object_id = any(${ids}::uuid[])
      and e.before is not null and e.after is not null
      and exists (
        select 1 from ${raw(kind)} o where o.org_id = ${org} and o.id = e.object_id and o.deleted_at is null)
    order by e.object_id for no key update of t`)

const updateRestored = (
  db: Db,
  org: string,
  { table, key, columns, hasUpdatedAt }: TableColumns,
  rows: readonly Restored[],
) => {
  const restored = columns.map((name) =>
    raw(`${name} = case when x.columns ? '${name}' then r.${name} else t.${name} end`),
  )
  const targets = [...restored, ...(hasUpdatedAt ? [raw('updated_at = now()')] : [])]
  return db.run(sql`
    update ${raw(table)} t set ${join(targets, ', ')}
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.columns)}::jsonb[]) as x (id, columns)
    cross join lateral jsonb_populate_record(null::${raw(table)}, x.columns) r
    where t.org_id = ${org} and t.${raw(key)} = x.id`)
}

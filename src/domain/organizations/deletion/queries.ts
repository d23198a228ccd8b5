import { type Reference, referencedFirst, referencesQuery } from '#store/backup/table-order.ts'
import type { Db } from '#store/open.ts'
import { workQueue } from '#store/queue.ts'
import { quoteIdentifier, raw, sql } from '#store/sql.ts'

export type DeletionRow = {
  id: string
  requested_by: string | null
  requested_at: string
  finished_at: string | null
  user_count: number
  counts: Record<string, number>
}

const columns = sql`id, requested_by, requested_at, finished_at, user_count, counts`

export const findDeletion = (db: Db, org: string) =>
  db.first<DeletionRow>(sql`select ${columns} from organization_deletion where id = ${org}`)

/** Of the whole installation; a worker continues them. */
export const listUnfinishedDeletions = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`select id from organization_deletion where finished_at is null order by requested_at`,
    )
  ).map(({ id }) => id)

/** All tables with rows of organizations, those that refer to others first. */
export async function listOrganizationTables(db: Db): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(sql`
    select c.relname::text as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  const references = await db.rows<Reference>(raw(referencesQuery))
  return referencedFirst(references, new Set(tables.map(({ name }) => name))).reverse()
}

/** Foreign keys between tables of organizations that do not compare the organization: a row could belong to two. */
export const listUnscopedReferences = (db: Db) =>
  db.rows<{ name: string }>(sql`
    select k.conname::text as name from pg_constraint k
    join pg_attribute t on t.attrelid = k.confrelid and t.attname = 'org_id'
    join pg_attribute f on f.attrelid = k.conrelid and f.attname = 'org_id'
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not f.attnum = any(k.conkey)`)

/** Columns by which rows refer to rows of the same table. */
export const listSelfReferences = (db: Db, table: string) =>
  db.rows<{ column: string }>(sql`
    select a.attname::text as column from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname <> 'org_id'
    where k.contype = 'f' and k.conrelid = k.confrelid and k.conrelid = ${table}::regclass`)

/** Nobody can work in the organization any more: members are suspended, keys and links end, jobs are cancelled. */
export async function insertDeletion(db: Db, org: string, requestedBy: string | null) {
  const members = await db.rows<{ user_id: string }>(sql`select user_id from membership where org_id = ${org}`)
  await db.run(sql`
    insert into organization_deletion (id, requested_by, members)
    values (${org}, ${requestedBy}, ${members.map(({ user_id }) => user_id)}::text[]) on conflict do nothing`)
  await db.run(sql`update membership set status = 'suspended', updated_at = now() where org_id = ${org}`)
  await db.run(sql`
    update api_key set revoked_at = now(), revoked_reason = 'organization_deleted'
    where org_id = ${org} and revoked_at is null`)
  await db.run(sql`
    update invitation set revoked_at = now() where org_id = ${org} and revoked_at is null and accepted_at is null`)
  await db.run(sql`delete from key_directory where org_id = ${org}`)
  await db.run(sql`
    update job set status = 'cancelled', finished_at = now(), updated_at = now()
    where org_id = ${org} and status in ('queued', 'running')`)
}

/** A statement for each table: some of them are on the coordinator of a cluster only. */
export async function countRows(db: Db, org: string, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const row = await db.first<{ count: number }>(
      sql`select count(*) as count from ${raw(quoteIdentifier(table))} where org_id = ${org}`,
    )
    if (row!.count > 0) counts[table] = row!.count
  }
  return counts
}

/** All nodes of a cluster have a copy of these tables, each with its own places of the rows. */
export const deleteAllRows = (db: Db, org: string, table: string) =>
  db.run(sql`delete from ${raw(quoteIdentifier(table))} where org_id = ${org}`)

export const deleteSomeRows = (db: Db, org: string, table: string, limit: number) => {
  const name = raw(quoteIdentifier(table))
  return db.run(sql`
    delete from ${name} where org_id = ${org} and ctid in (
      select ctid from ${name} where org_id = ${org} limit ${limit})`)
}

/** So that rows of a table can be deleted in any order. */
export const clearSelfReference = (
  db: Db,
  org: string,
  { table, column }: { table: string; column: string },
  limit: number,
) => {
  const name = raw(quoteIdentifier(table))
  const reference = raw(quoteIdentifier(column))
  return db.run(sql`
    update ${name} set ${reference} = null where org_id = ${org} and ctid in (
      select ctid from ${name} where org_id = ${org} and ${reference} is not null limit ${limit})`)
}

export async function addCount(db: Db, org: string, table: string, count: number) {
  const row = await db.first<Pick<DeletionRow, 'counts'>>(
    sql`select counts from organization_deletion where id = ${org} for no key update`,
  )
  const counts = { ...row!.counts, [table]: (row!.counts[table] ?? 0) + count }
  await db.run(sql`update organization_deletion set counts = ${JSON.stringify(counts)}::jsonb where id = ${org}`)
}

/** Messages of its jobs, and its share of the rate limits. */
export const deleteQueueMessages = (db: Db, org: string) =>
  db.run(sql`delete from queue.job where name = ${workQueue} and data ->> 'org' = ${org}`)

export const deleteRateBuckets = (db: Db, org: string) => db.run(sql`delete from rate_bucket where caller = ${org}`)

export const deleteOrganizationRow = (db: Db, org: string) => db.run(sql`delete from organization where id = ${org}`)

/** Members with another organization work in that one. */
export const clearActiveOrganization = (db: Db, org: string) =>
  db.run(sql`update user_session set active_org_id = null where active_org_id = ${org}`)

/** Former members without another organization. */
export const listUsersToDelete = async (db: Db, org: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select u.id from app_user u
      where u.id = any((select members from organization_deletion where id = ${org})::text[])
        and not exists (select 1 from membership m where m.user_id = u.id)
      order by u.id`)
  ).map(({ id }) => id)

/** Sessions and credentials go with the user. */
export async function deleteUser(db: Db, user: string) {
  await db.run(sql`delete from user_verification where value = ${user}`)
  await db.run(sql`delete from user_session where user_id = ${user}`)
  await db.run(sql`delete from app_user where id = ${user}`)
}

export const updateFinished = (db: Db, org: string, userCount: number) =>
  db.first<DeletionRow>(sql`
    update organization_deletion set finished_at = now(), members = '{}', user_count = user_count + ${userCount}
    where id = ${org} returning ${columns}`)

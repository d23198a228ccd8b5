import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

export const filterTargets = ['theme', 'segment', 'project'] as const
export type FilterTarget = (typeof filterTargets)[number]

export const listExistingIds = async (db: Db, org: string, { table, id }: { table: FilterTarget; id: string }) =>
  (await db.rows<{ id: string }>(sql`select id from ${raw(table)} where org_id = ${org} and id = ${id}`)).map(
    (row) => row.id,
  )

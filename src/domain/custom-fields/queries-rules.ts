import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { CustomFieldObject } from '#vocabulary/custom-fields.ts'
import type { FieldRow } from './queries.ts'

export type FieldRule = Pick<FieldRow, 'id' | 'key' | 'name' | 'kind' | 'options'> & { archived: boolean }

/** The definitions with these keys, which cannot change before the values are written. */
export const lockFieldRules = (db: Db, org: string, type: CustomFieldObject, keys: readonly string[]) =>
  db.rows<FieldRule>(sql`
    select id, key, name, kind, options, archived_at is not null as archived from custom_field
    where org_id = ${org} and object_type = ${type} and key = any(${keys}::text[]) order by id for share`)

/** Those of the users who are active members. */
export const listActiveAmong = async (db: Db, org: string, users: readonly string[]): Promise<Set<string>> => {
  if (users.length === 0) return new Set()
  const rows = await db.rows<{ user_id: string }>(sql`
    select user_id from membership
    where org_id = ${org} and user_id = any(${users}::text[]) and status = 'active'`)
  return new Set(rows.map(({ user_id }) => user_id))
}

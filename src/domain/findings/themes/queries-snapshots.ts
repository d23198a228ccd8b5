import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Themes with all that people and the analysis decide about them, to be restored. */

export type ThemeSnapshot = {
  id: string
  name: string
  notes: string | null
  definition: string | null
  belongs: string[]
  does_not_belong: string[]
  pinned: boolean
  is_catch_all: boolean
  archived_at: string | null
  merged_into_id: string | null
}

export const listThemeSnapshots = (db: Db, org: string) =>
  db.rows<ThemeSnapshot>(sql`
    select id, name, notes, definition, belongs, does_not_belong, pinned, is_catch_all, iso(archived_at) as archived_at,
      merged_into_id
    from theme where org_id = ${org} order by id`)

/** In two steps, because two themes may get each other's name. */
export async function restoreThemeSnapshots(db: Db, org: string, states: readonly ThemeSnapshot[]) {
  const ids = states.map((one) => one.id)
  await db.run(sql`update theme set name = id::text where org_id = ${org} and id = any(${ids}::uuid[])`)
  await db.run(sql`
    update theme t set name = x.name, notes = x.notes, definition = x.definition, pinned = x.pinned,
      belongs = array(select jsonb_array_elements_text(x.belongs)),
      does_not_belong = array(select jsonb_array_elements_text(x.does_not_belong)),
      is_catch_all = x.is_catch_all, archived_at = x.archived_at, merged_into_id = x.merged_into_id, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as x (id uuid, name text, notes text, definition text,
      belongs jsonb, does_not_belong jsonb, pinned boolean, is_catch_all boolean, archived_at timestamptz,
      merged_into_id uuid)
    where t.org_id = ${org} and t.id = x.id`)
}

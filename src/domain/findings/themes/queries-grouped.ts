import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Themes, many at once. */

type NewTheme = { id: string; name: string; color: string; notes: string | null }

export const insertGroupedThemes = (
  db: Db,
  org: string,
  themes: readonly NewTheme[],
  { pinned }: { pinned: boolean },
) =>
  db.run(sql`
    insert into theme (org_id, id, name, color, notes, origin, pinned)
    select ${org}, x.id, x.name, x.color, x.notes, 'auto', ${pinned}
    from jsonb_to_recordset(${JSON.stringify(themes)}::jsonb) as x (id uuid, name text, color text, notes text)`)

export type ThemeState = { id: string; name: string; notes: string | null; pinned: boolean; is_catch_all: boolean }

/** In two steps, because two themes may get each other's name. */
export async function updateThemeStates(db: Db, org: string, states: readonly ThemeState[]) {
  const ids = states.map((one) => one.id)
  await db.run(sql`update theme set name = id::text where org_id = ${org} and id = any(${ids}::uuid[])`)
  await db.run(sql`
    update theme t set name = x.name, notes = x.notes, pinned = x.pinned, is_catch_all = x.is_catch_all,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as x (id uuid, name text, notes text, pinned boolean, is_catch_all boolean)
    where t.org_id = ${org} and t.id = x.id`)
}

export const archiveEmptyThemes = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update theme set archived_at = now(), updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and insight_count = 0 and archived_at is null`)

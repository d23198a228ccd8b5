import type { Db } from '#store/open.ts'
import { assignments, raw, sql } from '#store/sql.ts'
import { isLiveSubtheme } from './queries-shown.ts'

/* What people change about subthemes; their insights are in queries-members.ts. */

export type StoredSubtheme = {
  id: string
  theme_id: string
  name: string
  generated_name: string | null
  origin: 'auto' | 'manual'
  merged_into_id: string | null
  dissolved: boolean
}

const columns = raw('id, theme_id, name, generated_name, origin, merged_into_id, dissolved_at is not null as dissolved')

export const listStoredSubthemes = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<StoredSubtheme>(sql`select ${columns} from subtheme where org_id = ${org} and id = any(${ids}::uuid[])`)

export const lockSubthemes = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<StoredSubtheme>(sql`
    select ${columns} from subtheme where org_id = ${org} and id = any(${ids}::uuid[])
    order by id for no key update`)

/** Where the insights of a merged subtheme are; undefined if it is not merged or they are in no subtheme any more. */
export const findReplacement = async (db: Db, org: string, id: string): Promise<string | undefined> =>
  (
    await db.first<{ id: string }>(sql`
      with recursive chain as (
        select s.id, s.merged_into_id, s.dissolved_at from subtheme s where s.org_id = ${org} and s.id = ${id}
        union all
        select s.id, s.merged_into_id, s.dissolved_at from chain c
        join subtheme s on s.org_id = ${org} and s.id = c.merged_into_id)
      select id from chain where merged_into_id is null and dissolved_at is null and id <> ${id}`)
  )?.id

/** The theme of a request; undefined if there is none. */
export const findThemeState = (db: Db, org: string, id: string) =>
  db.first<{ merged_into_id: string | null; archived: boolean }>(sql`
    select merged_into_id, archived_at is not null as archived from theme where org_id = ${org} and id = ${id}`)

type NewSubtheme = { id: string; theme_id: string; name: string; description: string | null }

export const insertManualSubtheme = (db: Db, org: string, { id, theme_id, name, description }: NewSubtheme) =>
  db.run(sql`
    insert into subtheme (org_id, id, theme_id, name, description, origin, pinned)
    values (${org}, ${id}, ${theme_id}, ${name}, ${description}, 'manual', true)`)

export const updateSubtheme = (db: Db, org: string, id: string, changed: Record<string, unknown>) =>
  db.run(sql`update subtheme set ${assignments(changed)}, updated_at = now() where org_id = ${org} and id = ${id}`)

export const isSubthemeNameTaken = async (
  db: Db,
  org: string,
  { theme_id, name, except }: { theme_id: string; name: string; except?: string | undefined },
) =>
  (await db.first(sql`
    select 1 from subtheme s
    where s.org_id = ${org} and s.theme_id = ${theme_id} and lower(s.name) = lower(${name}) and ${isLiveSubtheme}
      and s.id is distinct from ${except ?? null}::uuid`)) !== undefined

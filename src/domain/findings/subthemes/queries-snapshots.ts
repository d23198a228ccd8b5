import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Subthemes with all that people and the analysis decide about them, to be restored. */

export type SubthemeSnapshot = {
  id: string
  theme_id: string
  name: string
  description: string | null
  generated_name: string | null
  subject: string | null
  pinned: boolean
  dissolved_at: string | null
  merged_into_id: string | null
}

export const listSubthemeSnapshots = (db: Db, org: string) =>
  db.rows<SubthemeSnapshot>(sql`
    select id, theme_id, name, description, generated_name, subject, pinned, iso(dissolved_at) as dissolved_at,
      merged_into_id
    from subtheme where org_id = ${org} order by id`)

export const restoreSubthemeSnapshots = (db: Db, org: string, states: readonly SubthemeSnapshot[]) =>
  db.run(sql`
    update subtheme s set theme_id = x.theme_id, name = x.name, description = x.description,
      generated_name = x.generated_name, subject = x.subject, pinned = x.pinned, dissolved_at = x.dissolved_at,
      merged_into_id = x.merged_into_id, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as x (id uuid, theme_id uuid, name text, description text,
      generated_name text, subject text, pinned boolean, dissolved_at timestamptz, merged_into_id uuid)
    where s.org_id = ${org} and s.id = x.id`)

import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { sql } from '#store/sql.ts'

/* Subthemes and their insights, many at once. */

type SubthemeToWrite = { id: string; theme_id: string; name: string }

export const insertGroupedSubthemes = (
  db: Db,
  org: string,
  subthemes: readonly SubthemeToWrite[],
  { origin, pinned }: { origin: 'auto' | 'manual'; pinned: boolean },
) =>
  db.run(sql`
    insert into subtheme (org_id, id, theme_id, name, origin, pinned)
    select ${org}, x.id, x.theme_id, x.name, ${origin}, ${pinned}
    from jsonb_to_recordset(${JSON.stringify(subthemes)}::jsonb) as x (id uuid, theme_id uuid, name text)`)

type SubthemeState = SubthemeToWrite & { generated_name: string | null; pinned: boolean }

/** A subject that was the theme stays what it was when the subtheme is moved. */
export const updateSubthemeStates = (db: Db, org: string, states: readonly SubthemeState[]) =>
  db.run(sql`
    update subtheme s set theme_id = x.theme_id, name = x.name, generated_name = x.generated_name, pinned = x.pinned,
      subject = case when s.theme_id <> x.theme_id and s.subject is null and s.aspect is not null then t.name
        else s.subject end,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as x (id uuid, theme_id uuid, name text, generated_name text, pinned boolean), theme t
    where t.org_id = ${org} and t.id = s.theme_id and s.org_id = ${org} and s.id = x.id`)

type Link = { insight: string; id: string; supports: boolean; by_person: boolean; keeps_theme: boolean }
export type LinkChanges = { removed: readonly Link[]; added: readonly Link[]; released: readonly Link[] }

/** `released` are removed links of insights that come to no other subtheme: the analysis leaves them where they are. */
export async function changeLinks(db: Db, org: string, { removed, added, released }: LinkChanges) {
  const rowsOf = (links: readonly Link[]) => sql`jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
    as x (insight uuid, id uuid, supports boolean, by_person boolean, keeps_theme boolean)`
  await pipelined(db, [
    db.run(sql`
      delete from subtheme_insight l using ${rowsOf(removed)}
      where l.org_id = ${org} and l.subtheme_id = x.id and l.insight_id = x.insight`),
    db.run(sql`
      delete from subtheme_former_insight l using ${rowsOf(added)}
      where l.org_id = ${org} and l.subtheme_id = x.id and l.insight_id = x.insight`),
    db.run(sql`
      insert into subtheme_insight (org_id, subtheme_id, insight_id, supports, by_person, keeps_theme)
      select ${org}, x.id, x.insight, x.supports, x.by_person, x.keeps_theme from ${rowsOf(added)}
      on conflict (org_id, subtheme_id, insight_id) do update set keeps_theme = excluded.keeps_theme`),
    db.run(sql`
      insert into subtheme_former_insight (org_id, subtheme_id, insight_id, reason, supports, by_person, keeps_theme)
      select ${org}, x.id, x.insight, 'removed', x.supports, x.by_person, x.keeps_theme from ${rowsOf(released)}
      on conflict (org_id, subtheme_id, insight_id) do update set reason = excluded.reason, moved = false`),
  ])
}

/** Those without insights. */
export const dissolveEmptySubthemes = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update subtheme set dissolved_at = now(), updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and insight_count = 0 and dissolved_at is null
      and merged_into_id is null`)

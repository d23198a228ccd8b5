import { isNamedByAnalysis } from '#domain/llm-tasks/queries.ts'
import type { SynthesisPlan } from '#engine/clustering/plan-synthesis.ts'
import { palette } from '#engine/palette.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Themes that the synthesis finds, a proposal suggests or a language model names. */

/** Lost the insert race: a live theme with the same name is used instead. Answers the stored id of each new theme. */
export async function insertFoundThemes(
  db: Db,
  org: string,
  { themes }: Pick<SynthesisPlan, 'themes'>,
): Promise<Map<string, string>> {
  if (themes.length === 0) return new Map()
  const [ids, names] = [themes.map(({ id }) => id), themes.map(({ name }) => name)]
  const { count } = (await db.first<{ count: number }>(sql`select count(*) as count from theme where org_id = ${org}`))!
  const colors = themes.map((_, n) => palette[(count + n) % palette.length]!)
  await db.run(sql`
    insert into theme (org_id, id, name, color, area, origin)
    select ${org}, id, name, color, area, 'auto'
    from unnest(${ids}::uuid[], ${names}::text[], ${colors}::text[],
      ${themes.map(({ area }) => area)}::text[]) as x (id, name, color, area)
    on conflict (org_id, lower(name)) where archived_at is null and merged_into_id is null do nothing`)
  const rows = await db.rows<{ new_id: string; id: string }>(sql`
    select x.id as new_id, t.id from unnest(${ids}::uuid[], ${names}::text[]) as x (id, name)
    join theme t on t.org_id = ${org} and lower(t.name) = lower(x.name)
      and t.archived_at is null and t.merged_into_id is null`)
  return new Map(rows.map((row) => [row.new_id, row.id]))
}

export const insertProposedTheme = (db: Db, org: string, theme: { id: string; name: string; color: string }) =>
  db.run(sql`
    insert into theme (org_id, id, name, color, origin, pinned)
    values (${org}, ${theme.id}, ${theme.name}, ${theme.color}, 'auto', true)
    on conflict (org_id, lower(name)) where archived_at is null and merged_into_id is null do nothing`)

type ThemeTextChange = { before: { id: string; name: string }; name: string; description: string }

/** Unless a person has named it in between; notes of a person are kept. */
export const updateThemeText = async (db: Db, org: string, { before, name, description }: ThemeTextChange) =>
  (await db.run(sql`
    update theme h set name = ${name}, notes = coalesce(h.notes, ${description}), updated_at = now()
    where h.org_id = ${org} and h.id = ${before.id} and h.name = ${before.name} and ${isNamedByAnalysis}`)) > 0

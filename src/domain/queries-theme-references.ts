import { raw, type Sql, sql } from '#store/sql.ts'

/** JSON text of the reference `{id, name, color}` to the theme `t` of a statement. */
export const themeReferenceJson: Sql = raw(
  `'{"id":"' || t.id || '","name":' || to_json(t.name) || ',"color":"' || t.color || '"}'`,
)

/** Comma-separated references to the themes of the insight `i`, without archived ones; null when there are none. */
export const insightThemesJson = (org: string): Sql => sql`(
  select string_agg(${themeReferenceJson}, ',' order by array_position(i.theme_ids, t.id))
  from theme t where t.org_id = ${org} and t.id = any(i.theme_ids) and t.archived_at is null)`

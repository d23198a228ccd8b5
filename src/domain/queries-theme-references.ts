import { raw, type Sql, sql } from '#store/sql.ts'

/** JSON text of the reference `{id, name, color}` to the theme `t` of a statement. */
export const themeReferenceJson: Sql = raw(
  `'{"id":"' || t.id || '","name":' || to_json(t.name) || ',"color":"' || t.color || '"}'`,
)

/** An insight without a theme, where nobody has chosen that; a change of its other fields is no such choice. */
export const isUnsorted: Sql = raw("theme_ids = '{}' and not themes_overridden")

/** Comma-separated references to the themes of the insight `i`, without archived ones; null when there are none. */
export const insightThemesJson = (org: string): Sql => sql`(
  select string_agg(${themeReferenceJson}, ',' order by array_position(i.theme_ids, t.id))
  from theme t where t.org_id = ${org} and t.id = any(i.theme_ids) and t.archived_at is null)`

/** The live themes that an insight may belong to, as JSON text. */
export const themeSuggestions = (org: string, insightId: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'confidence', s.confidence)
    order by s.confidence desc), '[]')::text
  from insight_vector v
  cross join lateral jsonb_to_recordset(v.theme_suggestions) as s (theme_id uuid, confidence float8)
  join theme t on t.org_id = ${org} and t.id = s.theme_id and t.archived_at is null and t.merged_into_id is null
  where v.org_id = ${org} and v.insight_id = ${insightId})`

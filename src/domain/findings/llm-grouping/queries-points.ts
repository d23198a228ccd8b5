import { MAX_GROUPED_INSIGHTS, MIN_SURE_THEME } from '#engine/thresholds/language-model.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* What is grouped: the newest insights that no person has placed, the themes and the subthemes. */

type PointRow = {
  id: string
  text: string
  /** The text with what was said before and after it. */
  surroundings: string | null
  source: string | null
  sure_theme: string | null
}

/** Characters before and after a quote. */
const around = 300

/** Redacted quotes are not read: their insights stay where they are. */
export const listPoints = (db: Db, org: string) =>
  db.rows<PointRow>(sql`
    select i.id, coalesce(q.text, i.name) as text, i.source,
      substr(f.content, greatest(1, q.start_offset - ${around}), length(q.text) + 2 * ${around}) as surroundings,
      case when v.theme_confidence >= ${MIN_SURE_THEME} then i.theme_ids[1] end as sure_theme
    from insight i
    left join quote q on q.org_id = ${org} and q.insight_id = i.id and q.is_representative
    left join feedback f on f.org_id = ${org} and f.id = i.feedback_id
    left join insight_vector v on v.org_id = ${org} and v.insight_id = i.id
    where i.org_id = ${org} and i.live and not i.themes_overridden and not coalesce(q.redacted, false)
      and not exists (
        select 1 from subtheme_insight l join subtheme s on s.org_id = ${org} and s.id = l.subtheme_id
        where l.org_id = ${org} and l.insight_id = i.id and (l.by_person or s.pinned))
    order by i.id desc limit ${MAX_GROUPED_INSIGHTS}`)

type ThemeRow = { id: string; name: string; definition: string; is_fixed: boolean }

export const listPresentThemes = (db: Db, org: string) =>
  db.rows<ThemeRow>(sql`
    select id, name, coalesce(definition, notes, '') as definition, pinned or origin = 'manual' as is_fixed
    from theme where org_id = ${org} and archived_at is null and merged_into_id is null and not is_catch_all
    order by is_fixed desc, insight_count desc, id limit 40`)

export const listPresentSubthemes = (db: Db, org: string) =>
  db.rows<{ id: string; theme: string; name: string }>(sql`
    select id, theme_id as theme, name from subtheme
    where org_id = ${org} and merged_into_id is null and dissolved_at is null`)

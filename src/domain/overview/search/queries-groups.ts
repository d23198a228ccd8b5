import type { Dimension } from '#engine/ask/find-dimension.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* What the insights of an answer are grouped by, as sub-queries of an insight `m`. */

/** Its subthemes, or its themes where it has none. */
function themesOf(org: string): Sql {
  const subthemes = sql`
    select t.id, t.name from subtheme_insight l
    join organization o on o.id = l.org_id and o.feature_subthemes
    join subtheme t on t.org_id = l.org_id and t.org_id = ${org} and t.id = l.subtheme_id
    where l.org_id = ${org} and l.insight_id = m.id`
  const hasSubthemes = sql`exists (
    select 1 from subtheme x join organization o on o.id = x.org_id and o.feature_subthemes
    where x.org_id = ${org} and x.theme_id = t.id)`
  return sql`
    select 'subtheme' as type, t.id as group_id, t.name from (${subthemes}) t
    union all
    select case when ${hasSubthemes} then 'rest_of_theme' else 'theme' end, t.id, t.name from theme t
    where t.org_id = ${org} and t.id = any(m.theme_ids) and t.archived_at is null and t.merged_into_id is null
      and not exists (${subthemes})`
}

/** A contact's own id, and what names the value of each dimension of contacts. */
const ofContact: Partial<Record<Dimension, { id: string; name: string }>> = {
  company: { id: 'null::uuid', name: "c.company->>'name'" },
  contact: { id: 'c.id', name: 'coalesce(c.name, c.email)' },
  country: { id: 'null::uuid', name: 'c.country' },
  plan: { id: 'null::uuid', name: "c.company->>'plan'" },
}

function dimensionOf(org: string, by: Dimension): Sql {
  const type = raw(`'${by}'`)
  if (by === 'source')
    return sql`select ${type} as type, null::uuid as group_id, m.source as name
    where m.source is not null`
  if (by === 'tag') return sql`select ${type} as type, null::uuid as group_id, tag as name from unnest(m.tags) tag`
  const { id, name } = ofContact[by]!
  return sql`select ${type} as type, ${raw(id)} as group_id, ${raw(name)} as name from contact c
    where c.org_id = ${org} and c.id = m.contact_id and c.deleted_at is null and ${raw(name)} is not null`
}

export const groupsOf = (org: string, by: Dimension | undefined): Sql => (by ? dimensionOf(org, by) : themesOf(org))

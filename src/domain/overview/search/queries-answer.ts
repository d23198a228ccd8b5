import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type CitedInsight = {
  id: string
  name: string
  sentiment: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL'
  description: string | null
  quote: string | null
  contact_id: string | null
  feedback_id: string | null
  start: number | null
  end: number | null
}

/** Insights with the offsets of their representative quote, in the order of the ids. */
export const listCitedInsights = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<CitedInsight>(sql`
    select i.id, i.name, i.sentiment, i.description, case when redacted.id is null then i.quote end as quote,
      i.contact_id, coalesce(q.feedback_id, i.feedback_id) as feedback_id, q.start_offset as start, q.end_offset as end
    from unnest(${ids}::uuid[]) with ordinality as requested(id, n)
    join insight i on i.org_id = ${org} and i.id = requested.id
    left join quote q on q.org_id = ${org} and q.insight_id = i.id and q.is_representative and not q.redacted
    left join quote redacted on redacted.org_id = ${org} and redacted.insight_id = i.id
      and redacted.is_representative and redacted.redacted
    order by requested.n`)

const maxThemes = 500

export const listThemeNames = (db: Db, org: string) =>
  db.rows<{ id: string; name: string }>(sql`
    select id, name from theme where org_id = ${org} and archived_at is null and merged_into_id is null
    order by insight_count desc, id limit ${maxThemes}`)

import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type Source = {
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

/** Insights with the place of their representative quote, in the order of the ids. */
export const sourcesOf = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<Source>(sql`
    select i.id, i.name, i.sentiment, i.description, case when gone.id is null then i.quote end as quote, i.contact_id, coalesce(x.feedback_id, i.feedback_id) as feedback_id, x.start_at as start, x.end_at as end
    from unnest(${ids}::uuid[]) with ordinality as wanted(id, n)
    join insight i on i.org_id = ${org} and i.id = wanted.id
    left join quote x on x.org_id = ${org} and x.insight_id = i.id and x.is_representative and not x.redacted
    left join quote gone on gone.org_id = ${org} and gone.insight_id = i.id and gone.is_representative and gone.redacted
    order by wanted.n`)

const maxThemes = 500

export const themeNames = (db: Db, org: string) =>
  db.rows<{ id: string; name: string }>(
    sql`select id, name from theme where org_id = ${org} and archived_at is null and merged_into_id is null order by insight_count desc, id limit ${maxThemes}`,
  )

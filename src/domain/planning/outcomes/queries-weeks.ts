import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/** Whole weeks around a date: `first` of them begins before it, and `last` is the one after those that count. */
export type Weeks = { date: string; first: number; last: number; segment: string | null }
/** Customers of one week and key. */
export type WeekRow = { key: string | null; week: number; asks: number; negative: number; total: number }

/** An insight without a contact counts as a customer of its own. */
const customers = 'count(distinct coalesce(i.contact_id, i.id))'
const isAsk = `i.sentiment = 'NEGATIVE'
  or i.category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')`
const counted = raw(`floor(extract(epoch from i.occurred_at - d.start) / 604800)::int as week,
  ${customers} filter (where ${isAsk})::int as asks,
  ${customers} filter (where i.sentiment = 'NEGATIVE')::int as negative,
  ${customers}::int as total`)

const startOf = ({ date }: Weeks): Sql => sql`(select ${date}::date::timestamp at time zone 'UTC' as start) d`

const inWeeks = (org: string, { first, last, segment }: Weeks): Sql => sql`
  i.org_id = ${org} and i.live
    and i.occurred_at >= d.start + ${first} * interval '7 days'
    and i.occurred_at < d.start + ${last} * interval '7 days'
    and (${segment}::uuid is null or i.segment_ids @> array[${segment}::uuid])`

/** By theme; the key null is all insights, with a theme or without. */
export const listThemeWeeks = (db: Db, org: string, weeks: Weeks) =>
  db.rows<WeekRow>(sql`
    select k.key, ${counted} from ${startOf(weeks)} cross join insight i
    cross join lateral (select null::text as key union all select unnest(i.theme_ids)::text) k
    where ${inWeeks(org, weeks)} group by 1, 2`)

/** By subtheme. */
export const listSubthemeWeeks = (db: Db, org: string, weeks: Weeks, ids: readonly string[]) =>
  db.rows<WeekRow>(sql`
    select l.subtheme_id::text as key, ${counted} from ${startOf(weeks)}
    cross join subtheme_insight l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id
    where l.org_id = ${org} and l.subtheme_id = any(${ids}::uuid[]) and ${inWeeks(org, weeks)} group by 1, 2`)

/** Of all parts together; a customer who speaks of several counts once. */
export const listTargetWeeks = (db: Db, org: string, weeks: Weeks, { type, ids }: { type: string; ids: string[] }) =>
  db.rows<WeekRow>(sql`
    select null as key, ${counted} from ${startOf(weeks)} cross join insight i
    where ${inWeeks(org, weeks)} and case when ${type === 'theme'} then i.theme_ids && ${ids}::uuid[]
      else i.id in (select l.insight_id from subtheme_insight l
        where l.org_id = ${org} and l.subtheme_id = any(${ids}::uuid[])) end
    group by 2`)

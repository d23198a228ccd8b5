import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { Dimension } from '#engine/ask/find-dimension.ts'
import { matchConditions } from './queries-mentions.ts'
import type { SearchFilters } from './queries-filters.ts'
import { groupsOf } from './queries-groups.ts'
import { type Sentiment, sentimentCounts } from '#vocabulary/sentiments.ts'

export type CitedInsight = {
  id: string
  name: string
  sentiment: Sentiment
  description: string | null
  quote: string | null
  contact_id: string | null
  person: string | null
  company: string | null
  source: string | null
  occurred_at: string
  feedback_id: string | null
  start: number | null
  end: number | null
}

/** Insights with the offsets of their representative quote, in the order of the ids. */
export const listCitedInsights = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<CitedInsight>(sql`
    select i.id, i.name, i.sentiment, i.description, case when redacted.id is null then i.quote end as quote,
      i.contact_id, coalesce(i.user_name, c.name) as person, c.company->>'name' as company, i.source,
      iso(i.occurred_at) as occurred_at, coalesce(q.feedback_id, i.feedback_id) as feedback_id,
      q.start_offset as start, q.end_offset as end
    from unnest(${ids}::uuid[]) with ordinality as requested(id, n)
    join insight i on i.org_id = ${org} and i.id = requested.id
    left join contact c on c.org_id = ${org} and c.id = i.contact_id and c.deleted_at is null
    left join quote q on q.org_id = ${org} and q.insight_id = i.id and q.is_representative and not q.redacted
    left join quote redacted on redacted.org_id = ${org} and redacted.insight_id = i.id
      and redacted.is_representative and redacted.redacted
    order by requested.n`)

const maxThemes = 500

export const listThemeNames = (db: Db, org: string) =>
  db.rows<{ id: string; name: string }>(sql`
    select id, name from theme where org_id = ${org} and archived_at is null and merged_into_id is null
    order by insight_count desc, id limit ${maxThemes}`)

/** Insights that are counted; of more, the newest. */
export const maxCountedMatches = 10_000
const maxGroups = 5
/** Groups of a dimension, such as companies. */
const maxDimensionGroups = 50
/** Members of a group that an answer names. */
const maxMembers = 100
/** Ids of counted insights that an answer names. */
const maxListed = 500
/** Insights outside every theme that are compared by their words. */
const maxUngrouped = 300

type GroupRow = {
  /** `rest_of_theme`: those in none of the theme's subthemes. */
  type: 'subtheme' | 'theme' | 'rest_of_theme' | Dimension
  /** Null where the group is a value and has no id, such as a source. */
  id: string | null
  name: string
  insight_count: number
  contact_count: number
  positive: number
  negative: number
  neutral: number
  /** The newest members; the first ones are shown. */
  ids: string[]
}
export type MatchRow = {
  insight_count: number
  contact_count: number
  /** Insights without a contact. */
  anonymous_count: number
  positive: number
  negative: number
  neutral: number
  groups: GroupRow[] | null
  ungrouped: string[] | null
  /** The newest of those counted. */
  ids: string[] | null
}

const bySentiment = raw(sentimentCounts('sentiment', { cast: '::int' }))

/**
 * Counts the insights that pass the filters, of the given ids or all, and groups them by subtheme, or by theme where
 * they have no subtheme, or by a dimension.
 */
export async function summarizeMatches(
  db: Db,
  org: string,
  filters: SearchFilters,
  { ids, by }: { ids?: readonly string[] | undefined; by?: Dimension | undefined } = {},
): Promise<MatchRow> {
  const row = await db.first<MatchRow>(sql`
    with matching as materialized (
      select s.id, s.contact_id, s.sentiment, s.theme_ids, s.source, s.tags, s.occurred_at
      from insight s
      where s.org_id = ${org} and ${matchConditions(org, filters)}
        and ${ids ? sql`s.id = any(${ids}::uuid[])` : raw('true')}
      order by s.occurred_at desc, s.id desc limit ${maxCountedMatches}),
    placed as materialized (
      select m.*, g.type, g.group_id, g.name from matching m
      left join lateral (${groupsOf(org, by)}) g on true),
    grouped as (
      select type, group_id as id, name, count(*)::int as insight_count,
        count(distinct contact_id)::int as contact_count, ${bySentiment},
        (array_agg(placed.id order by occurred_at desc, placed.id desc))[1:${raw(String(maxMembers))}] as ids
      from placed where type is not null group by type, group_id, name
      order by insight_count desc, contact_count desc, name, id limit ${by ? maxDimensionGroups : maxGroups})
    select count(*)::int as insight_count, count(distinct contact_id)::int as contact_count,
      (count(*) - count(contact_id))::int as anonymous_count, ${bySentiment},
      (select json_agg(grouped) from grouped) as groups,
      (select json_agg(u.id) from (
        select id from placed where type is null order by occurred_at desc, id desc limit ${maxUngrouped}) u
      ) as ungrouped,
      (select json_agg(l.id) from (
        select id from matching order by occurred_at desc, id desc limit ${maxListed}) l) as ids
    from matching`)
  return row!
}

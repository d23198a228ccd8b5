import type { Db } from '#store/open.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { filterConditions, orderedConditions, type SearchFilters } from './queries-filters.ts'
import { searchables } from './queries-searchable.ts'
import { type Sentiment, sentimentCounts } from '#vocabulary/sentiments.ts'

export type CitedInsight = {
  id: string
  name: string
  sentiment: Sentiment
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

/** Insights with the words of a topic that are read. */
export const maxMentions = 2000
/** Rows read from the full-text index. */
const maxIndexRows = 20_000

const insightConditions = (org: string, filters: SearchFilters): Sql =>
  allOf([raw(searchables.insight!.visible), ...(filterConditions(org, searchables.insight!, filters) ?? [])])

/** Newest insights that are tried before the full-text index, which has all matches in no order. */
const maxScanned = 10_000

/** The newest insights that match the text of a full-text query. */
export const listMentions = (db: Db, org: string, tsQuery: string, filters: SearchFilters) => {
  const columns = raw('s.id, s.name, s.quote, s.description')
  const matches = sql`s.search_vector @@ to_tsquery('english', ${tsQuery}) and ${insightConditions(org, filters)}`
  const isNewest = allOf([sql`s.org_id = ${org} and s.live`, ...orderedConditions(searchables.insight!, filters)])
  return db.rows<{ id: string; text: string }>(sql`
    with near as materialized (
      select ${columns} from (
        select * from insight s where ${isNewest} order by s.id desc limit ${maxScanned}) s
      where ${matches} limit ${maxMentions}),
    is_filled as materialized (
      select count(*) >= ${maxMentions} or not exists (
        select 1 from insight s where ${isNewest} offset ${maxScanned} limit 1) as filled from near)
    select s.id, concat_ws(' ', s.name, s.quote, s.description) as text from (
      select * from near where (select filled from is_filled)
      union all
      select * from (
        select ${columns} from insight s
        where s.org_id = ${org} and array[s.org_id] @> array[${org}]::text[] and ${matches}
          and not (select filled from is_filled)
        limit ${maxIndexRows}) s) s
    order by s.id desc limit ${maxMentions}`)
}

/** Insights that are counted; of more, the newest. */
export const maxCountedMatches = 10_000
const maxGroups = 5
const maxMembers = 12
/** Insights outside every theme that are compared by their words. */
const maxUngrouped = 300

export type GroupRow = {
  /** `rest_of_theme`: those in none of the theme's subthemes. */
  type: 'subtheme' | 'theme' | 'rest_of_theme'
  id: string
  name: string
  insight_count: number
  contact_count: number
  positive: number
  negative: number
  neutral: number
  /** The newest members. */
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
}

const bySentiment = raw(sentimentCounts('sentiment', { cast: '::int' }))

/** The groups of an insight `m`: its subthemes, or its themes where it has none. */
function groupsOf(org: string): Sql {
  const subthemes = sql`
    select t.id, t.name from subtheme_insight l
    join organization o on o.id = l.org_id and o.feature_subthemes
    join subtheme t on t.org_id = l.org_id and t.org_id = ${org} and t.id = l.subtheme_id
    where l.org_id = ${org} and l.insight_id = m.id`
  const hasSubthemes = sql`exists (
    select 1 from subtheme x join organization o on o.id = x.org_id and o.feature_subthemes
    where x.org_id = ${org} and x.theme_id = t.id)`
  return sql`
    select 'subtheme' as type, t.id, t.name from (${subthemes}) t
    union all
    select case when ${hasSubthemes} then 'rest_of_theme' else 'theme' end, t.id, t.name from theme t
    where t.org_id = ${org} and t.id = any(m.theme_ids) and t.archived_at is null and t.merged_into_id is null
      and not exists (${subthemes})`
}

/**
 * Counts the insights that pass the filters, of the given ids or all, and groups them by subtheme, or by theme where
 * they have no subtheme.
 */
export async function summarizeMatches(
  db: Db,
  org: string,
  filters: SearchFilters,
  ids?: readonly string[],
): Promise<MatchRow> {
  const row = await db.first<MatchRow>(sql`
    with matching as materialized (
      select s.id, s.contact_id, s.sentiment, s.theme_ids, s.occurred_at from insight s
      where s.org_id = ${org} and ${insightConditions(org, filters)}
        and ${ids ? sql`s.id = any(${ids}::uuid[])` : raw('true')}
      order by s.occurred_at desc, s.id desc limit ${maxCountedMatches}),
    placed as materialized (
      select m.*, g.type, g.id as group_id, g.name from matching m
      left join lateral (${groupsOf(org)}) g on true),
    grouped as (
      select type, group_id as id, min(name) as name, count(*)::int as insight_count,
        count(distinct contact_id)::int as contact_count, ${bySentiment},
        (array_agg(placed.id order by occurred_at desc, placed.id desc))[1:${raw(String(maxMembers))}] as ids
      from placed where group_id is not null group by type, group_id
      order by insight_count desc, contact_count desc, name, id limit ${maxGroups})
    select count(*)::int as insight_count, count(distinct contact_id)::int as contact_count,
      (count(*) - count(contact_id))::int as anonymous_count, ${bySentiment},
      (select json_agg(grouped) from grouped) as groups,
      (select json_agg(u.id) from (
        select id from placed where group_id is null order by occurred_at desc, id desc limit ${maxUngrouped}) u
      ) as ungrouped
    from matching`)
  return row!
}

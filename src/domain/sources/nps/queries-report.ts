import type { Static } from 'typebox'
import type { nps } from '#contract/resources/nps.ts'
import { dailyCounts, maxNewestInsights } from '#domain/daily-counts/queries.ts'
import { inSegment } from '#domain/sources/contacts/queries.ts'
import type { DriverGroup, Mentions, ThemeMentions } from '#engine/nps/drivers.ts'
import type { DayTally } from '#engine/nps/timeline.ts'
import type { Db } from '#store/open.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { dayMs, type NpsPeriod } from './rules.ts'
import { filteredCounts } from '#vocabulary/filtered-counts.ts'
import { inNpsGroup, npsConditions, type NpsTally } from '#vocabulary/nps.ts'

/* Counts the responses of a period; the engine interprets the counts. */

type Query = Static<(typeof nps.getNps)['query']>
export type ReportQuery = Pick<Query, 'segment_id' | 'survey_id' | 'source'> & {
  latest_per_contact?: boolean
  period: NpsPeriod
}

export const selectReportResponses = (org: string, { period: { from, to }, ...filters }: ReportQuery): Sql => {
  const conditions = allOf([
    sql`deleted_at is null and responded_at >= ${from}::timestamptz and responded_at < ${to}::timestamptz`,
    filters.segment_id ? inSegment(org, filters.segment_id) : undefined,
    filters.survey_id ? sql`survey_id = ${filters.survey_id}` : undefined,
    filters.source && sql`source = any(${filters.source})`,
  ])
  if (!filters.latest_per_contact) return sql`select * from nps_response where org_id = ${org} and ${conditions}`
  // Responses without a contact count as one contact each.
  return sql`
    select distinct on (coalesce(contact_id, id)) * from nps_response where org_id = ${org} and ${conditions}
    order by coalesce(contact_id, id), responded_at desc, id desc`
}

export const tallyColumns = raw(filteredCounts(npsConditions('a.score')))

/** The daily counts that answer the filters, or undefined where responses have to be read. */
function npsSeries({ latest_per_contact, segment_id, survey_id, source }: ReportQuery) {
  if (latest_per_contact || segment_id || (survey_id && source)) return undefined
  if (survey_id) return { series: 'nps.survey' as const, values: [survey_id] }
  return source ? { series: 'nps.source' as const, values: source } : { series: 'nps' as const }
}

export const hasNoFilters = (query: ReportQuery) => npsSeries(query)?.series === 'nps'
export const groupSums = raw(`coalesce(sum(d.promoters), 0) as promoters, coalesce(sum(d.passives), 0) as passives,
  coalesce(sum(d.detractors), 0) as detractors`)

/** How many responses gave each score, from 0 to 10. */
export async function countByScore(db: Db, org: string, query: ReportQuery): Promise<number[]> {
  const distribution = Array<number>(11).fill(0)
  const rows = await db.rows<{ score: number; count: number }>(
    hasNoFilters(query)
      ? sql`
        select d.value::int as score, sum(d.count) as count
        from ${dailyCounts(org, 'nps.score', query.period)} d group by 1`
      : sql`
        select a.score, count(*) as count from (${selectReportResponses(org, query)}) a
        where a.org_id = ${org} group by a.score`,
  )
  for (const { score, count } of rows) distribution[score] = count
  return distribution
}

type DayRow = { day: string; inside: boolean } & NpsTally
const noResponses = { promoters: 0, passives: 0, detractors: 0 }

/** By day, including the days before the period that its rolling windows cover. */
export async function listDailyTallies(
  db: Db,
  org: string,
  query: ReportQuery,
  windowDays: number,
): Promise<DayTally[]> {
  const { period } = query
  const from = new Date(Date.parse(period.from) - (windowDays + 31) * dayMs).toISOString()
  const by = npsSeries(query)
  const counted = (range: NpsPeriod, inside: boolean) => sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, ${raw(String(inside))} as inside, ${groupSums}
    from ${dailyCounts(org, by!.series, { ...by!, ...range })} d group by 1`
  const rows = await db.rows<DayRow>(
    by
      ? sql`${counted({ from, to: period.from }, false)} union all ${counted(period, true)}`
      : sql`
        select to_char(a.responded_at at time zone 'UTC', 'YYYY-MM-DD') as day,
          a.responded_at >= ${period.from}::timestamptz as inside, ${tallyColumns}
        from (${selectReportResponses(org, { ...query, period: { ...period, from } })}) a
        where a.org_id = ${org} group by 1, 2`,
  )
  const days = new Map<string, DayTally>()
  for (const { day, inside, ...tally } of rows) {
    const known = days.get(day)
    const other = known?.all ?? noResponses
    const all = {
      promoters: other.promoters + tally.promoters,
      passives: other.passives + tally.passives,
      detractors: other.detractors + tally.detractors,
    }
    days.set(day, { day, all, inside: inside ? tally : (known?.inside ?? noResponses) })
  }
  return [...days.values()]
}

const joinReason = (org: string): Sql => sql`
  join feedback f on f.org_id = a.org_id and f.org_id = ${org} and f.id = a.feedback_id and f.deleted_at is null`
const joinInsights = (org: string): Sql => sql`${joinReason(org)}
  join insight i on i.org_id = a.org_id and i.org_id = ${org} and i.feedback_id = a.feedback_id and i.live`
export const joinThemes = (org: string): Sql => sql`${joinInsights(org)}
  join insight_theme l on l.org_id = i.org_id and l.org_id = ${org} and l.insight_id = i.id
  join theme t on t.org_id = l.org_id and t.org_id = ${org} and t.id = l.theme_id and t.archived_at is null
    and t.merged_into_id is null`

/** How many responses of each group have a reason. */
export const countReasons = async (db: Db, org: string, query: ReportQuery): Promise<Mentions> =>
  (await db.first<Mentions>(
    hasNoFilters(query)
      ? sql`select ${groupSums} from ${dailyCounts(org, 'nps.reason', query.period)} d`
      : sql`
        select ${tallyColumns} from (${selectReportResponses(org, query)}) a ${joinReason(org)}
        where a.org_id = ${org}`,
  ))!

/** How many responses of each group mention each theme, most mentioned first; a response counts once per theme. */
export const listThemeMentions = (db: Db, org: string, query: ReportQuery) =>
  hasNoFilters(query)
    ? db.rows<ThemeMentions>(sql`
        select t.id as theme_id, t.name, t.color, t.is_catch_all, ${groupSums}
        from ${dailyCounts(org, 'nps.theme', query.period)} d
        join theme t on t.org_id = ${org} and t.id = d.value::uuid and t.archived_at is null
          and t.merged_into_id is null
        group by t.id, t.name, t.color, t.is_catch_all
        order by sum(d.count) desc, lower(t.name), t.id`)
    : listFilteredMentions(db, org, query)

const listFilteredMentions = (db: Db, org: string, query: ReportQuery) =>
  db.rows<ThemeMentions>(sql`
    select theme_id, name, color, is_catch_all, ${tallyColumns} from (
      select distinct a.id, a.score, t.id as theme_id, t.name, t.color, t.is_catch_all
      from (${selectReportResponses(org, query)}) a ${joinThemes(org)} where a.org_id = ${org}) a
    group by theme_id, name, color, is_catch_all order by count(*) desc, lower(name), theme_id`)

type ThemeGroup = { theme_id: string | null; group: DriverGroup }

/** The newest insights of each group on each theme; without a theme, those on any. */
export const listInsightsByTheme = (db: Db, org: string, query: ReportQuery, groups: readonly ThemeGroup[]) =>
  db.rows<ThemeGroup & { insight_ids: string[] }>(
    hasNoFilters(query) ? countedInsights(org, query.period, groups) : filteredInsights(org, query, groups),
  )

/** The newest of each day are kept beside its counts; reasons of several days can have the same insight. */
const countedInsights = (org: string, period: NpsPeriod, groups: readonly ThemeGroup[]): Sql => sql`
  select nullif(split_part(value, ' ', 1), '')::uuid as theme_id, split_part(value, ' ', 2) as "group",
    (array_agg(distinct id order by id desc))[1:${raw(String(maxNewestInsights))}]::text[] as insight_ids
  from ${dailyCounts(org, 'nps.insights', {
    values: groups.map(({ theme_id, group }) => `${theme_id ?? ''} ${group}`),
    ...period,
  })} d cross join unnest(d.ids) as x (id)
  group by value`

const isDetractor = raw(inNpsGroup('detractor', 'a.score'))
const isPromoter = raw(inNpsGroup('promoter', 'a.score'))

const filteredInsights = (org: string, query: ReportQuery, groups: readonly ThemeGroup[]): Sql => {
  const [themeIds, names] = [groups.map(({ theme_id }) => theme_id), groups.map(({ group }) => group)]
  return sql`
    select theme_id, "group", (array_agg(id::text order by id desc))[1:${raw(String(maxNewestInsights))}] as insight_ids
    from (
      select distinct d.theme_id, d."group", i.id from (${selectReportResponses(org, query)}) a ${joinInsights(org)}
      join unnest(${themeIds}::uuid[], ${names}::text[]) as d (theme_id, "group")
        on (d.theme_id is null or d.theme_id = any(i.theme_ids))
          and ((d."group" = 'DETRACTOR' and ${isDetractor}) or (d."group" = 'PROMOTER' and ${isPromoter}))
      where a.org_id = ${org}) x
    group by theme_id, "group"`
}

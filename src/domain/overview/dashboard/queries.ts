import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { isShownSubtheme } from '#domain/findings/subthemes/queries-shown.ts'
import { dailyCounts, type Series } from '#domain/daily-counts/queries.ts'
import type { NpsFigures } from './nps-summary.ts'
import { type CurrentWork, currentWorkJson } from './queries-current-work.ts'
import { filteredCounts, sqlList } from '#vocabulary/filtered-counts.ts'
import { npsConditions } from '#vocabulary/nps.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'
import { activeInitiativeStatuses } from '#vocabulary/statuses.ts'

type Theme = { theme_id: string; name: string; color: string }
export type ThemeChange = Theme & { current: number; previous: number }
type PlanRow = { id: string; title: string; status: string; updated_at: string }
type Count = { current: number; previous: number }
/** Whole days, UTC; `from` is the first of them. */
export type DateRange = { from: string; days: number }

export type DashboardFigures = CurrentWork & {
  period: { from: string; to: string; previous_from: string; previous_to: string }
  insights: Count & { negative: number; previous_negative: number }
  feedback: Count
  opportunities: Count
  initiative_count: number
  sentiment_timeline: { date: string; positive: number; negative: number; neutral: number }[]
  previous_timeline: { date: string; value: number }[]
  feedback_timeline: { date: string; value: number }[]
  themes: (Theme & {
    is_catch_all: boolean
    created_at: string
    insight_count: number
    last_insight_at: string
    positive: number
    negative: number
    neutral: number
    previous_positive: number
    previous_negative: number
    previous: number
  })[]
  new_themes: (Theme & { insight_count: number; created_at: string })[]
  new_subthemes: { subtheme_id: string; name: string; theme_id: string; insight_count: number; created_at: string }[]
  initiatives_in_progress: PlanRow[]
  projects_in_progress: (PlanRow & { evidence_added: number })[]
  new_opportunities: {
    id: string
    title: string
    category: string
    impact_score: number
    insight_count: number
    created_at: string
  }[]
  nps: NpsFigures
  data_since: string | null
}

const insightSegmentCondition = (segment: string | undefined): Sql =>
  segment === undefined ? sql`` : sql`and segment_ids @> array[${segment}]::uuid[]`
const contactSegmentCondition = (org: string, segment: string | undefined): Sql =>
  segment === undefined
    ? sql``
    : sql`and contact_id in (select id from contact where org_id = ${org} and segment_ids @> array[${segment}]::uuid[])`
const maxListed = 10
const maxNpsThemes = 5

const dayMs = 86_400_000

/** One row a day, from the daily counts or, for a segment, from its rows. */
const perDay = (org: string, { from, days }: DateRange, segment: string | undefined): Sql => {
  const since = Date.parse(`${from}T00:00:00Z`)
  const [before, upto] = [since - days * dayMs, since + days * dayMs].map((at) => new Date(at).toISOString())
  const counts = (series: Series) =>
    sql`select *, day >= ${from}::date as is_current from ${dailyCounts(org, series, { from: before, to: upto })} d`
  if (segment === undefined)
    return sql`
      insights as materialized (${counts('insight')}),
      themed as materialized (${counts('insight.theme')}),
      received as materialized (${counts('feedback')}),
      responses as materialized (${counts('nps')}),
      themed_responses as materialized (${counts('nps.theme')})`
  return segmentRows(org, { from, before: before!, upto: upto! }, segment)
}

const bySentiment = raw(sentimentCounts())
const byNpsGroup = raw(filteredCounts(npsConditions('score')))
const dayOf = (at: string) => raw(`(${at} at time zone 'UTC')::date`)

const segmentRows = (
  org: string,
  { from, before, upto }: { from: string; before: string; upto: string },
  segment: string,
): Sql => {
  const between = (at: string) => sql`${raw(at)} >= ${before}::timestamptz and ${raw(at)} < ${upto}::timestamptz`
  const marked = (rows: Sql) => sql`select *, day >= ${from}::date as is_current from (${rows}) d`
  return sql`
    insight_rows as materialized (
      select sentiment, theme_ids, occurred_at, ${dayOf('occurred_at')} as day from insight
      where org_id = ${org} and live and ${between('occurred_at')} ${insightSegmentCondition(segment)}),
    response_rows as materialized (
      select id, score, feedback_id, ${dayOf('responded_at')} as day from nps_response
      where org_id = ${org} and deleted_at is null and ${between('responded_at')}
        ${contactSegmentCondition(org, segment)}),
    insights as (${marked(sql`select day, ${bySentiment} from insight_rows group by day`)}),
    themed as (${marked(sql`
      select theme_id::text as value, day, max(occurred_at) as last_at, ${bySentiment}
      from insight_rows cross join unnest(theme_ids) as theme_id group by 1, 2`)}),
    received as (${marked(sql`
      select ${dayOf('occurred_at')} as day, count(*) as count from feedback
      where org_id = ${org} and deleted_at is null and ${between('occurred_at')}
        ${contactSegmentCondition(org, segment)} group by 1`)}),
    responses as (${marked(sql`select day, ${byNpsGroup} from response_rows group by day`)}),
    themed_responses as (${marked(sql`
      select value, day, ${byNpsGroup} from (
        select distinct r.id, r.score, r.day, t.id::text as value
        from response_rows r join insight i on i.org_id = ${org} and i.feedback_id = r.feedback_id and i.live
        cross join unnest(i.theme_ids) as t (id)) x
      group by 1, 2`)})`
}

/** `is_current` marks the days of the current period. */
const periodRows = (org: string, { from, days }: DateRange, segment: string | undefined): Sql => sql`
  bounds as (
    select since + make_interval(days => ${days}) as upto, since, since - make_interval(days => ${days}) as before
    from (select ${`${from}T00:00:00Z`}::timestamptz as since) t),
  ${perDay(org, { from, days }, segment)},
  day as (select generate_series(since, upto - interval '1 day', interval '1 day') as day from bounds),
  previous_day as (select generate_series(before, since - interval '1 day', interval '1 day') as day from bounds),
  by_theme as (
    select value::uuid as theme_id, max(last_at) as last_at,
      coalesce(sum(positive + negative + neutral) filter (where is_current), 0) as insight_count,
      coalesce(sum(positive + negative + neutral) filter (where not is_current), 0) as previous,
      coalesce(sum(positive) filter (where is_current), 0) as positive,
      coalesce(sum(negative) filter (where is_current), 0) as negative,
      coalesce(sum(neutral) filter (where is_current), 0) as neutral,
      coalesce(sum(positive) filter (where not is_current), 0) as previous_positive,
      coalesce(sum(negative) filter (where not is_current), 0) as previous_negative
    from themed group by value)`

const countsJson = (org: string): Sql => sql`
  'period', (select json_build_object('from', iso(since), 'to', iso(upto),
      'previous_from', iso(before), 'previous_to', iso(since)) from bounds),
  'insights', (select json_build_object(
      'current', coalesce(sum(positive + negative + neutral) filter (where is_current), 0),
      'previous', coalesce(sum(positive + negative + neutral) filter (where not is_current), 0),
      'negative', coalesce(sum(negative) filter (where is_current), 0),
      'previous_negative', coalesce(sum(negative) filter (where not is_current), 0)) from insights),
  'feedback', (select json_build_object('current', coalesce(sum(count) filter (where is_current), 0),
      'previous', coalesce(sum(count) filter (where not is_current), 0)) from received),
  'opportunities', (select json_build_object('current', count(*) filter (where o.created_at >= b.since),
      'previous', count(*) filter (where o.created_at < b.since))
    from bounds b join opportunity o on o.org_id = ${org} and o.status = 'active' and o.created_at >= b.before
      and o.created_at < b.upto),
  'initiative_count', (
    select count(*) from initiative where org_id = ${org} and status in ${activeInitiatives}),
  'data_since', (select iso(min(occurred_at)) from feedback where org_id = ${org} and deleted_at is null)`

const timelinesJson: Sql = sql`
  'sentiment_timeline', (select json_agg(t order by t.date) from (
    select to_char(d.day at time zone 'UTC', 'YYYY-MM-DD') as date,
      coalesce(sum(i.positive), 0) as positive, coalesce(sum(i.negative), 0) as negative,
      coalesce(sum(i.neutral), 0) as neutral
    from day d left join insights i on i.day = (d.day at time zone 'UTC')::date group by d.day) t),
  'previous_timeline', (select json_agg(t order by t.date) from (
    select to_char(d.day at time zone 'UTC', 'YYYY-MM-DD') as date,
      coalesce(sum(i.positive + i.negative + i.neutral), 0) as value
    from previous_day d left join insights i on i.day = (d.day at time zone 'UTC')::date group by d.day) t),
  'feedback_timeline', (select json_agg(t order by t.date) from (
    select to_char(d.day at time zone 'UTC', 'YYYY-MM-DD') as date, coalesce(sum(f.count), 0) as value
    from day d left join received f on f.day = (d.day at time zone 'UTC')::date group by d.day) t)`

const themesJson = (org: string): Sql => sql`
  'themes', (select coalesce(json_agg(json_build_object(
      'theme_id', t.id, 'name', t.name, 'color', t.color, 'is_catch_all', t.is_catch_all,
      'created_at', iso(t.created_at), 'insight_count', b.insight_count, 'last_insight_at', iso(b.last_at),
      'positive', b.positive, 'negative', b.negative, 'neutral', b.neutral, 'previous', b.previous,
      'previous_positive', b.previous_positive, 'previous_negative', b.previous_negative)
      order by b.insight_count desc, t.id), '[]')
    from by_theme b join theme t on t.org_id = ${org} and t.id = b.theme_id and t.archived_at is null
      and t.merged_into_id is null),
  'new_themes', (select coalesce(json_agg(json_build_object(
      'theme_id', id, 'name', name, 'color', color, 'insight_count', insight_count,
      'created_at', iso(created_at)) order by id desc), '[]')
    from (
      select t.* from theme t, bounds b
      where t.org_id = ${org} and t.archived_at is null and t.merged_into_id is null
        and t.created_at >= b.since and t.created_at < b.upto
      order by t.id desc limit ${maxListed}) t),
  'new_subthemes', (select coalesce(json_agg(json_build_object(
      'subtheme_id', id, 'name', name, 'theme_id', theme_id, 'insight_count', insight_count,
      'created_at', iso(created_at)) order by id desc), '[]')
    from (
      select s.* from subtheme s, bounds b
      where s.org_id = ${org} and ${isShownSubtheme} and s.created_at >= b.since and s.created_at < b.upto
      order by s.id desc limit ${maxListed}) s)`

const activeInitiatives = raw(sqlList(activeInitiativeStatuses))

const plansJson = (org: string): Sql => sql`
  'initiatives_in_progress', (select coalesce(json_agg(json_build_object(
      'id', id, 'title', title, 'status', status, 'updated_at', iso(updated_at)) order by updated_at desc, id), '[]')
    from (
      select * from initiative where org_id = ${org} and status in ${activeInitiatives}
      order by updated_at desc, id limit ${maxListed}) i),
  'projects_in_progress', (select coalesce(json_agg(json_build_object(
      'id', p.id, 'title', p.title, 'status', p.status, 'updated_at', iso(p.updated_at),
      'evidence_added', p.added) order by p.updated_at desc, p.id), '[]')
    from (
      select p.id, p.title, p.status, p.updated_at, count(l.insight_id) as added
      from (
        select * from project where org_id = ${org} and status = 'in_progress'
        order by updated_at desc, id limit ${maxListed}) p
      cross join bounds b
      left join project_insight l on l.org_id = p.org_id and l.org_id = ${org} and l.project_id = p.id
        and l.assigned_at >= b.since
      group by 1, 2, 3, 4) p),
  'new_opportunities', (select coalesce(json_agg(json_build_object(
      'id', id, 'title', title, 'category', category, 'impact_score', impact_score,
      'insight_count', insight_count, 'created_at', iso(created_at)) order by impact_score desc, id), '[]')
    from (
      select o.* from opportunity o, bounds b
      where o.org_id = ${org} and o.status = 'active' and o.created_at >= b.since and o.created_at < b.upto
      order by o.impact_score desc, o.id limit ${maxListed}) o)`

const npsGroups = (condition: string): Sql =>
  raw(`json_build_object('promoters', coalesce(sum(promoters) filter (where ${condition}), 0),
    'passives', coalesce(sum(passives) filter (where ${condition}), 0),
    'detractors', coalesce(sum(detractors) filter (where ${condition}), 0))`)

const npsJson = (org: string): Sql => sql`
  'nps', (select json_build_object(
      'current', ${npsGroups('is_current')}, 'previous', ${npsGroups('not is_current')},
      'themes', (select coalesce(json_agg(t order by t.promoters + t.detractors desc, t.theme_id), '[]') from (
        select t.id as theme_id, t.name, t.color, sum(r.promoters) as promoters, sum(r.detractors) as detractors
        from themed_responses r join theme t on t.org_id = ${org} and t.id = r.value::uuid and t.archived_at is null
          and t.merged_into_id is null
        where r.is_current and r.promoters + r.detractors > 0 group by t.id, t.name, t.color
        order by sum(r.promoters + r.detractors) desc, t.id limit ${maxNpsThemes}) t)) from responses)`

/** The whole dashboard in one statement. */
export const getDashboardFigures = async (
  db: Db,
  org: string,
  range: DateRange,
  segment: string | undefined,
): Promise<DashboardFigures> =>
  (await db.first<{ figures: DashboardFigures }>(sql`
    with ${periodRows(org, range, segment)}
    select json_build_object(${countsJson(org)}, ${timelinesJson}, ${themesJson(org)}, ${plansJson(org)},
      ${npsJson(org)}, ${currentWorkJson(org, contactSegmentCondition(org, segment))}) as figures`))!.figures

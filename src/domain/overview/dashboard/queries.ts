import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { NpsFigures } from './nps-summary.ts'
import { type CurrentWork, currentWorkJson } from './queries-current-work.ts'

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

/** Insights, feedback and NPS responses of both periods are read once each; `is_current` marks the current period. */
const periodRows = (org: string, { from, days }: DateRange, segment: string | undefined): Sql => sql`
  bounds as (
    select since + make_interval(days => ${days}) as upto, since, since - make_interval(days => ${days}) as before
    from (select ${`${from}T00:00:00Z`}::timestamptz as since) t),
  insights as materialized (
    select i.sentiment, i.theme_ids, i.occurred_at, i.occurred_at >= b.since as is_current
    from bounds b join insight i on i.org_id = ${org} and i.live and i.occurred_at >= b.before
      and i.occurred_at < b.upto ${insightSegmentCondition(segment)}),
  received as materialized (
    select f.occurred_at, f.occurred_at >= b.since as is_current
    from bounds b join feedback f on f.org_id = ${org} and f.deleted_at is null and f.occurred_at >= b.before
      and f.occurred_at < b.upto ${contactSegmentCondition(org, segment)}),
  responses as materialized (
    select r.id, r.score, r.feedback_id, r.responded_at >= b.since as is_current
    from bounds b join nps_response r on r.org_id = ${org} and r.deleted_at is null and r.responded_at >= b.before
      and r.responded_at < b.upto ${contactSegmentCondition(org, segment)}),
  day as (select generate_series(since, upto - interval '1 day', interval '1 day') as day from bounds),
  previous_day as (select generate_series(before, since - interval '1 day', interval '1 day') as day from bounds),
  by_theme as (
    select theme_id, max(occurred_at) as last_at,
      count(*) filter (where is_current) as insight_count,
      count(*) filter (where not is_current) as previous,
      count(*) filter (where is_current and sentiment = 'POSITIVE') as positive,
      count(*) filter (where is_current and sentiment = 'NEGATIVE') as negative,
      count(*) filter (where is_current and sentiment = 'NEUTRAL') as neutral,
      count(*) filter (where not is_current and sentiment = 'POSITIVE') as previous_positive,
      count(*) filter (where not is_current and sentiment = 'NEGATIVE') as previous_negative
    from insights cross join unnest(theme_ids) theme_id group by theme_id)`

const countsJson = (org: string): Sql => sql`
  'period', (select json_build_object('from', iso(since), 'to', iso(upto),
      'previous_from', iso(before), 'previous_to', iso(since)) from bounds),
  'insights', (select json_build_object(
      'current', count(*) filter (where is_current),
      'previous', count(*) filter (where not is_current),
      'negative', count(*) filter (where is_current and sentiment = 'NEGATIVE'),
      'previous_negative', count(*) filter (where not is_current and sentiment = 'NEGATIVE')) from insights),
  'feedback', (select json_build_object('current', count(*) filter (where is_current),
      'previous', count(*) filter (where not is_current)) from received),
  'opportunities', (select json_build_object('current', count(*) filter (where o.created_at >= b.since),
      'previous', count(*) filter (where o.created_at < b.since))
    from bounds b join opportunity o on o.org_id = ${org} and o.status = 'active' and o.created_at >= b.before
      and o.created_at < b.upto),
  'initiative_count', (
    select count(*) from initiative where org_id = ${org} and status in ('exploring', 'building', 'ready_to_act')),
  'data_since', (select iso(min(occurred_at)) from feedback where org_id = ${org} and deleted_at is null)`

const timelinesJson: Sql = sql`
  'sentiment_timeline', (select json_agg(t order by t.date) from (
    select to_char(d.day at time zone 'UTC', 'YYYY-MM-DD') as date,
      count(*) filter (where i.sentiment = 'POSITIVE') as positive,
      count(*) filter (where i.sentiment = 'NEGATIVE') as negative,
      count(*) filter (where i.sentiment = 'NEUTRAL') as neutral
    from day d left join insights i on date_trunc('day', i.occurred_at, 'UTC') = d.day group by d.day) t),
  'previous_timeline', (select json_agg(t order by t.date) from (
    select to_char(d.day at time zone 'UTC', 'YYYY-MM-DD') as date, count(i.occurred_at) as value
    from previous_day d left join insights i on date_trunc('day', i.occurred_at, 'UTC') = d.day group by d.day) t),
  'feedback_timeline', (select json_agg(t order by t.date) from (
    select to_char(d.day at time zone 'UTC', 'YYYY-MM-DD') as date, count(f.occurred_at) as value
    from day d left join received f on date_trunc('day', f.occurred_at, 'UTC') = d.day group by d.day) t)`

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
      where s.org_id = ${org} and s.created_at >= b.since and s.created_at < b.upto
      order by s.id desc limit ${maxListed}) s)`

const plansJson = (org: string): Sql => sql`
  'initiatives_in_progress', (select coalesce(json_agg(json_build_object(
      'id', id, 'title', title, 'status', status, 'updated_at', iso(updated_at)) order by updated_at desc, id), '[]')
    from (
      select * from initiative where org_id = ${org} and status in ('exploring', 'building', 'ready_to_act')
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
      left join project_insight l on l.org_id = p.org_id and l.project_id = p.id and l.assigned_at >= b.since
      group by 1, 2, 3, 4) p),
  'new_opportunities', (select coalesce(json_agg(json_build_object(
      'id', id, 'title', title, 'category', category, 'impact_score', impact_score,
      'insight_count', insight_count, 'created_at', iso(created_at)) order by impact_score desc, id), '[]')
    from (
      select o.* from opportunity o, bounds b
      where o.org_id = ${org} and o.status = 'active' and o.created_at >= b.since and o.created_at < b.upto
      order by o.impact_score desc, o.id limit ${maxListed}) o)`

const npsJson = (org: string): Sql => sql`
  'nps', (select json_build_object(
      'current', json_build_object(
        'promoters', count(*) filter (where is_current and score >= 9),
        'passives', count(*) filter (where is_current and score between 7 and 8),
        'detractors', count(*) filter (where is_current and score <= 6)),
      'previous', json_build_object(
        'promoters', count(*) filter (where not is_current and score >= 9),
        'passives', count(*) filter (where not is_current and score between 7 and 8),
        'detractors', count(*) filter (where not is_current and score <= 6)),
      'themes', (select coalesce(json_agg(t order by t.promoters + t.detractors desc, t.theme_id), '[]') from (
        select t.id as theme_id, t.name, t.color, count(distinct r.id) filter (where r.score >= 9) as promoters,
          count(distinct r.id) filter (where r.score <= 6) as detractors
        from responses r join insight i on i.org_id = ${org} and i.feedback_id = r.feedback_id and i.live
        cross join unnest(i.theme_ids) x(id)
        join theme t on t.org_id = ${org} and t.id = x.id and t.archived_at is null and t.merged_into_id is null
        where r.is_current and (r.score >= 9 or r.score <= 6) group by t.id, t.name, t.color
        order by count(distinct r.id) desc, t.id limit ${maxNpsThemes}) t)) from responses)`

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

import { graphStatus, researchJob, type CompetitorGraphStatus } from '#domain/competitors/graph/queries-state.ts'
import type { Db } from '#store/open.ts'
import { dailyCounts, type Series } from '#domain/daily-counts/queries.ts'
import { newestInsights } from '#domain/overview/dashboard/queries-coverage.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'
import { filteredCounts, sqlList } from '#vocabulary/filtered-counts.ts'
import { npsConditions, type NpsTally } from '#vocabulary/nps.ts'
import { activeInitiativeStatuses } from '#vocabulary/statuses.ts'

type Theme = {
  id: string
  name: string
  color: string
  is_catch_all: boolean
  insight_count: number
  positive: number
  negative: number
  current: number
  previous: number
}
type Plan = { id: string; title: string; status: string }

export type ContextFacts = {
  organization: { id: string; name: string }
  features: { subthemes: boolean; segments: boolean; competitors: boolean }
  profile: Record<string, unknown> | null
  entries: {
    id: string
    kind: 'fact' | 'decision' | 'constraint' | 'terminology'
    title: string
    content: string
    pinned: boolean
  }[]
  segments: { id: string; name: string; contact_count: number }[]
  categories: { key: string; insight_count: number }[]
  themes: Theme[]
  opportunities: {
    id: string
    title: string
    category: string
    rank: number | null
    impact_score: number
    insight_count: number
  }[]
  initiatives_in_progress: Plan[]
  projects_in_progress: Plan[]
  /** Null where the competitors feature is disabled. */
  competitors: { status: CompetitorGraphStatus; names: string[] } | null
  sources: { source: string; feedback_count: number; last_received_at: string }[]
  nps: NpsTally
  coverage: { insight_count: number; contact_count: number; is_exact: boolean; feedback_since: string | null }
}

const maxListed = 10
const maxOpportunitiesPerCategory = 5
const maxEntries = 20
const maxSources = 20
const maxCompetitors = 50

/** Null counts since the first insight. */
type Window = { days: number | null; segment: string | undefined }

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** `counts` marks what belongs to the window, `recent` and `before` what belongs to two equal periods. */
const windowRows = (org: string, { days, segment }: Window): Sql =>
  segment === undefined ? countedRows(org, days) : segmentRows(org, days, segment)

const countedRows = (org: string, days: number | null): Sql => {
  const window = days === null ? {} : { from: daysAgo(days) }
  const counts = (span: string, series: Series, range: { from?: string; to?: string }) => sql`
    select ${raw(`'${span}'`)} as span, value, sum(positive) as positive, sum(negative) as negative,
      sum(neutral) as neutral, min(first_at) as first_at from ${dailyCounts(org, series, range)} d group by value`
  const period = days ?? 30
  return sql`
    total as materialized (${counts('counts', 'insight', window)}),
    by_category as materialized (${counts('counts', 'insight.category', window)}),
    theme_spans as materialized (${counts('counts', 'insight.theme', window)}
      union all ${counts('recent', 'insight.theme', { from: daysAgo(period) })}
      union all ${counts('before', 'insight.theme', { from: daysAgo(2 * period), to: daysAgo(period) })}),
    by_theme as (
      select value::uuid as theme_id, coalesce(sum(positive + negative + neutral) filter (where span = 'counts'), 0)
          as insight_count,
        coalesce(sum(positive) filter (where span = 'counts'), 0) as positive,
        coalesce(sum(negative) filter (where span = 'counts'), 0) as negative,
        coalesce(sum(positive + negative + neutral) filter (where span = 'recent'), 0) as current,
        coalesce(sum(positive + negative + neutral) filter (where span = 'before'), 0) as previous
      from theme_spans group by value),
    contacts as (
      select count(distinct contact_id) as n, count(*) as insights from (${newestInsights(org, window)}) i)`
}

const bySentiment = raw(sentimentCounts())

/** Insights are read once. */
const segmentRows = (org: string, days: number | null, segment: string): Sql => sql`
  insights as materialized (
    select i.category, i.sentiment, i.theme_ids, i.contact_id, i.occurred_at,
      ${days}::int is null or i.occurred_at >= now() - make_interval(days => ${days}) as counts,
      i.occurred_at >= now() - make_interval(days => ${days ?? 30}) as recent,
      i.occurred_at < now() - make_interval(days => ${days ?? 30})
        and i.occurred_at >= now() - make_interval(days => ${2 * (days ?? 30)}) as before
    from insight i where i.org_id = ${org} and i.live and i.segment_ids @> array[${segment}]::uuid[]
      and (${days}::int is null or i.occurred_at >= now() - make_interval(days => ${2 * (days ?? 30)}))),
  total as (select ${bySentiment}, min(occurred_at) as first_at from insights where counts),
  by_category as (select category as value, ${bySentiment} from insights where counts group by category),
  by_theme as (
    select theme_id, count(*) filter (where counts) as insight_count,
      count(*) filter (where counts and sentiment = 'POSITIVE') as positive,
      count(*) filter (where counts and sentiment = 'NEGATIVE') as negative,
      count(*) filter (where recent) as current, count(*) filter (where before) as previous
    from insights cross join unnest(theme_ids) theme_id group by theme_id),
  contacts as (select count(distinct contact_id) as n, count(*) as insights from insights where counts)`

const organizationJson = (org: string): Sql => sql`
  'organization', json_build_object('id', o.id, 'name', o.name),
  'features', json_build_object(
    'subthemes', o.feature_subthemes, 'segments', o.feature_segments, 'competitors', o.feature_competitors),
  'profile', (select document from context_profile where org_id = ${org}),
  'entries', (select coalesce(json_agg(json_build_object(
      'id', id, 'kind', kind, 'title', title, 'content', content, 'pinned', pinned)
      order by pinned desc, id desc), '[]')
    from (
      select * from context_entry
      where org_id = ${org} and deleted_at is null and (expires_at is null or expires_at > now())
      order by pinned desc, id desc limit ${maxEntries}) e),
  'segments', (select coalesce(json_agg(json_build_object(
      'id', s.id, 'name', s.name, 'contact_count', s.contacts) order by s.contacts desc, s.id), '[]')
    from (
      select s.id, s.name, coalesce(c.count, 0) as contacts from segment s
      left join (select d.value, sum(d.count) as count from ${dailyCounts(org, 'contact.segment')} d group by 1) c
        on c.value = s.id::text
      where s.org_id = ${org} and s.archived_at is null order by 3 desc, s.id limit ${maxListed}) s)`

const insightsJson = (org: string): Sql => sql`
  'categories', (select coalesce(json_agg(json_build_object('key', key, 'insight_count', n) order by n desc, key), '[]')
    from (
      select c.key, coalesce(i.positive + i.negative + i.neutral, 0) as n
      from category c left join by_category i on i.value = c.key
      where c.org_id = ${org}) c),
  'themes', (select coalesce(json_agg(json_build_object(
      'id', t.id, 'name', t.name, 'color', t.color, 'is_catch_all', t.is_catch_all,
      'insight_count', b.insight_count, 'positive', b.positive, 'negative', b.negative,
      'current', b.current, 'previous', b.previous) order by b.insight_count desc, t.id), '[]')
    from by_theme b join theme t on t.org_id = ${org} and t.id = b.theme_id and t.archived_at is null
      and t.merged_into_id is null),
  'coverage', (select json_build_object(
      'insight_count', coalesce(sum(positive + negative + neutral), 0), 'contact_count', (select n from contacts),
      'is_exact', coalesce(sum(positive + negative + neutral), 0) = (select insights from contacts),
      'feedback_since', iso(min(first_at))) from total)`

const activeInitiatives = raw(sqlList(activeInitiativeStatuses))

const plansJson = (org: string): Sql => sql`
  'opportunities', (select coalesce(json_agg(json_build_object(
      'id', id, 'title', title, 'category', category, 'rank', rank, 'impact_score', impact_score,
      'insight_count', insight_count) order by impact_score desc, id), '[]')
    from (
      select p.*, row_number() over (partition by category order by coalesce(rank, 2147483647), id) as position
      from opportunity p where p.org_id = ${org} and p.status = 'active') p
    where position <= ${maxOpportunitiesPerCategory}),
  'initiatives_in_progress', (select coalesce(json_agg(json_build_object(
      'id', id, 'title', title, 'status', status) order by updated_at desc, id), '[]')
    from (
      select * from initiative where org_id = ${org} and status in ${activeInitiatives}
      order by updated_at desc, id limit ${maxListed}) i),
  'projects_in_progress', (select coalesce(json_agg(json_build_object(
      'id', id, 'title', title, 'status', status) order by updated_at desc, id), '[]')
    from (
      select * from project where org_id = ${org} and status = 'in_progress'
      order by updated_at desc, id limit ${maxListed}) p)`

const sourcesJson = (org: string, { days, segment }: Window): Sql => sql`
  'competitors', case when o.feature_competitors then json_build_object(
    'status', (select ${graphStatus} from (select 1) x
      left join competitor_graph g on g.org_id = ${org} left join (${researchJob(org)}) l on true),
    'names', (select coalesce(json_agg(name order by lower(name), name), '[]') from (
      select name from competitor where org_id = ${org} order by lower(name), name limit ${maxCompetitors}) c)) end,
  'sources', (select coalesce(json_agg(json_build_object(
      'source', source, 'feedback_count', n, 'last_received_at', iso(last_at)) order by n desc, source), '[]')
    from (
      select c.source, c.n, l.created_at as last_at
      from (
        select value as source, sum(d.count) as n from ${dailyCounts(org, 'feedback.source')} d
        group by value order by 2 desc, value limit ${maxSources}) c
      cross join lateral (
        select created_at from feedback f
        where f.org_id = ${org} and f.source = c.source and f.deleted_at is null order by f.id desc limit 1) l) s),
  'nps', (select json_build_object('promoters', coalesce(sum(promoters), 0), 'passives', coalesce(sum(passives), 0),
      'detractors', coalesce(sum(detractors), 0)) from (${npsCounts(org, { days, segment })}) n)`

const byNpsGroup = raw(filteredCounts(npsConditions('score')))

const npsCounts = (org: string, { days, segment }: Window): Sql =>
  segment === undefined
    ? sql`select * from ${dailyCounts(org, 'nps', days === null ? {} : { from: daysAgo(days) })} d`
    : sql`
      select ${byNpsGroup}
      from nps_response where org_id = ${org} and deleted_at is null
        and (${days}::int is null or responded_at >= now() - make_interval(days => ${days}))
        ${contactSegmentCondition(org, segment)}`

const contactSegmentCondition = (org: string, segment: string) =>
  sql`and contact_id in (select id from contact where org_id = ${org} and segment_ids @> array[${segment}]::uuid[])`

/** The whole context in one statement. */
export const getContextFacts = async (db: Db, org: string, window: Window): Promise<ContextFacts> =>
  (await db.first<{ facts: ContextFacts }>(sql`
    with ${windowRows(org, window)}
    select json_build_object(${organizationJson(org)}, ${insightsJson(org)}, ${plansJson(org)},
      ${sourcesJson(org, window)}) as facts
    from organization o where o.id = ${org}`))!.facts

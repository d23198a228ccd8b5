import { isOfOpportunity } from './queries-merged.ts'
import { isLiveSubtheme } from '#domain/findings/subthemes/queries-shown.ts'
import type { OpportunityFacts } from '#engine/opportunity-summary.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { type PeriodSentiments, sentimentCounts } from '#vocabulary/sentiments.ts'
import type { InitiativeStatus, ProjectStatus } from '#vocabulary/statuses.ts'
import type { Granularity } from '#vocabulary/periods.ts'

/* The evidence of an opportunity, read from its live insights. */

const evidence = (org: string, id: string) => sql`
  select i.id, i.name, i.sentiment, i.category, i.contact_id, coalesce(i.user_name, c.name) as contact_name,
    coalesce(i.source, 'manual') as source,
    i.occurred_at, i.theme_ids, i.segment_ids
  from opportunity_insight l
  join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
  left join contact c on c.org_id = i.org_id and c.org_id = ${org} and c.id = i.contact_id and c.deleted_at is null
  where l.org_id = ${org} and l.opportunity_id = ${id}`

const bySentiment = raw(sentimentCounts())
const countsOrZero = raw(
  'coalesce(b.positive, 0) as positive, coalesce(b.negative, 0) as negative, coalesce(b.neutral, 0) as neutral',
)
const jsonList = (rows: Sql) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`

/** Bounds the texts that are summarized; more insights add little to a large opportunity. */
const maxInsightsRead = 300
const maxQuotesRead = 60

type DetailFacts = Pick<
  OpportunityFacts,
  'themes' | 'newest' | 'quotes' | 'sources' | 'segments' | 'months' | 'recent' | 'before'
> & {
  subthemes: { id: string; name: string; insight_count: number }[]
  projects: { id: string; title: string; status: ProjectStatus }[]
  competitor_evidence: { insight_count: number; competitors: { id: string; name: string }[] }
  merged_opportunity_ids: string[]
  initiative: {
    id: string
    title: string
    status: InitiativeStatus
  } | null
}

const linkedRecords = (org: string, id: string) => sql`
  ${jsonList(sql`
    select s.id, s.name, s.insight_count from opportunity_subtheme l
    join subtheme s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.subtheme_id
      and ${isLiveSubtheme}
    join organization g on g.id = l.org_id and g.feature_subthemes
    where l.org_id = ${org} and l.opportunity_id = ${id} order by s.insight_count desc, s.id desc
    limit 100`)} as subthemes,
  ${jsonList(sql`
    select p.id, p.title, p.status from opportunity_project l
    join project p on p.org_id = l.org_id and p.org_id = ${org} and p.id = l.project_id and p.status <> 'archived'
    where l.org_id = ${org} and l.opportunity_id = ${id} order by p.id desc limit 100`)} as projects,
  (select json_build_object('insight_count', coalesce(sum(c.insights), 0),
    'competitors', coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]'))
    from (select c.id, c.name, count(distinct i.id) as insights from opportunity_competitor_insight l
      join competitor_insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id
      join competitor c on c.org_id = i.org_id and c.org_id = ${org} and c.id = i.competitor_id
      join organization g on g.id = l.org_id and g.feature_competitors
      where l.org_id = ${org} and ${isOfOpportunity(org, id)}
      group by c.id, c.name) c) as competitor_evidence,
  (select coalesce(json_agg(m.source_id order by m.id), '[]') from opportunity_merge m
    where m.org_id = ${org} and m.target_id = ${id}) as merged_opportunity_ids,
  (select json_build_object('id', n.id, 'title', n.title, 'status', n.status)
    from opportunity o join initiative n on n.org_id = o.org_id and n.org_id = ${org} and n.id = o.initiative_id
    where o.org_id = ${org} and o.id = ${id}) as initiative`

/** Everything in the detail view that is not in the opportunity's row, in one statement. */
export const getDetailFacts = async (db: Db, org: string, id: string) =>
  (await db.first<DetailFacts>(sql`
    with evidence as materialized (${evidence(org, id)}),
    monthly as (select date_trunc('month', occurred_at at time zone 'UTC') as month, ${bySentiment} from evidence
      group by 1)
    select ${jsonList(sql`
        select t.name, t.is_catch_all, count(*) as count, (array_agg(e.id order by e.id desc))[1:20] as insight_ids
        from evidence e cross join unnest(e.theme_ids) as m (theme_id)
        join theme t on t.org_id = ${org} and t.id = m.theme_id and t.archived_at is null
        group by t.id, t.name, t.is_catch_all order by count(*) desc, t.name, t.id limit 5`)} as themes,
      ${jsonList(sql`
        select id, name, sentiment, category, contact_id from evidence
        order by occurred_at desc, id desc limit ${maxInsightsRead}`)} as newest,
      (select count(*) from evidence where occurred_at >= now() - interval '30 days') as recent,
      (select count(*) from evidence where occurred_at >= now() - interval '60 days'
        and occurred_at < now() - interval '30 days') as before,
      ${jsonList(sql`
        select q.text, e.id as insight_id, q.feedback_id, e.sentiment, e.contact_name
        from evidence e join quote q on q.org_id = ${org} and q.insight_id = e.id and q.is_representative
          and not q.redacted
        order by e.sentiment = 'NEGATIVE' desc, e.occurred_at desc, e.id desc limit ${maxQuotesRead}`)} as quotes,
      ${jsonList(sql`
        select source, count(*) as count from evidence group by source order by count(*) desc, source
        limit 10`)} as sources,
      ${jsonList(sql`
        select s.id as segment_id, s.name, count(*) as count
        from evidence e cross join unnest(e.segment_ids) as m (segment_id)
        join segment s on s.org_id = ${org} and s.id = m.segment_id and s.archived_at is null
        group by s.id, s.name order by count(*) desc, s.name, s.id limit 10`)} as segments,
      ${jsonList(sql`
        select to_char(m.month, 'YYYY-MM') as month, ${countsOrZero} from (
          select generate_series(greatest(min(month), max(month) - interval '23 months'), max(month),
            interval '1 month') as month
          from monthly) m
        left join monthly b on b.month = m.month order by m.month`)} as months,
      ${linkedRecords(org, id)}`))!

/** Bounds the number of empty buckets when one date is far off. */
const maxBuckets = { day: '1000 days', week: '520 weeks', month: '600 months' }

export const listOpportunityTimeline = (
  db: Db,
  org: string,
  id: string,
  { granularity, from, to }: { granularity: Granularity; from: string | null; to: string | null },
) =>
  db.rows<PeriodSentiments>(sql`
    with evidence as (${evidence(org, id)}), bucket as (
      select date_trunc(${granularity}, occurred_at at time zone 'UTC') as period, ${bySentiment} from evidence
      where (${from}::timestamptz is null or occurred_at >= ${from}::timestamptz)
        and (${to}::timestamptz is null or occurred_at < ${to}::timestamptz)
      group by 1)
    select to_char(p.period, 'YYYY-MM-DD') as period, ${countsOrZero} from (
      select generate_series(greatest(min(period), max(period) - ${maxBuckets[granularity]}::interval), max(period),
        ('1 ' || ${granularity})::interval) as period from bucket) p
    left join bucket b on b.period = p.period order by p.period`)

export type EvidenceContactRow = {
  id: string
  name: string | null
  email: string | null
  insight_count: number
  positive: number
  negative: number
  neutral: number
  last_insight_at: string
}
const byInsightCount: Order = { by: 'e.insight_count', type: 'integer', descending: true }

type Page = { limit: number; keys: readonly Key[] | undefined }

export const listContacts = (db: Db, org: string, id: string, { limit, keys }: Page) =>
  db.rows<EvidenceContactRow>(sql`
    with evidence as (${evidence(org, id)})
    select c.id, c.name, c.email, e.insight_count, e.positive, e.negative, e.neutral, e.last_insight_at
    from (select contact_id, count(*) as insight_count, ${bySentiment}, max(occurred_at) as last_insight_at
      from evidence group by contact_id) e
    join contact c on c.org_id = ${org} and c.id = e.contact_id and c.deleted_at is null
    where ${allOf([after(byInsightCount, keys, 'c.id')])} order by ${orderBy(byInsightCount, 'c.id')}
    limit ${limit + 1}`)

export const listOpportunitySubthemes = (db: Db, org: string, id: string, { limit, keys }: Page) => {
  const order: Order = { by: 's.insight_count', type: 'integer', descending: true }
  return db.rows<DetailFacts['subthemes'][number]>(sql`
    select s.id, s.name, s.insight_count from opportunity_subtheme l
    join subtheme s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.subtheme_id
      and ${isLiveSubtheme}
    where ${allOf([sql`l.org_id = ${org} and l.opportunity_id = ${id}`, after(order, keys, 's.id')])}
    order by ${orderBy(order, 's.id')} limit ${limit + 1}`)
}

export const listOpportunityProjects = (db: Db, org: string, id: string, { limit, keys }: Page) => {
  const order: Order = { by: 'p.id', type: 'uuid', descending: true }
  return db.rows<DetailFacts['projects'][number]>(sql`
    select p.id, p.title, p.status from opportunity_project l
    join project p on p.org_id = l.org_id and p.org_id = ${org} and p.id = l.project_id and p.status <> 'archived'
    where ${allOf([sql`l.org_id = ${org} and l.opportunity_id = ${id}`, after(order, keys, 'p.id')])}
    order by ${orderBy(order, 'p.id')} limit ${limit + 1}`)
}

import { IMPACT_HALF_LIFE_DAYS } from '#engine/thresholds/impact.ts'
import { ratesToBase, paying } from './account-reach/queries.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { importances } from '#vocabulary/importance.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'

const halfLifeSeconds = IMPACT_HALF_LIFE_DAYS * 86_400
/** Beyond this many half-lives the weight is zero; PostgreSQL would raise an underflow error. */
const maxHalfLives = 500

/** Exponential decay by half-life; a time in the future does not decay. */
export const decaySince = (column: 'occurred_at' | 'measured_at') =>
  sql`power(0.5::float8, least(${maxHalfLives}::float8,
    greatest(0, extract(epoch from now() - ${columns[column]})::float8) / ${halfLifeSeconds}::float8))`
const columns = { occurred_at: sql`occurred_at`, measured_at: sql`measured_at` }

const bySentiment = raw(sentimentCounts())

/** Of the accounts of the evidence, each once, as the figures beside it count them. */
const revenues = (org: string) => sql`
  select opportunity_id, sum(amount) as revenue
  from (
    select distinct e.opportunity_id, p.id, p.amount from evidence e
    join (${paying(org)}) p on p.id = e.account_id and p.is_known and p.is_converted) each_once
  group by opportunity_id`

/** Of the segments of each customer, or of an insight without one. */
const segmentWeights = (org: string) => sql`
  select opportunity_id, avg(weight) as weight from (
    select distinct e.opportunity_id, coalesce(e.contact_id, e.id) as contact_or_insight, s.id, s.weight
    from evidence e cross join unnest(e.segment_ids) as member (segment_id)
    join segment s on s.org_id = ${org} and s.id = member.segment_id and s.archived_at is null) pair
  group by opportunity_id`

/** Each customer by the highest importance of their insights. */
const customersByImportance = raw(`
    customers as (
      select opportunity_id, min(importance) as highest from evidence
      where importance is not null group by opportunity_id, coalesce(contact_id, id)),
    importances as (
      select opportunity_id, count(*) filter (where highest = 1) as critical,
        count(*) filter (where highest = 2) as important, count(*) filter (where highest = 3) as nice_to_have
      from customers group by opportunity_id)`)

/**
 * Recounts live evidence in one statement. A customer counts by the highest importance of their insights. A trend is a
 * change by a quarter and by at least three insights.
 */
export const measureOpportunities = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    with evidence as materialized (
      select l.opportunity_id, i.id, c.id as contact_id, c.account_id, i.sentiment, i.source_type, i.occurred_at,
        i.segment_ids,
        array_position(${importances}::text[], l.importance) as importance
      from opportunity_insight l
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
      left join contact c on c.org_id = ${org} and c.id = i.contact_id and c.deleted_at is null
      where l.org_id = ${org} and l.opportunity_id = any(${ids}::uuid[])),
    counts as (
      select opportunity_id, count(*) as insights, count(distinct contact_id) as contacts,
        count(distinct account_id) as accounts,
        count(distinct source_type) as source_types,
        ${bySentiment}, avg(${decaySince('occurred_at')}) as freshness,
        count(*) filter (where occurred_at >= now() - interval '30 days') as recent,
        count(*) filter (where occurred_at >= now() - interval '60 days' and occurred_at < now() - interval '30 days')
        as before,
        min(occurred_at) as first_at, max(occurred_at) as last_at
      from evidence group by opportunity_id),
    ${customersByImportance},
    weights as (${segmentWeights(org)}),
    rate as materialized (${ratesToBase(org)}),
    revenues as (${revenues(org)})
    update opportunity o set measured_at = now(),
      insight_count = coalesce(c.insights, 0), contact_count = coalesce(c.contacts, 0),
      account_count = coalesce(c.accounts, 0), account_revenue = r.revenue,
      source_type_count = coalesce(c.source_types, 0),
      positive_count = coalesce(c.positive, 0), negative_count = coalesce(c.negative, 0),
      neutral_count = coalesce(c.neutral, 0),
      critical_count = coalesce(m.critical, 0), important_count = coalesce(m.important, 0),
      nice_to_have_count = coalesce(m.nice_to_have, 0),
      freshness = coalesce(c.freshness, 0), segment_weight = coalesce(w.weight, 0),
      first_seen_at = c.first_at, last_evidence_at = c.last_at,
      trend = case when c.recent >= c.before * 1.25 and c.recent - c.before >= 3 then 'rising'
        when c.recent <= c.before * 0.8 and c.before - c.recent >= 3 then 'falling' else 'flat' end
    from unnest(${ids}::uuid[]) as requested (id)
    left join counts c on c.opportunity_id = requested.id left join weights w on w.opportunity_id = requested.id
    left join importances m on m.opportunity_id = requested.id left join revenues r on r.opportunity_id = requested.id
    where o.org_id = ${org} and o.id = requested.id`)

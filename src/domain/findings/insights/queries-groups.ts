import { yearlyRevenue } from '#domain/ranking/account-reach/queries-account-filters.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'
import { type InsightListQuery, matchingInsights } from './queries-list.ts'

type GroupRow = {
  account_id: string | null
  name: string | null
  plan: string | null
  insight_count: number
  account_count: number
  yearly_revenue: number | null
  positive: number
  negative: number
  neutral: number
}

const maxGroups = 200
const orders = {
  revenue: raw('sum(g.revenue) desc nulls last, sum(g.insights) desc'),
  insights: raw('sum(g.insights) desc, sum(g.revenue) desc nulls last'),
}
const keys = {
  account: raw('g.account_id, g.name, g.plan'),
  plan: raw('null::uuid as account_id, null::text as name, g.plan'),
}
const groupings = { account: raw('g.account_id, g.name, g.plan'), plan: raw('g.plan') }

type Grouping = { by: keyof typeof keys; order: keyof typeof orders }

/** Each account counts once for its group, and those without one are a group as well. */
export const listInsightGroups = (db: Db, org: string, query: InsightListQuery, { by, order }: Grouping) =>
  db.rows<GroupRow>(sql`
    with matching as (${matchingInsights(org, query)}),
    account_group as (
      select a.id as account_id, a.name, a.plan, ${yearlyRevenue(org)} as revenue, count(*) as insights,
        ${raw(sentimentCounts('m.sentiment'))}
      from matching m
      left join contact c on c.org_id = ${org} and c.id = m.contact_id and c.deleted_at is null
      left join account a on a.org_id = ${org} and a.id = c.account_id and a.deleted_at is null
      group by a.org_id, a.id, a.name, a.plan, a.revenue_amount, a.revenue_yearly, a.revenue_currency)
    select ${keys[by]}, sum(g.insights)::integer as insight_count, count(g.account_id)::integer as account_count,
      round(sum(g.revenue)::numeric, 2)::double precision as yearly_revenue, sum(g.positive)::integer as positive,
      sum(g.negative)::integer as negative, sum(g.neutral)::integer as neutral
    from account_group g group by ${groupings[by]} order by ${orders[order]}, 1, 3 limit ${maxGroups}`)

export const findBaseCurrency = async (db: Db, org: string): Promise<string | null> =>
  (
    await db.first<{ base_currency: string | null }>(sql`
    select base_currency from exchange_rates where org_id = ${org}`)
  )?.base_currency ?? null

import { linkedContacts, type LinkedKind } from './queries-behind.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* The accounts behind themes and plans, each counted once, with their yearly revenue in the base currency. */

export const reachKinds: readonly LinkedKind[] = ['theme', 'subtheme', 'opportunity', 'initiative', 'project']
/** Kinds whose lists can be sorted by revenue. */
const sortedKinds = new Set<LinkedKind>(['theme', 'opportunity'])

/** What one unit of each currency is in the base currency; amounts without a currency are in that one. */
export const ratesToBase = (org: string): Sql => sql`
  select '' as currency, 1::double precision as rate
  union all select base_currency, 1 from exchange_rates where org_id = ${org} and base_currency is not null
  union all select x.currency, x.rate from exchange_rates r
    cross join lateral jsonb_to_recordset(r.rates) as x (currency text, rate double precision)
    where r.org_id = ${org} and r.base_currency is not null`

/** Accounts with what they pay in a year: converted by the CTE `rate`, or in a currency without a rate. */
export const paying = (org: string): Sql => sql`
  select a.id, a.revenue_amount is not null as is_known, r.rate is not null as is_converted, a.revenue_currency,
    a.revenue_yearly * coalesce(r.rate, 1) as amount
  from account a left join rate r on r.currency = coalesce(a.revenue_currency, '')
  where a.org_id = ${org} and a.deleted_at is null`

const cents = (amount: string) => raw(`round((${amount})::numeric, 2)::double precision`)

const reachJson = (org: string): Sql => sql`json_build_object(
  'account_count', coalesce(sum(s.accounts), 0),
  'yearly_revenue', ${cents(`coalesce(sum(s.amount) filter (where s.currency = ''), 0)`)},
  'currency', (select base_currency from exchange_rates where org_id = ${org}),
  'revenue_account_count', coalesce(sum(s.known) filter (where s.currency = ''), 0),
  'unknown_revenue_account_count', coalesce(sum(s.accounts - s.known), 0),
  'unconverted', coalesce(json_agg(json_build_object('currency', s.currency, 'account_count', s.known,
    'yearly_revenue', ${cents('s.amount')}) order by s.currency) filter (where s.currency <> ''), '[]'))`

type CountedReach = { id: string; reach: string; revenue: number }

/** What differs from what is stored, of all objects of a kind, in one statement. */
export const listChangedReach = (db: Db, org: string, kind: LinkedKind) =>
  db.rows<CountedReach>(sql`
    with rate as materialized (${ratesToBase(org)}), paying as materialized (${paying(org)}),
    behind as materialized (
      select distinct l.${raw(kind)}_id as id, c.account_id from ${linkedContacts(org, kind)} where l.org_id = ${org}),
    summed as (
      select b.id, case when p.is_known and not p.is_converted then p.revenue_currency else '' end as currency,
        count(*) as accounts, count(*) filter (where p.is_known) as known,
        coalesce(sum(p.amount) filter (where p.is_known), 0) as amount
      from behind b join paying p on p.id = b.account_id group by 1, 2),
    counted as (
      select o.id, ${reachJson(org)} as reach, o.account_reach::text as stored
      from ${raw(kind)} o left join summed s on s.id = o.id
      where o.org_id = ${org} group by o.id, o.account_reach::text)
    select id, reach::text as reach, (reach->>'yearly_revenue')::double precision as revenue from counted
    where reach::text is distinct from stored`)

/** In the order of their ids, so that it waits for other changes of the same rows instead of deadlocking. */
export const updateReach = (db: Db, org: string, kind: LinkedKind, changed: readonly CountedReach[]) =>
  db.run(sql`
    with locked as (
      select id from ${raw(kind)} where org_id = ${org} and id = any(${changed.map(({ id }) => id)}::uuid[])
      order by id for no key update)
    update ${raw(kind)} o set account_reach = x.reach::json
      ${raw(sortedKinds.has(kind) ? ', yearly_revenue = x.revenue' : '')}
    from locked join jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as x (
      id uuid, reach text, revenue double precision) on x.id = locked.id
    where o.org_id = ${org} and o.id = locked.id`)

export const startReachCount = (db: Db, org: string) =>
  db.run(sql`
    insert into account_reach_state (org_id, counted_at) values (${org}, now())
    on conflict (org_id) do update set counted_at = excluded.counted_at`)

import type { FilterRule } from '#store/lists/define.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { linkedContacts, type LinkedKind } from './queries-behind.ts'

/* The filters of lists by the accounts behind their items. */

export type AccountQuery = {
  account_id?: string | undefined
  plan?: readonly string[] | undefined
  revenue_min?: number | undefined
  revenue_max?: number | undefined
}

/** What one unit of the currency of the account `a` is in the base currency; 1 where the organization has none. */
const rateOfAccount = (org: string): Sql => sql`(
  select case when x.base_currency is null or coalesce(a.revenue_currency, x.base_currency) = x.base_currency then 1
    else (select (y->>'rate')::double precision from jsonb_array_elements(x.rates) y
      where y->>'currency' = a.revenue_currency limit 1) end
  from (values (1)) one left join exchange_rates x on x.org_id = ${org})`

/** What the account `a` pays in a year; null where it is not known or has no exchange rate. */
export const yearlyRevenue = (org: string): Sql =>
  sql`case when a.revenue_amount is not null then a.revenue_yearly * ${rateOfAccount(org)} end`

const isOnPlan = (plans: readonly string[]): Sql => sql`a.plan = any(${plans}::text[])`
const paysAtLeast = (org: string, least: number): Sql => sql`${yearlyRevenue(org)} >= ${least}`
const paysAtMost = (org: string, most: number): Sql => sql`${yearlyRevenue(org)} <= ${most}`

const joinAccount = (org: string): Sql =>
  sql`join account a on a.org_id = ${org} and a.id = c.account_id and a.deleted_at is null`

type Condition<Value> = (org: string, value: Value) => Sql

/** Of rows with a `contact_id`; a contact has one account, so that each filter holds by itself. */
const ofPerson = <Value>(condition: Condition<Value>): FilterRule<Value> => ({
  where: (value, { org }) => sql`contact_id in (
    select c.id from contact c ${joinAccount(org)}
    where c.org_id = ${org} and c.deleted_at is null and ${condition(org, value)})`,
  near: (value, { org }) => sql`exists (
    select 1 from contact c ${joinAccount(org)}
    where c.org_id = ${org} and c.id = contact_id and c.deleted_at is null and ${condition(org, value)})`,
  reach: 'many',
})

const onPlan: Condition<readonly string[]> = (_, plans) => isOnPlan(plans)

export const ofPayingPeople = {
  plan: ofPerson(onPlan),
  revenue_min: ofPerson(paysAtLeast),
  revenue_max: ofPerson(paysAtMost),
}

/** Of contacts themselves. */
const ofContact = <Value>(condition: Condition<Value>): FilterRule<Value> => ({
  where: (value, { org }) => sql`account_id in (
    select a.id from account a where a.org_id = ${org} and a.deleted_at is null and ${condition(org, value)})`,
  near: (value, { org }) => sql`exists (
    select 1 from account a
    where a.org_id = ${org} and a.id = account_id and a.deleted_at is null and ${condition(org, value)})`,
  reach: 'many',
})

export const ofPayingContacts = {
  plan: ofContact(onPlan),
  revenue_min: ofContact(paysAtLeast),
  revenue_max: ofContact(paysAtMost),
}

const names = ['account_id', 'plan', 'revenue_min', 'revenue_max'] as const

/** Objects with an insight of an account that matches all of the filters; nothing without one. */
export function behindAccounts(org: string, kind: LinkedKind, query: AccountQuery, id = raw('id')) {
  const { account_id, plan, revenue_min: least, revenue_max: most } = query
  if (names.every((name) => query[name] === undefined)) return undefined
  return sql`${id} in (
    select l.${raw(kind)}_id from ${linkedContacts(org, kind)} ${joinAccount(org)}
    where ${allOf([
      sql`l.org_id = ${org}`,
      account_id === undefined ? undefined : sql`a.id = ${account_id}`,
      plan && isOnPlan(plan),
      least === undefined ? undefined : paysAtLeast(org, least),
      most === undefined ? undefined : paysAtMost(org, most),
    ])})`
}

/** The first of the filters that is given has the condition of all. */
export function accountsBehind(kind: LinkedKind) {
  const filter = (name: (typeof names)[number]) => ({
    where: (_: unknown, { org, query }: { org: string; query: AccountQuery }) =>
      names.find((one) => query[one] !== undefined) === name ? behindAccounts(org, kind, query) : undefined,
  })
  return {
    account_id: filter('account_id'),
    plan: filter('plan'),
    revenue_min: filter('revenue_min'),
    revenue_max: filter('revenue_max'),
  }
}

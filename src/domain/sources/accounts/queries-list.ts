import type { Static } from 'typebox'
import type { accounts, ListedAccount } from '#contract/resources/accounts.ts'
import { customFieldFilters } from '#domain/custom-fields/queries-filter.ts'
import { isBehind } from '#domain/ranking/account-reach/queries-behind.ts'
import { defineList } from '#store/lists/define.ts'
import { contains, equals, tagged } from '#store/lists/filters.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { allOf, raw, sql } from '#store/sql.ts'
import { toAccount } from './present.ts'
import { type AccountRow, selectAccounts } from './queries.ts'
import { accountTable } from './table.ts'

type AccountListQuery = Static<(typeof accounts.listAccounts)['query']>

/** One id has both, where both are given. */
const hasIdentity = (org: string, { provider, external_id }: { provider?: string; external_id?: string }) =>
  sql`id in (select account_id from account_identity where ${allOf([
    sql`org_id = ${org}`,
    provider ? sql`provider = ${provider}` : undefined,
    external_id ? sql`external_id = ${external_id}` : undefined,
  ])})`

const list = defineList<AccountListQuery>()({
  table: accountTable,
  live: raw('deleted_at is null'),
  orders: {
    name: { by: "lower(coalesce(name, ''))", type: 'text' },
    revenue: { by: 'revenue_yearly', type: 'double precision' },
  },
  filters: {
    ...customFieldFilters,
    q: contains(['name', "array_to_string(domains || mail_domains, ' ')"]),
    plan: { where: (plans) => equals('plan', plans, 'text'), reach: 'many' },
    status: { where: (statuses) => equals('status', statuses, 'text'), reach: 'many' },
    owner_id: { where: (owner) => sql`owner_id = ${owner}`, reach: 'many' },
    tag: tagged,
    currency: { where: (currency) => sql`revenue_currency = ${currency}`, reach: 'many' },
    revenue_min: { where: (least) => sql`revenue_yearly >= ${least}`, orderedBy: 'revenue_yearly' },
    revenue_max: {
      where: (most) => sql`revenue_yearly <= ${most} and revenue_yearly >= 0`,
      orderedBy: 'revenue_yearly',
    },
    domain: (domain, { org }) => sql`id in (
      select account_id from account_domain where org_id = ${org} and account_domain.domain = ${domain})`,
    theme_id: (id, { org }) => isBehind(org, 'theme', id),
    subtheme_id: (id, { org }) => isBehind(org, 'subtheme', id),
    opportunity_id: (id, { org }) => isBehind(org, 'opportunity', id),
    initiative_id: (id, { org }) => isBehind(org, 'initiative', id),
    project_id: (id, { org }) => isBehind(org, 'project', id),
    provider: (_, { org, query }) => hasIdentity(org, query),
    external_id: (_, { org, query }) => (query.provider ? undefined : hasIdentity(org, query)),
  },
})

export const accountList: RowList<AccountListQuery, AccountRow, Static<typeof ListedAccount>> = {
  list,
  select: selectAccounts,
  present: toAccount,
}

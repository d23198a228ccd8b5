import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* The accounts that contacts and callers mean. */

export type SourceIdentity = { provider: string; external_id: string }

export type StoredAccount = {
  id: string
  name: string | null
  domains: string[]
  mail_domains: string[]
  plan: string | null
  revenue_amount: number | null
  revenue_currency: string | null
  revenue_period: 'month' | 'year' | null
  size: number | null
  attributes: Record<string, unknown>
  /** How many contacts it has, counted up to two. */
  contacts: number
}

export type AccountKeys = {
  ids: readonly string[]
  domains: readonly string[]
  /** In lower case. */
  names: readonly string[]
  identities: readonly SourceIdentity[]
}

export const listMatchingAccounts = (db: Db, org: string, { ids, domains, names, identities }: AccountKeys) =>
  db.rows<StoredAccount>(sql`
    select a.id, a.name, a.domains, a.mail_domains, a.plan, a.revenue_amount, a.revenue_currency, a.revenue_period,
      a.size, a.attributes,
      (select count(*) from (select 1 from contact c
        where c.org_id = ${org} and c.account_id = a.id and c.deleted_at is null limit 2) two) as contacts
    from account a
    where a.org_id = ${org} and a.deleted_at is null and (a.id = any(${ids}::uuid[])
      or a.id in (select d.account_id from account_domain d where d.org_id = ${org} and d.domain = any(${domains}))
      or a.id in (select i.account_id from account_identity i where i.org_id = ${org}
        and (i.provider, i.external_id) in (
          select provider, external_id from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb)
            as x (provider text, external_id text)))
      or lower(coalesce(a.name, '')) = any(${names}::text[]))
    order by a.id`)

export const listMatchingIdentities = (db: Db, org: string, identities: readonly SourceIdentity[]) =>
  db.rows<SourceIdentity & { account_id: string }>(sql`
    select i.provider, i.external_id, i.account_id from account_identity i
    where i.org_id = ${org} and (i.provider, i.external_id) in (
      select provider, external_id from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb)
        as x (provider text, external_id text))`)

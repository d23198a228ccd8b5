import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { SourceIdentity, StoredAccount } from './queries-match.ts'

/* Accounts are written whole: what is merged is decided before, while no other transaction writes them. */

type NewAccount = StoredAccount & { origin: 'manual' | 'contact' }

export const insertAccounts = (db: Db, org: string, accounts: readonly NewAccount[]) =>
  db.run(sql`
    insert into account (org_id, id, name, domains, mail_domains, plan, revenue_amount, revenue_currency,
      revenue_period, size, attributes, origin)
    select ${org}, id, name, domains, mail_domains, plan, revenue_amount, revenue_currency, revenue_period, size,
      attributes, origin
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as x (id uuid, name text, domains text[],
      mail_domains text[], plan text, revenue_amount double precision, revenue_currency text, revenue_period text,
      size integer, attributes jsonb, origin text)`)

export const updateAccounts = (db: Db, org: string, accounts: readonly StoredAccount[]) =>
  db.run(sql`
    update account a set name = x.name, domains = x.domains, mail_domains = x.mail_domains, plan = x.plan,
      revenue_amount = x.revenue_amount, revenue_currency = x.revenue_currency, revenue_period = x.revenue_period,
      size = x.size, attributes = x.attributes, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as x (id uuid, name text, domains text[],
      mail_domains text[], plan text, revenue_amount double precision, revenue_currency text, revenue_period text,
      size integer, attributes jsonb)
    where a.org_id = ${org} and a.id = x.id`)

export const insertDomains = (db: Db, org: string, domains: readonly { domain: string; account_id: string }[]) =>
  db.run(sql`
    insert into account_domain (org_id, domain, account_id)
    select ${org}, domain, account_id from jsonb_to_recordset(${JSON.stringify(domains)}::jsonb)
      as x (domain text, account_id uuid)`)

export const insertAccountIdentities = (
  db: Db,
  org: string,
  identities: readonly (SourceIdentity & { account_id: string })[],
) =>
  db.run(sql`
    insert into account_identity (org_id, provider, external_id, account_id)
    select ${org}, provider, external_id, account_id from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb)
      as x (provider text, external_id text, account_id uuid)`)

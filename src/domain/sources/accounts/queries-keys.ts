import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { SourceIdentity } from './queries-match.ts'

/* Domains and ids of accounts in other systems: each belongs to one account. */

/** Those of the domains that other accounts have. */
export const listTakenDomains = async (db: Db, org: string, domains: readonly string[], account: string) =>
  (
    await db.rows<{ domain: string }>(sql`
      select domain from account_domain
      where org_id = ${org} and domain = any(${domains}::text[]) and account_id <> ${account} order by domain`)
  ).map(({ domain }) => domain)

/** As the accounts list them. */
export async function syncDomains(db: Db, org: string, accounts: readonly string[]) {
  await db.run(sql`
    delete from account_domain d using account a
    where d.org_id = ${org} and d.account_id = any(${accounts}::uuid[]) and a.org_id = ${org}
      and a.id = d.account_id and d.domain <> all(a.domains || a.mail_domains)`)
  await db.run(sql`
    insert into account_domain (org_id, domain, account_id)
    select distinct ${org}, domain, a.id from account a cross join lateral unnest(a.domains || a.mail_domains) domain
    where a.org_id = ${org} and a.id = any(${accounts}::uuid[]) on conflict do nothing`)
}

/** Adds ids that no account has yet. */
export const addIdentities = (db: Db, org: string, account: string, identities: readonly SourceIdentity[]) =>
  db.rows<SourceIdentity>(sql`
    insert into account_identity (org_id, provider, external_id, account_id)
    select distinct ${org}, provider, external_id, ${account}::uuid
    from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) as x (provider text, external_id text)
    on conflict do nothing returning provider, external_id`)

export const listIdentities = (db: Db, org: string, account: string) =>
  db.rows<SourceIdentity>(sql`
    select provider, external_id from account_identity where org_id = ${org} and account_id = ${account}
    order by provider, external_id`)

/** Removes those that are not among the given ones. */
export const deleteOtherIdentities = (db: Db, org: string, account: string, kept: readonly SourceIdentity[]) =>
  db.rows<SourceIdentity>(sql`
    delete from account_identity where org_id = ${org} and account_id = ${account}
      and (provider, external_id) not in (
        select provider, external_id from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
          as x (provider text, external_id text))
    returning provider, external_id`)

export async function deleteKeys(db: Db, org: string, account: string) {
  await db.run(sql`delete from account_domain where org_id = ${org} and account_id = ${account}`)
  await db.run(sql`delete from account_identity where org_id = ${org} and account_id = ${account}`)
}

import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { type AccountValues, mergedColumns } from './merge-columns.ts'
import type { MovedKeys } from './table.ts'

/* What a merge of accounts moves, and what it needs to be undone. */

export type StoredMerge = {
  source_id: string
  target_id: string
  contact_ids: string[]
  before: Partial<AccountValues>
  after: Partial<AccountValues>
  keys: MovedKeys
}

/** The columns that a merge fills. */
export const findValues = async (db: Db, org: string, id: string): Promise<AccountValues> => {
  const row = (await db.first<{ value: Record<string, unknown> }>(
    sql`select to_jsonb(a) as value from account a where a.org_id = ${org} and a.id = ${id}`,
  ))!
  return Object.fromEntries(mergedColumns.map((name) => [name, row.value[name]])) as AccountValues
}

export const updateValues = (db: Db, org: string, id: string, values: Partial<AccountValues>) =>
  db.run(sql`
    update account a set name = r.name, domains = r.domains, mail_domains = r.mail_domains, plan = r.plan,
      status = r.status, revenue_amount = r.revenue_amount, revenue_currency = r.revenue_currency,
      revenue_period = r.revenue_period, size = r.size, owner_id = r.owner_id, tags = r.tags,
      attributes = r.attributes, custom_fields = r.custom_fields, updated_at = now()
    from account o cross join lateral jsonb_populate_record(o, ${JSON.stringify(values)}::jsonb) r
    where a.org_id = ${org} and a.id = ${id} and o.org_id = ${org} and o.id = a.id`)

export async function moveKeys(db: Db, org: string, { from, to }: { from: string; to: string }): Promise<MovedKeys> {
  const domains = await db.rows<{ domain: string }>(sql`
    update account_domain set account_id = ${to} where org_id = ${org} and account_id = ${from} returning domain`)
  const identities = await db.rows<MovedKeys['identities'][number]>(sql`
    update account_identity set account_id = ${to} where org_id = ${org} and account_id = ${from}
    returning provider, external_id`)
  return { domains: domains.map(({ domain }) => domain), identities }
}

/** Gives keys back that the other account still has. */
export async function returnKeys(db: Db, org: string, keys: MovedKeys, { from, to }: { from: string; to: string }) {
  await db.run(sql`
    update account_domain set account_id = ${to}
    where org_id = ${org} and account_id = ${from} and domain = any(${keys.domains}::text[])`)
  await db.run(sql`
    update account_identity set account_id = ${to} where org_id = ${org} and account_id = ${from}
      and (provider, external_id) in (
        select provider, external_id from jsonb_to_recordset(${JSON.stringify(keys.identities)}::jsonb)
          as x (provider text, external_id text))`)
}

export const insertMerge = (db: Db, org: string, merge: StoredMerge) =>
  db.run(sql`
    insert into account_merge (org_id, source_id, target_id, contact_ids, before, after, keys)
    values (${org}, ${merge.source_id}, ${merge.target_id}, ${merge.contact_ids}::uuid[],
      ${JSON.stringify(merge.before)}, ${JSON.stringify(merge.after)}, ${JSON.stringify(merge.keys)})`)

export const findMerge = (db: Db, org: string, source: string) =>
  db.first<StoredMerge>(sql`
    select source_id, target_id, contact_ids, before, after, keys from account_merge
    where org_id = ${org} and source_id = ${source}`)

/** Accounts that were merged into it earlier are redirected too, so that a redirect always names the final account. */
export const markAccountMerged = (db: Db, org: string, source: string, into: string) =>
  db.run(sql`
    update account set merged_into_id = ${into}, deleted_at = coalesce(deleted_at, (select now())), updated_at = now()
    where org_id = ${org} and (id = ${source} or merged_into_id = ${source})`)

/** The account is there again, and those that were merged into it before lead to it. */
export async function markAccountUnmerged(db: Db, org: string, source: string) {
  await db.run(sql`
    with recursive below as (
      select m.source_id from account_merge m where m.org_id = ${org} and m.target_id = ${source}
      union
      select m.source_id from account_merge m join below on m.target_id = below.source_id where m.org_id = ${org})
    update account set merged_into_id = ${source}, updated_at = now()
    where org_id = ${org} and id in (select source_id from below)`)
  await db.run(sql`
    update account set merged_into_id = null, deleted_at = null, updated_at = now()
    where org_id = ${org} and id = ${source}`)
  await db.run(sql`delete from account_merge where org_id = ${org} and source_id = ${source}`)
}

import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/* The company of a contact is that of its account, in the shape that contacts have. */

const domainOf = (text: string) => `substring(lower(${text}) from '^(?:https?://)?(?:www\\.)?([^/?#:\\s]+)')`

/** A contact shows the domain that it was given, where that is one of its account's. */
const companyOfAccount = raw(`nullif(jsonb_strip_nulls(jsonb_build_object(
  'name', a.name,
  'domain', coalesce(
    case when ${domainOf("c.company->>'domain'")} = any(a.domains) then c.company->>'domain' end, a.domains[1]),
  'plan', a.plan,
  'mrr', case when a.revenue_period = 'month' then to_jsonb(a.revenue_amount)
    else to_jsonb(round(a.revenue_amount::numeric / 12, 2)) end,
  'size', a.size,
  'attributes', nullif(a.attributes, '{}'))), '{}')`)

/** The account and the company as one text, to see whether they changed. */
export const affiliation = raw("concat(c.account_id, ' ', c.company) as affiliation")

const contactsOfAccounts = (org: string, accounts: readonly string[]) =>
  sql`select id from contact where org_id = ${org} and account_id = any(${accounts}::uuid[]) order by id`

export const listContactsOfAccounts = async (db: Db, org: string, accounts: readonly string[]): Promise<string[]> =>
  (await db.rows<{ id: string }>(contactsOfAccounts(org, accounts))).map(({ id }) => id)

/** In the order of their ids, so that two changes of the same contacts wait instead of deadlocking. */
export const lockContactsOfAccounts = async (db: Db, org: string, accounts: readonly string[]): Promise<string[]> =>
  (await db.rows<{ id: string }>(sql`${contactsOfAccounts(org, accounts)} for no key update`)).map(({ id }) => id)

/** The account that a contact joins; null where it leaves its own. */
type Join = { id: string; account_id: string | null }

/**
 * Puts those of the contacts that join an account into it, and sets the companies of all to those of their accounts.
 * Returns the contacts that changed.
 */
export const updateCompanies = async (
  db: Db,
  org: string,
  ids: readonly string[],
  joins: readonly Join[] = [],
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      update contact c set account_id = case when n.joins then n.account_id else c.account_id end,
        company = n.company, updated_at = now()
      from (
        select c.id, c.joins, c.account_id,
          case when a.id is null or c.erased_at is not null then c.company
            else (select ${companyOfAccount}) end as company
        from (
          select c.id, c.company, c.erased_at, x.id is not null as joins,
            case when x.id is null then c.account_id else x.account_id end as account_id
          from contact c
          left join jsonb_to_recordset(${JSON.stringify(joins)}::jsonb) as x (id uuid, account_id uuid) on x.id = c.id
          where c.org_id = ${org} and c.id = any(${ids}::uuid[])) c
        left join account a on a.org_id = ${org} and a.id = c.account_id) n
      where c.org_id = ${org} and c.id = n.id
        and (c.account_id, c.company) is distinct from (n.account_id, n.company)
      returning c.id`)
  ).map(({ id }) => id)

/** Contacts of deleted accounts, or that leave theirs, have no company. */
export const clearCompanies = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update contact set account_id = null, company = null, updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Moves those of the contacts that belong to the first account. */
export const moveToAccount = (
  db: Db,
  org: string,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
) =>
  db.run(sql`
    update contact set account_id = ${to}, updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and account_id = ${from}`)

/** Returns the accounts that the contacts had. */
export const takeOutOfAccounts = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ account_id: string }>(sql`
      with before as (
        select id, account_id from contact
        where org_id = ${org} and id = any(${ids}::uuid[]) and account_id is not null)
      update contact c set account_id = null from before b where c.org_id = ${org} and c.id = b.id
      returning b.account_id`)
  ).map(({ account_id }) => account_id)

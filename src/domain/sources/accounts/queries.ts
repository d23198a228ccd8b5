import { patchWrites, type PatchMode } from '#store/table/patch-writes.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { type SelectedOf, selectList } from '#store/table/define.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'
import type { SourceIdentity } from './queries-match.ts'
import { accountTable } from './table.ts'

type Internal = 'revenue_amount' | 'revenue_currency' | 'revenue_period' | 'revenue_yearly' | 'deleted_at'
const internal = ['revenue_amount', 'revenue_currency', 'revenue_period', 'revenue_yearly', 'deleted_at'] as const

export type AccountRow = SelectedOf<typeof accountTable, Internal> & {
  identities: SourceIdentity[]
  owner: { user_id: string; name: string } | null
  contact_count: number
  feedback_count: number
  insight_count: number
}

const columns = selectList(accountTable, 'a', internal)

/** Rows of `account` with what other tables know of each. */
export const selectAccounts = (org: string, page: Sql): Sql => sql`
  select ${columns},
    (select json_build_object('user_id', u.id, 'name', u.name) from app_user u where u.id = a.owner_id) as owner,
    (select coalesce(json_agg(json_build_object('provider', i.provider, 'external_id', i.external_id)
        order by i.provider, i.external_id), '[]')
      from account_identity i where i.org_id = ${org} and i.account_id = a.id) as identities,
    (select count(*) from contact c
      where c.org_id = ${org} and c.account_id = a.id and c.deleted_at is null) as contact_count,
    (select count(*) from contact c
      join feedback f on f.org_id = c.org_id and f.org_id = ${org} and f.contact_id = c.id and f.deleted_at is null
      where c.org_id = ${org} and c.account_id = a.id and c.deleted_at is null) as feedback_count,
    (select count(*) from contact c
      join insight i on i.org_id = c.org_id and i.org_id = ${org} and i.contact_id = c.id and i.live
      where c.org_id = ${org} and c.account_id = a.id and c.deleted_at is null) as insight_count
  from (${page}) a`

type TopTheme = { id: string; name: string; color: string; insight_count: number }
export type AccountFacts = {
  positive: number
  negative: number
  neutral: number
  nps_responses: number
  nps_promoters: number
  nps_detractors: number
  top_themes: TopTheme[]
  merged_account_ids: string[]
}

const maxTopThemes = 5
const bySentiment = raw(sentimentCounts('i.sentiment'))

/** What the page of an account shows beside the account. */
const factsOf = (org: string, id: string): Sql => sql`
  with own as materialized (
    select c.id, c.nps_score from contact c
    where c.org_id = ${org} and c.account_id = ${id} and c.deleted_at is null),
  said as materialized (
    select i.sentiment, i.theme_ids from own
    join insight i on i.org_id = ${org} and i.contact_id = own.id and i.live)
  select s.*, n.*,
    (select coalesce(json_agg(t), '[]') from (
      select t.id, t.name, t.color, count(*) as insight_count
      from said cross join lateral unnest(said.theme_ids) as x (theme_id)
      join theme t on t.org_id = ${org} and t.id = x.theme_id and t.archived_at is null
      group by t.id, t.name, t.color order by count(*) desc, t.id limit ${maxTopThemes}) t) as top_themes,
    (select coalesce(array_agg(m.source_id order by m.merged_at, m.source_id), '{}') from account_merge m
      where m.org_id = ${org} and m.target_id = ${id}) as merged_account_ids
  from (select ${bySentiment} from said i) s
  cross join (select count(nps_score) as nps_responses, count(*) filter (where nps_score >= 9) as nps_promoters,
    count(*) filter (where nps_score <= 6) as nps_detractors from own) n`

export const findAccount = (db: Db, org: string, id: string) =>
  db.first<AccountRow & AccountFacts>(sql`
    select * from (${selectAccounts(org, sql`select * from account where org_id = ${org} and id = ${id}`)}) account
    cross join (${factsOf(org, id)}) facts`)

export type AccountStatus = { id: string; deleted: boolean; merged_into_id: string | null }

/** In the order of their ids, so that two changes of the same accounts wait instead of deadlocking. */
export const lockAccounts = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<AccountStatus>(sql`
    select id, deleted_at is not null as deleted, merged_into_id from account
    where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)

const writes = patchWrites(accountTable)

/** Without identities and with the parts of the revenue; absent columns stay. */
export type AccountPatch = Record<string, unknown>

export const insertAccount = (db: Db, org: string, id: string, patch: AccountPatch) =>
  db.run(sql`
    insert into account (org_id, id, ${writes.names})
    select ${org}, ${id}, ${writes.inserted} from (select ${JSON.stringify(patch)}::jsonb as p) y`)

export const updateAccount = async (
  db: Db,
  org: string,
  id: string,
  { patch, mode }: { patch: AccountPatch; mode: PatchMode },
): Promise<boolean> =>
  (await db.first(sql`
    with next as (
      select c.id, ${writes.next[mode]} from account c
      cross join (select ${JSON.stringify(patch)}::jsonb as p) y
      where c.org_id = ${org} and c.id = ${id})
    update account c set ${writes.assigned}, updated_at = now()
    from next n where c.org_id = ${org} and c.id = n.id and ${writes.changed}
    returning c.id`)) !== undefined

export const markAccountDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`update account set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)

/** Of the accounts those that came with a contact, that nobody has written to, and that have no contact. */
export const deleteEmptyAccounts = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    delete from account a where a.org_id = ${org} and a.id = any(${ids}::uuid[]) and a.origin = 'contact'
      and not exists (
        select 1 from contact c where c.org_id = ${org} and c.account_id = a.id and c.deleted_at is null)
      and not exists (select 1 from account m where m.org_id = ${org} and m.merged_into_id = a.id)`)

import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { reachKinds } from './queries.ts'

/** What changes the counts of an organization; each has an index of its changes, or few rows. */
const changing = ['insight', 'contact', 'account', 'exchange_rates', ...reachKinds]

/** Longer than any transaction: one that began before the last count may commit after it. */
const changedSince = (table: string) => `exists (
  select 1 from ${table} x where x.org_id = o.org_id and x.updated_at >= s.counted_at - interval '3 minutes')`

/** Organizations, across all, with accounts and with changes that are not counted. */
export const listOrgsToCountReach = async (db: Db): Promise<string[]> => {
  const rows = await db.rows<{ org_id: string }>(sql`
    select o.org_id from (select distinct org_id from category) o
    left join account_reach_state s on s.org_id = o.org_id
    where s.counted_at is null and exists (select 1 from account a where a.org_id = o.org_id)
      or ${raw(changing.map(changedSince).join(' or '))}
    order by o.org_id`)
  return rows.map(({ org_id }) => org_id)
}

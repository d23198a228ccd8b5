import type { Db, Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Rows committed late are at most this old. */
const overlap = '1 minute'

/** Organizations, across all, whose responses changed since the last check, or whose last check is a day old. */
export async function listOrgsToCheck(store: Store, limit: number): Promise<string[]> {
  const unchecked = await listUncheckedOrgs(store, limit)
  const due = await store.rows<{ org_id: string }>(sql`
    select p.org_id from nps_score_published p
    where exists (
        select 1 from nps_response r
        where r.org_id = p.org_id and r.updated_at >= p.checked_at - ${overlap}::interval)
      or (p.checked_at < now() - interval '1 day' and p.responses > 0)
    order by p.checked_at limit ${limit - unchecked.length}`)
  return [...unchecked, ...due].map((row) => row.org_id)
}

/** In two statements: one that looks for responses of each organization cannot be distributed. */
async function listUncheckedOrgs(store: Store, limit: number) {
  const orgs = await store.rows<{ id: string }>(
    sql`select o.id from organization o where o.id not in (select p.org_id from nps_score_published p)`,
  )
  if (orgs.length === 0) return []
  return store.rows<{ org_id: string }>(sql`
    select distinct org_id from nps_response where org_id = any(${orgs.map(({ id }) => id)}::text[]) limit ${limit}`)
}

type PublishedScore = { score: number | null; responses: number }

/** Locked, so that concurrent checks publish a change once. */
export async function lockPublishedScore(db: Db, org: string): Promise<PublishedScore> {
  await db.run(
    sql`insert into nps_score_published (org_id, score, responses) values (${org}, null, 0) on conflict do nothing`,
  )
  return (await db.first<PublishedScore>(
    sql`select score, responses from nps_score_published where org_id = ${org} for update`,
  ))!
}

export const updatePublishedScore = (db: Db, org: string, { score, responses }: PublishedScore) =>
  db.run(sql`
    update nps_score_published set score = ${score}, responses = ${responses}, checked_at = now()
    where org_id = ${org}`)

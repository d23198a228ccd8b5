import type { Db, Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Rows committed late are at most this old. */
const overlap = '1 minute'

/** Organizations, across all, whose responses changed since the last check, or whose last check is a day old. */
export const listOrgsToCheck = async (store: Store, limit: number): Promise<string[]> =>
  (
    await store.rows<{ org_id: string }>(sql`
      select o.id as org_id from organization o left join nps_score_published p on p.org_id = o.id
      where exists (
          select 1 from nps_response r
          where r.org_id = o.id and r.updated_at >= coalesce(p.checked_at - ${overlap}::interval, '-infinity'))
        or (p.checked_at < now() - interval '1 day' and p.responses > 0)
      order by p.checked_at nulls first limit ${limit}`)
  ).map((row) => row.org_id)

export type PublishedScore = { score: number | null; responses: number }

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

import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Sets the latest score of contacts and returns those for which it changed. */
export const updateLatestScores = async (db: Db, org: string, contactIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      update contact c set nps_score = l.score, nps_at = l.responded_at, updated_at = now()
      from unnest(${contactIds}::uuid[]) as x (id)
      left join lateral (
        select r.score, r.responded_at from nps_response r
        where r.org_id = ${org} and r.contact_id = x.id and r.deleted_at is null
        order by r.responded_at desc, r.id desc limit 1) l on true
      where c.org_id = ${org} and c.id = x.id and (c.nps_score, c.nps_at) is distinct from (l.score, l.responded_at)
      returning c.id`)
  ).map((row) => row.id)

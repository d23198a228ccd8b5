import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export const findDigestChoice = async (db: Db, org: string, user: string) =>
  (
    await db.first<{ weekly_digest: boolean }>(
      sql`select weekly_digest from membership where org_id = ${org} and user_id = ${user}`,
    )
  )?.weekly_digest ?? false

/** Organizations, across all, with a channel, or with mail a member, that has not got the digest of the week. */
export const listOrgsWithDueDigests = async (db: Db, week: string, mail: boolean) =>
  (
    await db.rows<{ org_id: string }>(sql`
      select org_id from membership
      where ${mail} and weekly_digest and status = 'active' and (digest_week is null or digest_week < ${week}::date)
      union
      select org_id from notification_channel
      where weekly_digest and (digest_week is null or digest_week < ${week}::date)
      order by 1`)
  ).map((row) => row.org_id)

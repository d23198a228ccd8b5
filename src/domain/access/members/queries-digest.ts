import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Which members get the weekly digest, and which have got it. */

/** Switched on, it begins with the week after `week`. */
export const updateDigestChoice = (db: Db, org: string, user: string, choice: { on: boolean; week: string }) =>
  db.run(sql`
    update membership set weekly_digest = ${choice.on}, updated_at = now(),
      digest_week = case when ${choice.on} and not weekly_digest then greatest(digest_week, ${choice.week}::date)
        else digest_week end
    where org_id = ${org} and user_id = ${user}`)

export type Recipient = { user_id: string; email: string }

/** Marks everyone in the organization who has not got the week's digest; the caller writes their mail. */
export const claimRecipients = (db: Db, org: string, week: string) =>
  db.rows<Recipient>(sql`
    update membership m set digest_week = ${week}::date from app_user u
    where m.org_id = ${org} and u.id = m.user_id and m.weekly_digest and m.status = 'active'
      and (m.digest_week is null or m.digest_week < ${week}::date)
    returning m.user_id, u.email`)

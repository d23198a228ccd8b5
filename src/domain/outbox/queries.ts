import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type ClaimedMail = { org_id: string; id: string; message: Buffer; attempts: number }

export async function insertMail(db: Db, org: string, seal: (id: string) => Buffer) {
  const id = newId()
  await db.run(sql`insert into mail_outbox (org_id, id, message) values (${org}, ${id}, ${seal(id)})`)
}

/** Due mail of all organizations, for one worker until the lease ends; it is claimed one organization at a time. */
export async function claimDueMail(db: Db, max: number, leaseSeconds: number): Promise<ClaimedMail[]> {
  const due = await db.rows<{ org_id: string; id: string }>(sql`
    select org_id, id from mail_outbox where next_attempt_at <= now() order by next_attempt_at limit ${max}`)
  const claimed: ClaimedMail[] = []
  for (const org of new Set(due.map((mail) => mail.org_id))) {
    const ids = due.filter((mail) => mail.org_id === org).map((mail) => mail.id)
    claimed.push(...(await claimMail(db, org, ids, leaseSeconds)))
  }
  return claimed
}

/** Those that no other worker has claimed since they were listed. */
const claimMail = (db: Db, org: string, ids: readonly string[], leaseSeconds: number) =>
  db.rows<ClaimedMail>(sql`
    update mail_outbox set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where org_id = ${org} and id = any(array(
      select id from mail_outbox
      where org_id = ${org} and id = any(${ids}::uuid[]) and next_attempt_at <= now() for update skip locked))
    returning org_id, id, message, attempts`)

export const deleteClaimedMail = (db: Db, { org_id, id }: ClaimedMail) =>
  db.run(sql`delete from mail_outbox where org_id = ${org_id} and id = ${id}`)

export const rescheduleMail = (db: Db, { org_id, id, attempts }: ClaimedMail, error: string, delaySeconds: number) =>
  db.run(sql`
    update mail_outbox set error = ${error}, next_attempt_at = now() + make_interval(secs => ${delaySeconds})
    where org_id = ${org_id} and id = ${id} and attempts = ${attempts}`)

export const listAdminEmails = async (db: Db, org: string) =>
  (
    await db.rows<{ email: string }>(sql`
      select u.email from membership m join app_user u on u.id = m.user_id
      where m.org_id = ${org} and m.role = 'admin' and m.status = 'active' order by u.email`)
  ).map((row) => row.email)

/** Undefined for a former member, who gets no more mail. */
export const findMemberEmail = async (db: Db, org: string, user: string) =>
  (
    await db.first<{ email: string }>(sql`
      select u.email from membership m join app_user u on u.id = m.user_id
      where m.org_id = ${org} and m.user_id = ${user} and m.status = 'active'`)
  )?.email

import type { Mail } from '#mail/mailer.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { Vault } from '#store/vault.ts'

/* Letters are written in the transaction of what they tell of, and sent by a worker afterwards. */

/** Writes letters, where a mail server is configured. */
export type Letters = (db: Db, org: string, mail: Mail) => Promise<void>

const placeOf = (org: string, id: string) => `mail/${org}/${id}`

export const lettersSealedBy =
  (vault: Vault): Letters =>
  async (db, org, mail) => {
    const id = newId()
    await db.run(
      sql`insert into mail_outbox (org_id, id, message) values (${org}, ${id}, ${vault.seal(JSON.stringify(mail), placeOf(org, id))})`,
    )
  }

export type Claimed = { org_id: string; id: string; message: Buffer; attempts: number }

export const opened = (vault: Vault, { org_id, id, message }: Claimed) =>
  JSON.parse(vault.open(message, placeOf(org_id, id))) as Mail

/** Of all organizations: what is due, for one worker alone until the lease ends. */
export const claimDue = (db: Db, max: number, leaseSeconds: number) =>
  db.rows<Claimed>(sql`
    update mail_outbox set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where (org_id, id) in (select org_id, id from mail_outbox where next_attempt_at <= now() order by next_attempt_at limit ${max} for update skip locked)
    returning org_id, id, message, attempts`)

export const remove = (db: Db, { org_id, id }: Claimed) =>
  db.run(sql`delete from mail_outbox where org_id = ${org_id} and id = ${id}`)

export const tryLater = (db: Db, { org_id, id, attempts }: Claimed, error: string, pauseSeconds: number) =>
  db.run(sql`
    update mail_outbox set error = ${error}, next_attempt_at = now() + make_interval(secs => ${pauseSeconds}) where org_id = ${org_id} and id = ${id} and attempts = ${attempts}`)

/** Those who look after the organization. */
export const adminAddresses = async (db: Db, org: string) =>
  (
    await db.rows<{ email: string }>(sql`
    select u.email from membership m join app_user u on u.id = m.user_id where m.org_id = ${org} and m.role = 'admin' and m.status = 'active' order by u.email`)
  ).map((row) => row.email)

/** Somebody who has left gets no more letters. */
export const memberAddress = async (db: Db, org: string, user: string) =>
  (
    await db.first<{ email: string }>(sql`
    select u.email from membership m join app_user u on u.id = m.user_id where m.org_id = ${org} and m.user_id = ${user} and m.status = 'active'`)
  )?.email

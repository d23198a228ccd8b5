import { createHash, randomBytes } from 'node:crypto'
import { resetLetter } from '#domain/account/mail/letters.ts'
import type { Letters } from '#domain/account/mail/outbox.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { findPerson } from './people.ts'

/* Links that set a new password: one use, one hour. What is stored opens nothing: it is the hash of what stands in the link. */

export const resetMinutes = 60

export const resetLink = (publicUrl: string, token: string) =>
  `${publicUrl.replace(/\/+$/, '')}/reset-password/${token}`

/** As the sign-in library names and hides it. */
const identifierOf = (token: string) => createHash('sha256').update(`reset-password:${token}`).digest('base64url')

/** A link for somebody who asked an admin; undefined when there is nobody with this email. */
export async function createReset(db: Db, email: string): Promise<{ user: string; token: string } | undefined> {
  const person = await findPerson(db, email)
  if (!person) return undefined
  const token = randomBytes(24).toString('base64url')
  await db.run(sql`
    insert into user_verification (id, identifier, value, expires_at)
    values (${newId()}, ${identifierOf(token)}, ${person.id}, now() + make_interval(mins => ${resetMinutes}))`)
  return { user: person.id, token }
}

/** Whose password a link sets, while it holds. */
export const resetOwner = async (db: Db, token: string) =>
  (
    await db.first<{ user: string }>(
      sql`select value as "user" from user_verification where identifier = ${identifierOf(token)} and expires_at > now()`,
    )
  )?.user

/** Whoever has set a new password needs none of the other links. */
export const dropResets = (db: Db, user: string) => db.run(sql`delete from user_verification where value = ${user}`)

/** To somebody who signs in with a password and belongs somewhere; whoever has none signs in elsewhere and shall go on doing so. */
export async function mailReset(db: Db, letters: Letters, { id, email }: { id: string; email: string }, url: string) {
  if (!(await findPerson(db, email))?.password) return
  const home = await db.first<{ org_id: string }>(
    sql`select org_id from membership where user_id = ${id} and status = 'active' order by created_at, id limit 1`,
  )
  if (home) await letters(db, home.org_id, resetLetter(email, { url, minutes: resetMinutes }))
}

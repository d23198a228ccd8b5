import { newId, newUserId } from '#store/ids.ts'
import { acquireLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { hashPassword } from './password.ts'

export type NewPerson = { email: string; name: string; password?: string }
export type Person = { id: string; email: string; name: string; password: string | null }

export const normalEmail = (email: string) => email.trim().toLowerCase()

/** Whoever is about to look somebody up in order to create them queues here, so an email never gets two people. */
export const claimEmail = (db: Db, email: string) => acquireLock(db, `email/${normalEmail(email)}`)

export const findPerson = (db: Db, email: string): Promise<Person | undefined> =>
  db.first<Person>(sql`
    select u.id, u.email, u.name, a.password
    from app_user u left join user_account a on a.user_id = u.id and a.provider_id = 'credential'
    where u.email = ${normalEmail(email)}`)

/** A person who can sign in, unless no password is given: then they exist, and that is all. */
export async function createUser(db: Db, { email, name, password }: NewPerson): Promise<{ id: string }> {
  const id = newUserId()
  const hashed = password === undefined ? undefined : await hashPassword(password)
  await db.run(sql`insert into app_user (id, email, name) values (${id}, ${normalEmail(email)}, ${name})`)
  if (hashed !== undefined) await addCredential(db, id, hashed)
  return { id }
}

const addCredential = (db: Db, user: string, hashed: string) =>
  db.run(sql`
    insert into user_account (id, account_id, provider_id, user_id, password)
    values (${newId()}, ${user}, 'credential', ${user}, ${hashed})`)

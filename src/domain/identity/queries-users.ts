import { newId, newUserId } from '#store/ids.ts'
import { acquireLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { hashPassword } from './password.ts'

export type NewUser = { email: string; name: string; password?: string }
type UserCredential = { id: string; email: string; name: string; password: string | null }

export const normalizeEmail = (email: string) => email.trim().toLowerCase()

/** Taken before find-or-create, so that one email never gets two users. */
export const lockEmail = (db: Db, email: string) => acquireLock(db, `email/${normalizeEmail(email)}`)

export const findUser = (db: Db, user: string) =>
  db.first<{ id: string; name: string; email: string }>(sql`select id, name, email from app_user where id = ${user}`)

type SignedInUser = { id: string; name: string; email: string; has_second_factor: boolean; single_sign_on: boolean }

/** With what the session of the web app says about the sign-in. */
export const findSignedInUser = (db: Db, user: string, session: string | undefined) =>
  db.first<SignedInUser>(sql`
    select u.id, u.name, u.email, f.confirmed_at is not null as has_second_factor,
      coalesce(s.single_sign_on, false) as single_sign_on
    from app_user u left join user_second_factor f on f.user_id = u.id
    left join user_session s on s.user_id = u.id and s.id = ${session ?? null}
    where u.id = ${user}`)

export const findUserByEmail = (db: Db, email: string): Promise<UserCredential | undefined> =>
  db.first<UserCredential>(sql`
    select u.id, u.email, u.name, a.password
    from app_user u left join user_account a on a.user_id = u.id and a.provider_id = 'credential'
    where u.email = ${normalizeEmail(email)}`)

/** Without a password the user cannot sign in with one. */
export async function createUser(db: Db, { email, name, password }: NewUser): Promise<{ id: string }> {
  const id = newUserId()
  const hashed = password === undefined ? undefined : await hashPassword(password)
  await db.run(sql`insert into app_user (id, email, name) values (${id}, ${normalizeEmail(email)}, ${name})`)
  if (hashed !== undefined) await insertCredential(db, id, hashed)
  return { id }
}

export const insertCredential = (db: Db, user: string, hashed: string) =>
  db.run(sql`
    insert into user_account (id, account_id, provider_id, user_id, password)
    values (${newId()}, ${user}, 'credential', ${user}, ${hashed})`)

export const updateUserName = (db: Db, user: string, name: string) =>
  db.run(sql`update app_user set name = ${name}, updated_at = now() where id = ${user}`)

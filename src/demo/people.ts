import { randomInt } from 'node:crypto'
import { hashPassword } from '#domain/account/identity/password.ts'
import { createUser, findPerson } from '#domain/account/identity/people.ts'
import { endSessionsOf } from '#domain/account/identity/sessions.ts'
import type { Role } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* example.com belongs to nobody, so no real person can be one of these two. */
export const demoAdmin = { email: 'demo@example.com', name: 'Demo Admin' }
export const demoMember = { email: 'maria@example.com', name: 'Maria Okafor' }

const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four, without the letters and digits that look alike. */
export const newPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => readable[randomInt(readable.length)]).join('')).join(
    '-',
  )

/** Whoever it is has a seat afterwards, also when they were demoted, suspended or removed meanwhile. */
export async function seat(db: Db, org: string, person: { email: string; name: string }, role: Role): Promise<string> {
  const user = (await findPerson(db, person.email)) ?? (await createUser(db, person))
  await db.run(sql`
    insert into membership (org_id, id, user_id, role) values (${org}, ${newId()}, ${user.id}, ${role})
    on conflict (org_id, user_id) do update set role = excluded.role, status = 'active', updated_at = now()`)
  return user.id
}

/** Sessions opened with the old password end with it. */
export async function replacePassword(db: Db, user: string, password: string) {
  const hashed = await hashPassword(password)
  await db.run(sql`delete from user_account where user_id = ${user} and provider_id = 'credential'`)
  await db.run(sql`
    insert into user_account (id, account_id, provider_id, user_id, password)
    values (${newId()}, ${user}, 'credential', ${user}, ${hashed})`)
  await endSessionsOf(db, user)
}

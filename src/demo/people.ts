import { randomInt } from 'node:crypto'
import { hashPassword } from '#domain/identity/password.ts'
import { createUser, findUserByEmail } from '#domain/identity/queries-users.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { MemberRole } from '#vocabulary/roles.ts'

/* example.com is reserved, so these cannot be real people. */
export const demoAdmin = { email: 'demo@example.com', name: 'Demo Admin' }
export const demoMember = { email: 'maria@example.com', name: 'Maria Okafor' }
/** Beside the admin, who signs in. */
export const demoTeam: readonly { person: { email: string; name: string }; role: MemberRole }[] = [
  { person: demoMember, role: 'member' },
  { person: { email: 'tomas@example.com', name: 'Tomás Reyes' }, role: 'contributor' },
  { person: { email: 'ingrid@example.com', name: 'Ingrid Dahl' }, role: 'viewer' },
]

const unambiguousCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four characters, without those that look alike. */
export const newPassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => unambiguousCharacters[randomInt(unambiguousCharacters.length)]).join(''),
  ).join('-')

/** Creates or restores an active membership, also after a demotion, suspension or removal. */
export async function upsertMember(
  db: Db,
  org: string,
  person: { email: string; name: string },
  role: MemberRole,
): Promise<string> {
  const user = (await findUserByEmail(db, person.email)) ?? (await createUser(db, person))
  await db.run(sql`
    insert into membership (org_id, id, user_id, role) values (${org}, ${newId()}, ${user.id}, ${role})
    on conflict (org_id, user_id) do update set role = excluded.role, status = 'active',
      updated_at = excluded.updated_at`)
  return user.id
}

/** Sessions stay: a restart with the same data must not sign anybody out. */
export async function replacePassword(db: Db, user: string, password: string) {
  const hashed = await hashPassword(password)
  await db.run(sql`delete from user_account where user_id = ${user} and provider_id = 'credential'`)
  await db.run(sql`
    insert into user_account (id, account_id, provider_id, user_id, password)
    values (${newId()}, ${user}, 'credential', ${user}, ${hashed})`)
}

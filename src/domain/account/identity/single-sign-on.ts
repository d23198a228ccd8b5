import { randomBytes } from 'node:crypto'
import { signInProblems } from '#contract/resources/setup.ts'
import { joinOrganization } from '#domain/account/members/changes.ts'
import type { Role } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import type { Db, Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { claimEmail, createUser, findPerson } from './people.ts'

/** What an identity provider says of somebody who proved to it who they are. */
export type Claims = {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string
  role: Role
}
export type Joining = { domains: readonly string[] }

/** Known by what the provider calls them, which stays the same when a name or an address changes. */
const knownBy = (db: Db, { issuer, subject }: Claims) =>
  db.first<{ user_id: string }>(
    sql`select user_id from user_account where provider_id = ${`oidc ${issuer}`} and account_id = ${subject}`,
  )

const link = (db: Db, user: string, { issuer, subject }: Claims) =>
  db.run(
    sql`insert into user_account (id, account_id, provider_id, user_id) values (${newId()}, ${subject}, ${`oidc ${issuer}`}, ${user})`,
  )

const firstOrganization = (db: Db) =>
  db.first<{ id: string }>(sql`select id from organization where not is_demo order by created_at, id limit 1`)

/**
 * Whose account it is: the one that was linked before, else the one with the same address if the provider has verified it, else a new one,
 * which joins the organization when its address belongs to a domain that may.
 */
export const personBehind = (store: Store, claims: Claims, { domains }: Joining): Promise<string> =>
  store.transaction(async (db) => {
    await claimEmail(db, claims.email)
    const linked = await knownBy(db, claims)
    if (linked) return linked.user_id
    if (!claims.emailVerified) throwApiError('UNAUTHORIZED', signInProblems.unverified)
    const known = await findPerson(db, claims.email)
    const user = known?.id ?? (await newcomer(db, claims, domains))
    await link(db, user, claims)
    return user
  })

async function newcomer(db: Db, { email, name, role }: Claims, domains: readonly string[]): Promise<string> {
  const org = domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
    ? await firstOrganization(db)
    : undefined
  if (!org) return throwApiError('UNAUTHORIZED', signInProblems.no_account)
  const { id } = await createUser(db, { email, name })
  await joinOrganization(db, org.id, { userId: id, role })
  return id
}

export const sessionDays = 7

/** A session as a sign-in with a password makes it; the answer is its token. */
export async function openSession(
  db: Db,
  user: string,
  { ip, browser }: { ip: string; browser: string | null },
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db.run(sql`
    insert into user_session (id, token, user_id, ip_address, user_agent, expires_at)
    values (${newId()}, ${token}, ${user}, ${ip}, ${browser}, now() + make_interval(days => ${sessionDays}))`)
  return token
}

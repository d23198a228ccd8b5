import { findLinkedUser, insertAccountLink } from '#domain/identity/queries-accounts.ts'
import { randomBytes } from 'node:crypto'
import { signInProblems } from '#contract/resources/setup.ts'
import type { RequestClient } from '#domain/events/audit/queries-insert.ts'
import { recordForUser } from '#domain/events/audit/record.ts'
import { joinOrganization } from '#domain/access/members/changes.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Db, Store } from '#store/open.ts'
import { insertSession } from '#domain/identity/queries-sessions.ts'
import { createUser, findUserByEmail, lockEmail } from '#domain/identity/queries-users.ts'
import type { MemberRole } from '#vocabulary/roles.ts'
import { findFirstOrganization } from './queries.ts'

/** Verified claims of the identity provider, and the role they map to. */
export type Claims = {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string
  role: MemberRole
}
/** Email domains whose new users join the first organization. */
type AutoJoinPolicy = { domains: readonly string[] }

type SignOnPolicy = AutoJoinPolicy & { client: RequestClient }

/** The user linked before, else the one with the same verified email, else a new one if its domain may join. */
export const resolveSignOnUser = (store: Store, claims: Claims, { domains, client }: SignOnPolicy): Promise<string> =>
  store.transaction(async (db) => {
    await lockEmail(db, claims.email)
    const linked = await findLinkedUser(db, claims)
    if (linked) return linked.user_id
    if (!claims.emailVerified) throwApiError('UNAUTHORIZED', signInProblems.unverified)
    const existing = await findUserByEmail(db, claims.email)
    const user = existing?.id ?? (await createAutoJoinUser(db, claims, domains))
    await insertAccountLink(db, user, claims)
    const changes = { before: null, after: { issuer: claims.issuer, ...(!existing && { role: claims.role }) } }
    const operation = existing ? 'linkSingleSignOn' : 'joinBySingleSignOn'
    await recordForUser(db, user, { operation, means: 'single_sign_on', client, changes })
    return user
  })

async function createAutoJoinUser(db: Db, { email, name, role }: Claims, domains: readonly string[]): Promise<string> {
  const org = domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
    ? await findFirstOrganization(db)
    : undefined
  if (!org) return throwApiError('UNAUTHORIZED', signInProblems.no_account)
  const { id } = await createUser(db, { email, name })
  await joinOrganization(db, org.id, { userId: id, role })
  return id
}

export const sessionDays = 7

/** The same kind of session as better-auth creates; returns its token. */
export async function createSession(
  store: Store,
  user: string,
  client: RequestClient,
  means: 'password' | 'single_sign_on',
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await store.transaction(async (db) => {
    const { address: ip, userAgent } = client
    const session = await insertSession(db, {
      user,
      token,
      ip,
      userAgent,
      days: sessionDays,
      singleSignOn: means === 'single_sign_on',
    })
    await recordForUser(db, user, { operation: 'signIn', means, session, client })
  })
  return token
}

import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { clientOf } from '#api/pipeline/audit.ts'
import type { SignInMeans } from '#domain/events/audit/queries-insert.ts'
import { recordForUser } from '#domain/events/audit/record.ts'
import { findSession } from '#domain/identity/queries-sessions.ts'
import { findUserByEmail } from '#domain/identity/queries-users.ts'
import type { Auth } from './auth.ts'

type AccountEntry = Omit<Parameters<typeof recordForUser>[2], 'client'>

/** An entry about a user who is known, in each of their organizations. */
export const auditAccount = (auth: Auth, request: FastifyRequest, user: string, entry: AccountEntry) =>
  auth.store.transaction((db) => recordForUser(db, user, { ...entry, client: clientOf(request) }))

export async function auditSignIn(auth: Auth, request: FastifyRequest, response: Response) {
  const { token } = (await response.clone().json()) as { token: string }
  const session = await findSession(auth.store, token)
  if (session)
    await auditAccount(auth, request, session.user_id, {
      operation: 'signIn',
      means: 'password',
      session: session.session_id,
    })
}

/** Longer than writing the entries takes, so that the response time does not reveal whether the account exists. */
const minFailureMs = 100

type Failure = { operation: string; email: string; reason: string; means?: SignInMeans }

/**
 * A failed attempt on an account is in the log of its organizations. One on an unknown address is only in the log of
 * the server, without the address: it may be a password in the wrong field.
 */
export const auditFailure = (auth: Auth, request: FastifyRequest, failure: Failure) =>
  Promise.all([recordFailure(auth, request, failure), pause(minFailureMs)])

async function recordFailure(auth: Auth, request: FastifyRequest, { operation, email, reason, means }: Failure) {
  const user = await findUserByEmail(auth.store, email)
  if (!user) return logUnknown(auth, request, { operation, means })
  const actor = { type: 'anonymous', id: null } as const
  await auth.store.transaction((db) =>
    recordForUser(db, user.id, {
      operation,
      actor,
      failure: reason,
      client: clientOf(request),
      ...(means && { means }),
    }),
  )
}

/** For sign-ins of which no account is known. */
export const logUnknown = ({ log }: Auth, request: FastifyRequest, fields: object) =>
  log.warn({ request: request.id, address: request.ip, ...fields }, 'sign-in failed: there is no such account')

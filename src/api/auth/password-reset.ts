import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { limitAttemptsPerAddress, limitResetRequests } from '#domain/identity/sign-in-limits.ts'
import { findResetUser } from '#domain/identity/password-resets.ts'
import { deleteResetsOfUser } from '#domain/identity/queries-password-resets.ts'
import { deleteSessionsOfUser } from '#domain/identity/queries-sessions.ts'
import { throwApiError } from '#domain/errors.ts'
import { findUserByEmail } from '#domain/identity/queries-users.ts'
import { auditAccount, logUnknown } from './audit-sign-in.ts'
import { type Auth, forward } from './auth.ts'

/** Longer than queueing an email takes, so that the response time does not reveal whether the account exists. */
const minResponseMs = 300

/** Sends a reset link if the account exists; the response is the same if it does not. */
export async function requestPasswordReset(auth: Auth, request: FastifyRequest, email: string) {
  if (!auth.mail)
    throwApiError(
      'INVALID_STATE',
      'This server sends no email; ask its operator for a reset link (earshot admin reset-password).',
    )
  await limitAttemptsPerAddress(auth.store, request.network)
  await limitResetRequests(auth.store, email)
  const [response] = await Promise.all([
    forward(auth, request, '/request-password-reset', { email }),
    auditRequest(auth, request, email),
    pause(minResponseMs),
  ])
  return { response }
}

async function auditRequest(auth: Auth, request: FastifyRequest, email: string) {
  const operation = 'requestPasswordReset'
  const user = await findUserByEmail(auth.store, email)
  if (!user) return logUnknown(auth, request, { operation })
  await auditAccount(auth, request, user.id, { operation, actor: { type: 'anonymous', id: null } })
}

/** Sessions are deleted before and after the change, so that none outlives the old password. */
export async function resetPassword(
  auth: Auth,
  request: FastifyRequest,
  { token, newPassword }: { token: string; newPassword: string },
) {
  const { store } = auth
  const uncount = await limitAttemptsPerAddress(store, request.network)
  const user =
    (await findResetUser(store, token)) ??
    throwApiError('INVALID_STATE', 'This reset link was already used or has expired; request a new one.')
  await deleteSessionsOfUser(store, user)
  const response = await forward(auth, request, '/reset-password', { token, newPassword })
  if (!response.ok)
    throwApiError('INVALID_STATE', 'This reset link was already used or has expired; request a new one.')
  await deleteSessionsOfUser(store, user)
  await deleteResetsOfUser(store, user)
  await uncount()
  await auditAccount(auth, request, user, { operation: 'resetPassword', means: 'password_reset' })
  return { response }
}

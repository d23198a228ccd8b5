import type { FastifyRequest } from 'fastify'
import { countAddress, countReset } from '#domain/account/identity/attempts.ts'
import { dropResets, resetOwner } from '#domain/account/identity/resets.ts'
import { endSessionsOf } from '#domain/account/identity/sessions.ts'
import { throwApiError } from '#domain/errors.ts'
import type { People } from './auth-routes.ts'

type Forward = (people: People, request: FastifyRequest, path: string, body: object) => Promise<Response>

/** Longer than writing a letter takes, so that the time taken tells nothing. */
const minMs = 300
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends a link if somebody has this email; the answer is the same whether they do. */
export async function askForReset(people: People, request: FastifyRequest, email: string, forward: Forward) {
  if (!people.mail)
    throwApiError('INVALID_STATE', 'No mail is sent from here; an admin of the installation can make a link.')
  countAddress(request.ip)
  countReset(email)
  const [response] = await Promise.all([forward(people, request, '/request-password-reset', { email }), pause(minMs)])
  return { response }
}

/** Sessions end before the password changes, and once more after it: none outlives the password it came from. */
export async function resetPassword(
  people: People,
  request: FastifyRequest,
  { token, newPassword }: { token: string; newPassword: string },
  forward: Forward,
) {
  countAddress(request.ip)
  const { store } = people
  const user =
    (await resetOwner(store, token)) ??
    throwApiError('INVALID_STATE', 'This link was used already or is too old; ask for a new one.')
  await endSessionsOf(store, user)
  const response = await forward(people, request, '/reset-password', { token, newPassword })
  if (!response.ok) throwApiError('INVALID_STATE', 'This link was used already or is too old; ask for a new one.')
  await endSessionsOf(store, user)
  await dropResets(store, user)
  return { response }
}

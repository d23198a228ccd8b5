import type { FastifyRequest } from 'fastify'
import { clientOf } from '#api/pipeline/audit.ts'
import { throwApiError } from '#domain/errors.ts'
import { createSession } from '#domain/access/single-sign-on/sign-on.ts'
import { verifyPassword } from '#domain/identity/password.ts'
import {
  deleteSecondFactor,
  findSecondFactor,
  isSecondFactorRequired,
} from '#domain/identity/queries-second-factors.ts'
import { deleteSession, findSession, type SessionRow } from '#domain/identity/queries-sessions.ts'
import { findUserByEmail } from '#domain/identity/queries-users.ts'
import {
  acceptSecondFactor,
  beginSecondFactor,
  confirmedSetup,
  confirmSecondFactor,
  replaceRecoveryCodes,
} from '#domain/identity/second-factor.ts'
import { limitCodeAttempts, limitPasswordAttempts } from '#domain/identity/sign-in-limits.ts'
import { auditAccount, auditFailure } from './audit-sign-in.ts'
import type { Auth } from './auth.ts'

/* Signing in with a second factor, and setting it up. */

type Answer = { response: Response; cookies?: string[] }

const wrongCode = 'The code is wrong, was used before or has expired.'

/** After the right password: asks for the code, and takes back the session that better-auth has made. */
export async function askSecondFactor(
  auth: Auth,
  request: FastifyRequest,
  response: Response,
): Promise<Answer | undefined> {
  const { token } = (await response.clone().json()) as { token: string }
  const session = await findSession(auth.store, token)
  const setup = session && (await confirmedSetup(auth.store, session.user_id))
  if (!session || setup === undefined) return undefined
  if (auth.secondFactor.isTrusted(request.headers.cookie, session.user_id, setup)) return undefined
  await deleteSession(auth.store, token)
  const cookie = auth.secondFactor.ask({ user: session.user_id, email: session.email })
  return { response: Response.json({ second_factor: true }), cookies: [cookie] }
}

type CodeInput = { code: string; trust_browser?: boolean }

export async function signInWithCode(auth: Auth, request: FastifyRequest, input: CodeInput): Promise<Answer> {
  const { store, vault, secondFactor } = auth
  const { user, email } =
    secondFactor.asked(request.headers.cookie) ??
    throwApiError('INVALID_STATE', 'Enter your email and password again: the code was asked for too long ago.')
  const uncount = await limitCodeAttempts(store, request.network, user)
  const setup = await confirmedSetup(store, user)
  const accepted = await store.transaction((db) => acceptSecondFactor(db, vault, user, input.code))
  if (setup === undefined || accepted === undefined) {
    await auditFailure(auth, request, { operation: 'signIn', means: 'password', email, reason: 'wrong_code' })
    return throwApiError('UNAUTHORIZED', wrongCode)
  }
  await uncount()
  if (accepted === 'recovery_code') await auditAccount(auth, request, user, { operation: 'useRecoveryCode' })
  const previous = auth.tokenIn(request)
  if (previous !== undefined) await deleteSession(store, previous)
  const token = await createSession(store, user, clientOf(request), 'password')
  return {
    response: Response.json({ signed_in: true }),
    cookies: [
      auth.newSessionCookie(token),
      secondFactor.forget(),
      ...(auth.devices.isCurrent(request.headers.cookie, email) ? [] : [auth.devices.remember(email)]),
      ...(input.trust_browser ? [secondFactor.trust(user, setup)] : []),
    ],
  }
}

export async function readSecondFactor(auth: Auth, { user_id }: SessionRow): Promise<Answer> {
  const factor = await findSecondFactor(auth.store, user_id)
  const { confirmed_at = null, recovery_code_count = 0 } = factor?.confirmed_at ? factor : {}
  const enabled = confirmed_at !== null
  return { response: Response.json({ enabled, confirmed_at, recovery_code_count }) }
}

/** A password is needed where there is one: the session alone may be another person's. */
async function requirePassword(auth: Auth, request: FastifyRequest, { email }: SessionRow, password: string) {
  const stored = (await findUserByEmail(auth.store, email))?.password
  if (stored === null || stored === undefined) return
  const device = auth.devices.known(request.headers.cookie, email)
  const uncount = await limitPasswordAttempts(auth.store, { network: request.network, email, device })
  if (!(await verifyPassword(stored, password))) throwApiError('UNAUTHORIZED', 'The password is wrong.')
  await uncount()
}

type PasswordInput = { password?: string }

export async function beginSetUp(
  auth: Auth,
  request: FastifyRequest,
  session: SessionRow,
  { password = '' }: PasswordInput,
): Promise<Answer> {
  await requirePassword(auth, request, session, password)
  const person = { id: session.user_id, email: session.email }
  return { response: Response.json(await beginSecondFactor(auth.store, auth.vault, person)) }
}

export async function confirmSetUp(
  auth: Auth,
  request: FastifyRequest,
  { user_id, session_id }: SessionRow,
  { code }: CodeInput,
): Promise<Answer> {
  const uncount = await limitCodeAttempts(auth.store, request.network, user_id)
  const recovery_codes =
    (await auth.store.transaction((db) => confirmSecondFactor(db, auth.vault, user_id, code.replace(/\s/g, '')))) ??
    throwApiError('UNAUTHORIZED', wrongCode)
  await uncount()
  await auditAccount(auth, request, user_id, { operation: 'enableSecondFactor', session: session_id })
  return { response: Response.json({ recovery_codes }) }
}

export async function renewRecoveryCodes(
  auth: Auth,
  request: FastifyRequest,
  session: SessionRow,
  { password = '' }: PasswordInput,
): Promise<Answer> {
  const { user_id, session_id } = session
  await requirePassword(auth, request, session, password)
  if ((await confirmedSetup(auth.store, user_id)) === undefined)
    throwApiError('INVALID_STATE', 'No second factor is set up.')
  const recovery_codes = await replaceRecoveryCodes(auth.store, user_id)
  await auditAccount(auth, request, user_id, { operation: 'replaceRecoveryCodes', session: session_id })
  return { response: Response.json({ recovery_codes }) }
}

export async function disableSecondFactor(
  auth: Auth,
  request: FastifyRequest,
  session: SessionRow,
  { password = '' }: PasswordInput,
): Promise<Answer> {
  const { user_id, session_id } = session
  await requirePassword(auth, request, session, password)
  if (await isSecondFactorRequired(auth.store, user_id))
    throwApiError('INVALID_STATE', 'Your organization requires a second factor.')
  if ((await deleteSecondFactor(auth.store, user_id)) > 0)
    await auditAccount(auth, request, user_id, { operation: 'disableSecondFactor', session: session_id })
  return { response: Response.json({ enabled: false }) }
}

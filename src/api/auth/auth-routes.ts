import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TObject } from 'typebox'
import { Password, SecretToken } from '#contract/resources/settings-shapes.ts'
import { Id } from '#contract/core/ids.ts'
import { closed } from '#contract/core/shapes.ts'
import { Email } from '#contract/core/texts.ts'
import { limitPasswordAttempts } from '#domain/identity/sign-in-limits.ts'
import {
  deleteOtherSessions,
  deleteSession,
  findSession,
  findSessionToken,
  listSessions,
  type SessionRow,
} from '#domain/identity/queries-sessions.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { clientOf } from '#api/pipeline/audit.ts'
import { recordForUser } from '#domain/events/audit/record.ts'
import { validator } from '#api/pipeline/validate.ts'
import { auditAccount, auditFailure, auditSignIn } from './audit-sign-in.ts'
import { type Auth, forward } from './auth.ts'
import { authPath } from './auth-config.ts'
import { requestPasswordReset, resetPassword } from './password-reset.ts'
import { requireSameSite } from './same-site.ts'
import {
  askSecondFactor,
  beginSetUp,
  confirmSetUp,
  disableSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  signInWithCode,
} from './second-factor.ts'

type Body = Record<string, string>
type AuthHandler = (
  auth: Auth,
  request: FastifyRequest,
  body: Body,
) => Promise<{ response: Response; cookies?: string[] }>
type AuthRoute = { method: 'GET' | 'POST'; path: `/${string}`; body?: TObject; run: AuthHandler }

const secretText = Type.String({ minLength: 1, maxLength: 200 })
const codeInput = Type.Object({ code: secretText, trust_browser: Type.Optional(Type.Boolean()) }, closed)
const passwordInput = Type.Object({ password: Type.Optional(secretText) }, closed)
const passwordChange = Type.Object({ currentPassword: secretText, newPassword: Password }, closed)

/** The only better-auth endpoints that are reachable. */
const routes: AuthRoute[] = [
  {
    method: 'POST',
    path: '/sign-in/email',
    body: Type.Object({ email: Email, password: secretText }, closed),
    run: signIn,
  },
  { method: 'POST', path: '/sign-out', run: signOut },
  {
    method: 'GET',
    path: '/get-session',
    run: async (auth, request) => ({ response: await forward(auth, request, '/get-session') }),
  },
  { method: 'POST', path: '/change-password', body: passwordChange, run: changePassword },
  {
    method: 'POST',
    path: '/request-password-reset',
    body: Type.Object({ email: Email }, closed),
    run: (auth, request, { email }) => requestPasswordReset(auth, request, email!),
  },
  {
    method: 'POST',
    path: '/reset-password',
    body: Type.Object({ token: SecretToken, newPassword: Password }, closed),
    run: (auth, request, body) => resetPassword(auth, request, body as { token: string; newPassword: string }),
  },
  { method: 'GET', path: '/list-sessions', run: listOwnSessions },
  { method: 'POST', path: '/revoke-session', body: Type.Object({ id: Id }, closed), run: revokeSession },
  { method: 'POST', path: '/revoke-sessions', run: revokeSessions },
  { method: 'POST', path: '/end-other-sessions', run: revokeOtherSessions },
  {
    method: 'POST',
    path: '/sign-in/second-factor',
    body: codeInput,
    run: (auth, request, body) => signInWithCode(auth, request, body as { code: string }),
  },
  {
    method: 'GET',
    path: '/second-factor',
    run: signedIn((auth, _request, session) => readSecondFactor(auth, session)),
  },
  { method: 'POST', path: '/second-factor/begin', body: passwordInput, run: signedIn(beginSetUp) },
  { method: 'POST', path: '/second-factor/confirm', body: codeInput, run: signedIn(confirmSetUp) },
  { method: 'POST', path: '/second-factor/recovery-codes', body: passwordInput, run: signedIn(renewRecoveryCodes) },
  { method: 'POST', path: '/second-factor/disable', body: passwordInput, run: signedIn(disableSecondFactor) },
]

const toMethod = (method: 'GET' | 'POST') => (method === 'GET' ? { method } : { method, effect: 'updates' as const })

export const authRoutes = (auth: Auth) => (app: FastifyInstance) => {
  for (const { method, path, body, run } of routes) {
    const validate = validator({
      ...toMethod(method),
      path,
      summary: path,
      result: Type.Unknown(),
      ...(body && { body }),
    })
    app.route({
      method,
      url: authPath + path,
      onRequest: async (request) => requireSameSite(request, auth.publicUrl),
      async handler(request, reply) {
        const { url, query } = request
        const input = validate({ url, params: {}, query, body: body ? (request.body ?? {}) : undefined }) as Body
        const { response, cookies = [] } = await run(auth, request, input)
        return sendResponse(reply, response, cookies)
      },
    })
  }
}

async function signIn(auth: Auth, request: FastifyRequest, { email, password }: Body) {
  const device = auth.devices.known(request.headers.cookie, email!)
  const uncount = await limitPasswordAttempts(auth.store, { network: request.network, email: email!, device })
  const response = await forward(auth, request, '/sign-in/email', { email: email!, password: password! })
  if (!response.ok) {
    const failure = { operation: 'signIn', means: 'password', email: email!, reason: 'wrong_password' } as const
    if (response.status === 401) await auditFailure(auth, request, failure)
    return { response }
  }
  await uncount()
  const asked = await askSecondFactor(auth, request, response)
  if (asked) return asked
  await auditSignIn(auth, request, response)
  const previousToken = auth.tokenIn(request)
  if (previousToken !== undefined) await deleteSession(auth.store, previousToken)
  const isKnown = auth.devices.isCurrent(request.headers.cookie, email!)
  return { response, cookies: isKnown ? [] : [auth.devices.remember(email!)] }
}

async function signOut(auth: Auth, request: FastifyRequest) {
  // better-auth ignores a failed delete and would answer as signed out while the session is still valid.
  const token = auth.tokenIn(request)
  if (token !== undefined) await endSession(auth, request, token)
  return { response: await forward(auth, request, '/sign-out', {}) }
}

async function endSession(auth: Auth, request: FastifyRequest, token: string) {
  await auth.store.transaction(async (db) => {
    const session = await findSession(db, token)
    await deleteSession(db, token)
    if (session)
      await recordForUser(db, session.user_id, {
        operation: 'signOut',
        session: session.session_id,
        client: clientOf(request),
      })
  })
}

async function changePassword(auth: Auth, request: FastifyRequest, { currentPassword, newPassword }: Body) {
  const { email, user_id, session_id } = await requireSession(auth, request)
  const device = auth.devices.known(request.headers.cookie, email)
  const uncount = await limitPasswordAttempts(auth.store, { network: request.network, email, device })
  const change = { currentPassword, newPassword, revokeOtherSessions: true }
  const response = await forward(auth, request, '/change-password', change)
  if (response.ok) await uncount()
  await auditAccount(auth, request, user_id, {
    operation: 'changePassword',
    session: session_id,
    ...(!response.ok && { failure: 'wrong_password' }),
  })
  return { response }
}

async function revokeSession(auth: Auth, request: FastifyRequest, { id }: Body) {
  const { user_id, session_id } = await requireSession(auth, request)
  const token = (await findSessionToken(auth.store, user_id, id!)) ?? notFound('session')
  const response = await forward(auth, request, '/revoke-session', { token })
  if (response.ok)
    await auditAccount(auth, request, user_id, { operation: 'revokeSession', session: session_id, resource: id! })
  return { response }
}

async function revokeSessions(auth: Auth, request: FastifyRequest) {
  const { user_id, session_id } = await requireSession(auth, request)
  const response = await forward(auth, request, '/revoke-sessions', {})
  if (response.ok) await auditAccount(auth, request, user_id, { operation: 'revokeSessions', session: session_id })
  return { response }
}

/** All but the one of the request. */
async function revokeOtherSessions(auth: Auth, request: FastifyRequest) {
  const { user_id, session_id } = await requireSession(auth, request)
  await auth.store.transaction(async (db) => {
    const ended = await deleteOtherSessions(db, user_id, session_id)
    if (ended === 0) return
    const entry = { operation: 'revokeOtherSessions', session: session_id, client: clientOf(request) }
    await recordForUser(db, user_id, entry)
  })
  return { response: Response.json({ status: true }) }
}

async function listOwnSessions(auth: Auth, request: FastifyRequest) {
  const { user_id, session_id } = await requireSession(auth, request)
  const sessions = await listSessions(auth.store, user_id)
  return { response: Response.json(sessions.map((one) => ({ ...one, current: one.id === session_id }))) }
}

type SignedInHandler = (
  auth: Auth,
  request: FastifyRequest,
  session: SessionRow,
  body: never,
) => ReturnType<AuthHandler>

function signedIn(run: SignedInHandler): AuthHandler {
  return async (auth, request, body) => run(auth, request, await requireSession(auth, request), body as never)
}

const requireSession = async (auth: Auth, request: FastifyRequest) =>
  (await auth.sessionOf(request)) ?? throwApiError('UNAUTHORIZED', 'Sign in first.')

async function sendResponse(reply: FastifyReply, response: Response, cookies: string[]) {
  // The token is only sent in its HttpOnly cookie, which scripts cannot read.
  const content: unknown = JSON.parse((await response.text()) || 'null', (key, value: unknown) =>
    key === 'token' ? undefined : value,
  )
  const setCookies = [...response.headers.getSetCookie(), ...cookies]
  if (setCookies.length) reply.header('set-cookie', setCookies)
  if (!response.ok) throwAuthError(response.status, content as { code?: string; message?: string } | null)
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(content))
}

function throwAuthError(status: number, problem: { code?: string; message?: string } | null): never {
  if (status === 401 || problem?.code === 'INVALID_PASSWORD')
    throwApiError('UNAUTHORIZED', 'The email or the password is wrong.')
  if (status === 403) throwApiError('CSRF_REFUSED', 'This request did not come from the web app.')
  if (status < 500) throwApiError('VALIDATION_ERROR', problem?.message ?? 'The request could not be read.')
  throw new Error(`better-auth answered ${status}: ${problem?.message ?? 'no message'}`)
}

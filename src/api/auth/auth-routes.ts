import { betterAuth } from 'better-auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TObject } from 'typebox'
import { Password, SecretToken } from '#contract/resources/settings.ts'
import { closed, Email, Id } from '#contract/core/shapes.ts'
import { countAddress, countAttempt } from '#domain/account/identity/attempts.ts'
import { endSession, readSeat, tokenOf } from '#domain/account/identity/sessions.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { addressHeader, authConfig, type AuthSettings, cookieName } from './auth-config.ts'
import { cookieOf, unsigned } from './cookies.ts'
import { devices } from './devices.ts'
import { askForReset, resetPassword } from './password-reset.ts'
import { requireSameSite } from './same-site.ts'
import { validator } from '#api/pipeline/validate.ts'

/** People and their sign-ins. */
export function createPeople(options: AuthSettings) {
  const { store, secret, publicUrl, mail = false } = options
  const auth = betterAuth(authConfig(options))
  const sessionCookie = cookieName('session', publicUrl)
  /** The session's token, if the cookie bears our signature; whether the session still stands is for the store to say. */
  const tokenIn = (request: FastifyRequest) => unsigned(cookieOf(request.headers.cookie, sessionCookie), secret)
  return {
    publicUrl,
    mail,
    store,
    handle: (request: Request): Promise<Response> => auth.handler(request),
    tokenIn,
    /** Who is signed in, read anew each time. */
    async seatOf(request: FastifyRequest) {
      const token = tokenIn(request)
      return token === undefined ? undefined : readSeat(store, token)
    },
    devices: devices(secret, publicUrl),
  }
}
export type People = ReturnType<typeof createPeople>

type Body = Record<string, string>
type Step = (people: People, request: FastifyRequest, body: Body) => Promise<{ response: Response; cookies?: string[] }>
type Way = { method: 'GET' | 'POST'; path: `/${string}`; body?: TObject; run: Step }

const secretText = Type.String({ minLength: 1, maxLength: 200 })
const passwordChange = Type.Object({ currentPassword: secretText, newPassword: Password }, closed)

/** All of the library that can be reached; everything else it offers is not there. */
const ways: Way[] = [
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
    run: async (people, request) => ({ response: await forward(people, request, '/get-session') }),
  },
  { method: 'POST', path: '/change-password', body: passwordChange, run: changePassword },
  {
    method: 'POST',
    path: '/request-password-reset',
    body: Type.Object({ email: Email }, closed),
    run: (people, request, { email }) => askForReset(people, request, email!, forward),
  },
  {
    method: 'POST',
    path: '/reset-password',
    body: Type.Object({ token: SecretToken, newPassword: Password }, closed),
    run: (people, request, body) =>
      resetPassword(people, request, body as { token: string; newPassword: string }, forward),
  },
  { method: 'GET', path: '/list-sessions', run: signedIn('/list-sessions') },
  { method: 'POST', path: '/revoke-session', body: Type.Object({ id: Id }, closed), run: revokeSession },
  { method: 'POST', path: '/revoke-sessions', run: signedIn('/revoke-sessions') },
]

const prefix = '/app/auth'

/** Signing in and out, as a part of the server. */
export const authPart = (people: People) => (app: FastifyInstance) => {
  for (const { method, path, body, run } of ways) {
    const validate = validator({ method, path, summary: path, result: Type.Unknown(), ...(body && { body }) })
    app.route({
      method,
      url: prefix + path,
      onRequest: async (request) => requireSameSite(request, people.publicUrl),
      async handler(request, reply) {
        const { url, query } = request
        const input = validate({ url, params: {}, query, body: body ? (request.body ?? {}) : undefined }) as Body
        const { response, cookies = [] } = await run(people, request, input)
        return answer(reply, response, cookies)
      },
    })
  }
}

async function signIn(people: People, request: FastifyRequest, { email, password }: Body) {
  const device = people.devices.known(request.headers.cookie, email!)
  countAddress(request.ip)
  countAttempt(email!, device)
  const response = await forward(people, request, '/sign-in/email', { email: email!, password: password! })
  if (!response.ok) return { response }
  const before = people.tokenIn(request)
  if (before !== undefined) await endSession(people.store, before)
  return { response, cookies: device === undefined ? [people.devices.remember(email!)] : [] }
}

async function signOut(people: People, request: FastifyRequest) {
  // The library goes on when this fails, and would say goodbye to somebody who is still signed in.
  const token = people.tokenIn(request)
  if (token !== undefined) await endSession(people.store, token)
  return { response: await forward(people, request, '/sign-out', {}) }
}

async function changePassword(people: People, request: FastifyRequest, { currentPassword, newPassword }: Body) {
  const { email } = await requireSeat(people, request)
  countAddress(request.ip)
  countAttempt(email, people.devices.known(request.headers.cookie, email))
  return {
    response: await forward(people, request, '/change-password', {
      currentPassword,
      newPassword,
      revokeOtherSessions: true,
    }),
  }
}

async function revokeSession(people: People, request: FastifyRequest, { id }: Body) {
  const { user_id } = await requireSeat(people, request)
  const token = (await tokenOf(people.store, user_id, id!)) ?? notFound('session')
  return { response: await forward(people, request, '/revoke-session', { token }) }
}

function signedIn(path: string): Step {
  return async (people, request) => {
    await requireSeat(people, request)
    return { response: await forward(people, request, path, request.method === 'GET' ? undefined : {}) }
  }
}

const requireSeat = async (people: People, request: FastifyRequest) =>
  (await people.seatOf(request)) ?? throwApiError('UNAUTHORIZED', 'Sign in first.')

/** The request as the library is to see it: nothing of the caller's but the cookie and the browser's name. */
function forward(people: People, request: FastifyRequest, path: string, body?: object): Promise<Response> {
  const { origin } = new URL(people.publicUrl)
  const { cookie, 'user-agent': browser } = request.headers
  return people.handle(
    new Request(origin + prefix + path, {
      method: request.method,
      headers: {
        origin,
        [addressHeader]: request.ip,
        ...(cookie && { cookie }),
        ...(browser && { 'user-agent': browser }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
}

async function answer(reply: FastifyReply, response: Response, cookies: string[]) {
  // The token belongs in its HttpOnly cookie, where no script can read it.
  const content: unknown = JSON.parse((await response.text()) || 'null', (key, value: unknown) =>
    key === 'token' ? undefined : value,
  )
  const set = [...response.headers.getSetCookie(), ...cookies]
  if (set.length) reply.header('set-cookie', set)
  if (!response.ok) refuse(response.status, content as { code?: string; message?: string } | null)
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(content))
}

function refuse(status: number, problem: { code?: string; message?: string } | null): never {
  if (status === 401 || problem?.code === 'INVALID_PASSWORD')
    throwApiError('UNAUTHORIZED', 'The email or the password is wrong.')
  if (status === 403) throwApiError('CSRF_REFUSED', 'This request did not come from the web app.')
  if (status < 500) throwApiError('VALIDATION_ERROR', problem?.message ?? 'The request could not be read.')
  throw new Error(`sign-in answered ${status}: ${problem?.message ?? 'no reason given'}`)
}

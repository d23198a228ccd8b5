import type { FastifyRequest } from 'fastify'
import { findSession } from '#domain/account/identity/queries-sessions.ts'
import { addressHeader, authConfig, type AuthSettings, authPath, cookieName } from './auth-config.ts'
import { cookieOf } from './cookies.ts'
import { devices } from './devices.ts'
import { verifySigned } from './signed-value.ts'

/** Loaded with the first sign-in: it is a sixth of the modules of the API. */
async function openHandler(options: AuthSettings) {
  const { betterAuth } = await import('better-auth')
  return betterAuth(authConfig(options)).handler
}

/** Users, their sessions and the better-auth instance behind them. */
export function createAuth(options: AuthSettings) {
  const { store, secret, publicUrl, mail = false } = options
  let opened: Promise<(request: Request) => Promise<Response>> | undefined
  const sessionCookie = cookieName('session', publicUrl)
  /** The token of a correctly signed cookie; whether the session is still valid is read from the store. */
  const tokenIn = (request: FastifyRequest) => verifySigned(cookieOf(request.headers.cookie, sessionCookie), secret)
  return {
    publicUrl,
    mail,
    store,
    handle: async (request: Request): Promise<Response> => (await (opened ??= openHandler(options)))(request),
    tokenIn,
    /** The current session, read from the store on each request. */
    async sessionOf(request: FastifyRequest) {
      const token = tokenIn(request)
      return token === undefined ? undefined : findSession(store, token)
    },
    devices: devices(secret, publicUrl),
  }
}
export type Auth = ReturnType<typeof createAuth>

/** Calls better-auth with a request built here: from the caller come only the cookie and the user agent. */
export function forward(auth: Auth, request: FastifyRequest, path: string, body?: object): Promise<Response> {
  const { origin } = new URL(auth.publicUrl)
  const { cookie, 'user-agent': browser } = request.headers
  return auth.handle(
    new Request(origin + authPath + path, {
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

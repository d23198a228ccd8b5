import type { FastifyRequest } from 'fastify'
import { findSession } from '#domain/identity/queries-sessions.ts'
import type { Log } from '#domain/context.ts'
import { allKeys, currentKey } from '#store/secret-keys.ts'
import { vaultFor } from '#store/vault.ts'
import {
  addressHeader,
  authConfig,
  type AuthSettings,
  authPath,
  cookieName,
  isSecure,
  sessionSeconds,
} from './auth-config.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { devices } from './devices.ts'
import { secondFactorCookies } from './second-factor-cookies.ts'
import { signValue, verifySigned } from './signed-value.ts'

/** Loaded with the first sign-in: it is a sixth of the modules of the API. */
async function openHandler(options: AuthSettings) {
  const { betterAuth } = await import('better-auth')
  return betterAuth(authConfig(options)).handler
}

/** Users, their sessions and the better-auth instance behind them. */
export function createAuth({ log, ...options }: AuthSettings & { log: Log }) {
  const { store, secret, publicUrl, mail = false } = options
  let opened: Promise<(request: Request) => Promise<Response>> | undefined
  const sessionCookie = cookieName('session', publicUrl)
  /** The token of a correctly signed cookie; whether the session is still valid is read from the store. */
  const tokenIn = (request: FastifyRequest, keys = secret) =>
    verifySigned(cookieOf(request.headers.cookie, sessionCookie), keys)
  const hasPreviousKeys = allKeys(secret).length > 1
  const newSessionCookie = (token: string) =>
    setCookie(sessionCookie, signValue(token, secret), { maxAge: sessionSeconds, secure: isSecure(publicUrl) })
  return {
    publicUrl,
    mail,
    store,
    log,
    handle: async (request: Request): Promise<Response> => (await (opened ??= openHandler(options)))(request),
    tokenIn: (request: FastifyRequest) => tokenIn(request),
    newSessionCookie,
    /** The session cookie, signed again if that was done with a previous key. */
    renewedCookie(request: FastifyRequest): string | undefined {
      const token = hasPreviousKeys ? tokenIn(request) : undefined
      return token === undefined || tokenIn(request, currentKey(secret)) !== undefined
        ? undefined
        : newSessionCookie(token)
    },
    /** The current session, read from the store on each request. */
    async sessionOf(request: FastifyRequest) {
      const token = tokenIn(request)
      return token === undefined ? undefined : findSession(store, token)
    },
    devices: devices(secret, publicUrl),
    secondFactor: secondFactorCookies(secret, publicUrl),
    vault: vaultFor(secret),
  }
}
export type Auth = ReturnType<typeof createAuth>

/**
 * Calls better-auth with a request built here: from the caller come only the session and the user agent.
 * The session is signed again, because better-auth verifies with the current key only.
 */
export function forward(auth: Auth, request: FastifyRequest, path: string, body?: object): Promise<Response> {
  const { origin } = new URL(auth.publicUrl)
  const { 'user-agent': browser } = request.headers
  const token = auth.tokenIn(request)
  return auth.handle(
    new Request(origin + authPath + path, {
      method: request.method,
      headers: {
        origin,
        [addressHeader]: request.ip,
        ...(token !== undefined && { cookie: auth.newSessionCookie(token).split(';', 1)[0]! }),
        ...(browser && { 'user-agent': browser }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, isSecure } from '#api/auth/auth-config.ts'
import { cookieOf, signed } from '#api/auth/cookies.ts'
import type { People } from '#api/auth/auth-routes.ts'
import { signInProblems } from '#contract/resources/setup.ts'
import { endSession } from '#domain/account/identity/sessions.ts'
import { openSession, personBehind, sessionDays } from '#domain/account/identity/single-sign-on.ts'
import type { Log } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import type { Outbound } from '#outbound/client.ts'
import { vaultFor } from '#store/vault.ts'
import { openProvider, type Pending, type ProviderSettings } from './provider.ts'

export type SingleSignOn = ProviderSettings & { domains: readonly string[] }

const path = '/app/auth/oidc'
const pendingSeconds = 600
const daySeconds = 24 * 60 * 60

/** Signing in through the organization's own identity provider: away to it, and back from it. */
export const singleSignOnPart =
  (people: People, settings: SingleSignOn, outbound: Outbound, secret: string, log: Log) => (app: FastifyInstance) => {
    const { publicUrl, store } = people
    const provider = openProvider(settings, `${publicUrl}${path}/callback`, outbound)
    const vault = vaultFor(secret)
    const pendingCookie = cookieName('oidc', publicUrl)
    const cookie = (name: string, value: string, seconds: number) =>
      `${name}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`
    const leave = (reply: FastifyReply, to: string, cookies: string[]) =>
      reply.header('set-cookie', cookies).header('cache-control', 'no-store').redirect(to, 302)

    /** Whatever goes wrong, people come back to the sign-in page, which says what. */
    const refuse = (error: unknown, reply: FastifyReply) => {
      if (!(error instanceof ApiError))
        log.warn({ error: (error as Error).message }, 'a sign-in through the identity provider failed')
      const [word = 'away'] = Object.entries(signInProblems).find(([, text]) => text === (error as Error).message) ?? []
      return leave(reply, `${publicUrl}/sign-in?problem=${word}`, [cookie(pendingCookie, '', 0)])
    }

    const pendingIn = (request: FastifyRequest): Pending | undefined => {
      try {
        return JSON.parse(
          vault.open(Buffer.from(cookieOf(request.headers.cookie, pendingCookie) ?? '', 'base64url'), 'oidc'),
        ) as Pending
      } catch {
        return undefined
      }
    }

    app.get(`${path}/start`, async (_request, reply) => {
      try {
        const { url, pending } = await provider.begin()
        return leave(reply, url, [
          cookie(pendingCookie, vault.seal(JSON.stringify(pending), 'oidc').toString('base64url'), pendingSeconds),
        ])
      } catch (error) {
        return refuse(error, reply)
      }
    })

    app.get(`${path}/callback`, async (request, reply) => {
      try {
        const pending = pendingIn(request)
        if (!pending || (request.query as Record<string, unknown>).state !== pending.state)
          throw new ApiError('UNAUTHORIZED', signInProblems.not_begun)
        const user = await personBehind(
          store,
          await provider.finish(request.url.split('?', 2)[1] ?? '', pending),
          settings,
        )
        const before = people.tokenIn(request)
        if (before !== undefined) await endSession(store, before)
        const token = await openSession(store, user, { ip: request.ip, browser: request.headers['user-agent'] ?? null })
        return leave(reply, `${publicUrl}/`, [
          cookie(cookieName('session', publicUrl), signed(token, secret), sessionDays * daySeconds),
          cookie(pendingCookie, '', 0),
        ])
      } catch (error) {
        return refuse(error, reply)
      }
    })
  }

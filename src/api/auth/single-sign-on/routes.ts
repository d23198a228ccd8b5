import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, isSecure } from '#api/auth/auth-config.ts'
import { cookieOf, setCookie } from '#api/auth/cookies.ts'
import { signValue } from '#api/auth/signed-value.ts'
import type { Auth } from '#api/auth/auth.ts'
import { signInProblems } from '#contract/resources/setup.ts'
import { deleteSession } from '#domain/account/identity/queries-sessions.ts'
import { createSession, resolveSignOnUser, sessionDays } from '#domain/account/identity/single-sign-on.ts'
import type { Log } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import type { Outbound } from '#outbound/client.ts'
import { type Vault, vaultFor } from '#store/vault.ts'
import { openProvider, type PendingSignIn, type ProviderSettings } from './provider.ts'

export type SingleSignOn = ProviderSettings & { domains: readonly string[] }

const path = '/app/auth/oidc'
const pendingSeconds = 600
const daySeconds = 24 * 60 * 60

type SingleSignOnDeps = { auth: Auth; outbound: Outbound; secret: string; log: Log }

/** Sign-in through an OpenID Connect provider: the redirect to it, and its callback. */
export const singleSignOnRoutes =
  (settings: SingleSignOn, { auth, outbound, secret, log }: SingleSignOnDeps) =>
  (app: FastifyInstance) => {
    const { publicUrl, store } = auth
    const provider = openProvider(settings, `${publicUrl}${path}/callback`, outbound)
    const pendingSignIn = pendingSignInCookie(vaultFor(secret), publicUrl)

    /** Every failure leads back to the sign-in page, which shows the reason. */
    const redirectToSignIn = (error: unknown, reply: FastifyReply) => {
      if (!(error instanceof ApiError)) log.warn({ error: (error as Error).message }, 'single sign-on failed')
      const [problem = 'away'] =
        Object.entries(signInProblems).find(([, text]) => text === (error as Error).message) ?? []
      return redirect(reply, `${publicUrl}/sign-in?problem=${problem}`, [pendingSignIn.clear()])
    }

    app.get(`${path}/start`, async (_request, reply) => {
      try {
        const { url, pending } = await provider.begin()
        return redirect(reply, url, [pendingSignIn.write(pending)])
      } catch (error) {
        return redirectToSignIn(error, reply)
      }
    })

    app.get(`${path}/callback`, async (request, reply) => {
      try {
        const pending = pendingSignIn.read(request)
        if (!pending || (request.query as Record<string, unknown>).state !== pending.state)
          throw new ApiError('UNAUTHORIZED', signInProblems.not_begun)
        const claims = await provider.finish(request.url.split('?', 2)[1] ?? '', pending)
        const user = await resolveSignOnUser(store, claims, settings)
        const previousToken = auth.tokenIn(request)
        if (previousToken !== undefined) await deleteSession(store, previousToken)
        const device = { ip: request.ip, browser: request.headers['user-agent'] ?? null }
        const token = await createSession(store, user, device)
        return redirect(reply, `${publicUrl}/`, [sessionCookie(token, secret, publicUrl), pendingSignIn.clear()])
      } catch (error) {
        return redirectToSignIn(error, reply)
      }
    })
  }

const redirect = (reply: FastifyReply, to: string, cookies: string[]) =>
  reply.header('set-cookie', cookies).header('cache-control', 'no-store').redirect(to, 302)

const sessionCookie = (token: string, secret: string, publicUrl: string) =>
  setCookie(cookieName('session', publicUrl), signValue(token, secret), {
    maxAge: sessionDays * daySeconds,
    secure: isSecure(publicUrl),
  })

/** The state of a sign-in, encrypted in a cookie until the provider calls back. */
function pendingSignInCookie(vault: Vault, publicUrl: string) {
  const name = cookieName('oidc', publicUrl)
  const secure = isSecure(publicUrl)
  return {
    write: (pending: PendingSignIn) =>
      setCookie(name, vault.seal(JSON.stringify(pending), 'oidc').toString('base64url'), {
        maxAge: pendingSeconds,
        secure,
      }),
    clear: () => setCookie(name, '', { maxAge: 0, secure }),
    read(request: FastifyRequest): PendingSignIn | undefined {
      try {
        const sealed = Buffer.from(cookieOf(request.headers.cookie, name) ?? '', 'base64url')
        return JSON.parse(vault.open(sealed, 'oidc')) as PendingSignIn
      } catch {
        return undefined
      }
    },
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditFailure } from '#api/auth/audit-sign-in.ts'
import { clientOf } from '#api/pipeline/audit.ts'
import { cookieName, isSecure } from '#api/auth/auth-config.ts'
import { cookieOf, setCookie } from '#api/auth/cookies.ts'
import type { Auth } from '#api/auth/auth.ts'
import { type RateLimiting, requireRateLimit } from '#api/pipeline/require-rate-limit.ts'
import { signInProblems } from '#contract/resources/setup.ts'
import { deleteSession } from '#domain/identity/queries-sessions.ts'
import { createSession, resolveSignOnUser } from '#domain/access/single-sign-on/sign-on.ts'
import type { Log } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import type { Outbound } from '#outbound/client.ts'
import type { SecretOrKeys } from '#store/secret-keys.ts'
import { type Vault, vaultFor } from '#store/vault.ts'
import { openIdentityProvider, type PendingSignIn, type ProviderSettings } from './provider.ts'

export type SingleSignOn = ProviderSettings & { domains: readonly string[] }

const path = '/app/auth/oidc'
const pendingSeconds = 600

type SingleSignOnDeps = { auth: Auth; outbound: Outbound; secret: SecretOrKeys; rates: RateLimiting; log: Log }

/** Sign-in through an OpenID Connect provider: the redirect to it, and its callback. */
export const singleSignOnRoutes =
  (settings: SingleSignOn, { auth, outbound, secret, rates, log }: SingleSignOnDeps) =>
  (app: FastifyInstance) => {
    const { publicUrl, store } = auth
    const provider = openIdentityProvider(settings, `${publicUrl}${path}/callback`, outbound)
    const pendingSignIn = pendingSignInCookie(vaultFor(secret), publicUrl)

    /** Every failure leads back to the sign-in page, which shows the reason. */
    const redirectToSignIn = (error: unknown, reply: FastifyReply) => {
      if (!(error instanceof ApiError)) log.warn({ error: (error as Error).message }, 'single sign-on failed')
      return redirect(reply, `${publicUrl}/sign-in?problem=${problemOf(error as Error)}`, [pendingSignIn.clear()])
    }

    /** Each of the two may call the provider. */
    const onRequest = async (request: FastifyRequest) => requireRateLimit(rates, 'page', request.network)

    app.get(`${path}/start`, { onRequest }, async (request, reply) => {
      try {
        const { url, pending } = await provider.begin()
        return redirect(reply, url, [pendingSignIn.write({ ...pending, next: nextOf(request) })])
      } catch (error) {
        return redirectToSignIn(error, reply)
      }
    })

    app.get(`${path}/callback`, { onRequest }, async (request, reply) => {
      try {
        const pending = pendingSignIn.read(request)
        if (!pending || (request.query as Record<string, unknown>).state !== pending.state)
          throw new ApiError('UNAUTHORIZED', signInProblems.not_begun)
        const claims = await provider.finish(request.url.split('?', 2)[1] ?? '', pending)
        const client = clientOf(request)
        const user = await resolveSignOnUser(store, claims, { ...settings, client }).catch(async (error: unknown) => {
          if (error instanceof ApiError) await auditRefusal(auth, request, claims.email, error)
          throw error
        })
        const previousToken = auth.tokenIn(request)
        if (previousToken !== undefined) await deleteSession(store, previousToken)
        const token = await createSession(store, user, client, 'single_sign_on')
        return redirect(reply, publicUrl + pending.next, [auth.newSessionCookie(token), pendingSignIn.clear()])
      } catch (error) {
        return redirectToSignIn(error, reply)
      }
    })
  }

/** `next`: the page of the web app to return to. */
type StoredSignIn = PendingSignIn & { next: string }

/** A cookie has room for about as much. */
const maxNextLength = 2000

/** The page of the web app to return to; anything else would be an open redirect. */
function nextOf({ query }: FastifyRequest): string {
  const { next } = query as Record<string, unknown>
  const isOwn = typeof next === 'string' && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next)
  return isOwn && next.length <= maxNextLength ? next : '/'
}

const problemOf = ({ message }: Error) =>
  Object.entries(signInProblems).find(([, text]) => text === message)?.[0] ?? 'away'

const auditRefusal = (auth: Auth, request: FastifyRequest, email: string, error: ApiError) =>
  auditFailure(auth, request, { operation: 'signIn', means: 'single_sign_on', email, reason: problemOf(error) })

const redirect = (reply: FastifyReply, to: string, cookies: string[]) =>
  reply.header('set-cookie', cookies).header('cache-control', 'no-store').redirect(to, 302)

/** The state of a sign-in, encrypted in a cookie until the provider calls back. */
function pendingSignInCookie(vault: Vault, publicUrl: string) {
  const name = cookieName('oidc', publicUrl)
  const secure = isSecure(publicUrl)
  return {
    write: (pending: StoredSignIn) =>
      setCookie(name, vault.seal(JSON.stringify(pending), 'oidc').toString('base64url'), {
        maxAge: pendingSeconds,
        secure,
      }),
    clear: () => setCookie(name, '', { maxAge: 0, secure }),
    read(request: FastifyRequest): StoredSignIn | undefined {
      try {
        const sealed = Buffer.from(cookieOf(request.headers.cookie, name) ?? '', 'base64url')
        return { next: '/', ...(JSON.parse(vault.open(sealed, 'oidc')) as PendingSignIn) }
      } catch {
        return undefined
      }
    },
  }
}

import * as oidc from 'openid-client'
import { signInProblems } from '#contract/resources/setup.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Claims } from '#domain/access/single-sign-on/sign-on.ts'
import { asFetch } from '#outbound/as-fetch.ts'
import type { Outbound } from '#outbound/client.ts'
import { type MemberRole, memberRoles } from '#vocabulary/roles.ts'

export type ProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  roleClaim: string | null
  defaultRole: MemberRole
}
/** Kept between the redirect to the provider and its callback. */
export type PendingSignIn = { state: string; nonce: string; verifier: string }

const metadataCacheMs = 600_000
const limits = { bytes: 256 * 1024, ms: 10_000, redirects: 0 }

/** An OpenID Connect provider: authorization code flow with PKCE. */
export function openIdentityProvider(settings: ProviderSettings, redirectUri: string, outbound: Outbound) {
  const discover = cachedDiscovery(settings, outbound)
  return {
    async begin(): Promise<{ url: string; pending: PendingSignIn }> {
      const pending = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
      const parameters = {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      }
      return { url: oidc.buildAuthorizationUrl(await discover(), parameters).href, pending }
    },

    /** `callbackQuery` is the query string of the provider's redirect. */
    async finish(callbackQuery: string, { state, nonce, verifier }: PendingSignIn): Promise<Claims> {
      const provider = await discover()
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
      const tokens = await oidc
        .authorizationCodeGrant(provider, new URL(`${redirectUri}?${callbackQuery}`), checks)
        .catch(throwSignInError)
      return claimsOf(tokens.claims()!, settings)
    },
  }
}

/** The provider's metadata, read again every ten minutes. */
function cachedDiscovery({ issuer, clientId, clientSecret }: ProviderSettings, outbound: Outbound) {
  let cached: { provider: oidc.Configuration; until: number } | undefined
  return async (): Promise<oidc.Configuration> => {
    if (cached && cached.until > Date.now()) return cached.provider
    // Verify the ID token's signature even on a direct connection: a proxy may sit in between.
    const execute = [
      oidc.enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
    ]
    const provider = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretBasic(clientSecret), {
      execute,
      [oidc.customFetch]: asFetch(outbound, limits),
    })
    cached = { provider, until: Date.now() + metadataCacheMs }
    return provider
  }
}

const rejectionErrors = [oidc.AuthorizationResponseError, oidc.ResponseBodyError, oidc.WWWAuthenticateChallengeError]

/** The provider rejected the sign-in, answered with an invalid token, or failed (rethrown). */
function throwSignInError(error: unknown): never {
  if (rejectionErrors.some((rejection) => error instanceof rejection))
    throwApiError('UNAUTHORIZED', signInProblems.refused)
  if (error instanceof oidc.ClientError && /^OAUTH_(JWT|INVALID|MISSING|KEY|UNSUPPORTED)/.test(error.code ?? ''))
    throwApiError('UNAUTHORIZED', signInProblems.mismatch)
  throw error
}

function claimsOf(token: oidc.IDToken, { issuer, roleClaim, defaultRole }: ProviderSettings): Claims {
  const text = (name: string) => (typeof token[name] === 'string' ? token[name] : '')
  const email = text('email').trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throwApiError('UNAUTHORIZED', signInProblems.no_address)
  const roles = roleClaim === null ? [] : [token[roleClaim]].flat()
  return {
    issuer,
    subject: token.sub,
    email,
    emailVerified: token.email_verified === true || token.email_verified === 'true',
    name: text('name').slice(0, 200) || email,
    role: memberRoles.findLast((role) => roles.includes(role)) ?? defaultRole,
  }
}

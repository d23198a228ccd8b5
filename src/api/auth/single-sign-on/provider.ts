import * as oidc from 'openid-client'
import { signInProblems } from '#contract/resources/setup.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Claims } from '#domain/account/identity/single-sign-on.ts'
import type { Outbound } from '#outbound/client.ts'

export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string; roleClaim: string | null }
/** What has to be remembered between the two halves of a sign-in. */
export type Pending = { state: string; nonce: string; verifier: string }

const keepMs = 600_000
const limits = { bytes: 256 * 1024, ms: 10_000, redirects: 0 }

/** An OpenID Connect provider, asked by code and proof key. */
export function openProvider(
  { issuer, clientId, clientSecret, roleClaim }: ProviderSettings,
  redirectUri: string,
  outbound: Outbound,
) {
  let known: { provider: oidc.Configuration; until: number } | undefined

  async function discovered(): Promise<oidc.Configuration> {
    if (known && known.until > Date.now()) return known.provider
    // Its signature is checked although the token comes straight from the provider: a proxy in between may not be ours.
    const execute = [
      oidc.enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
    ]
    const provider = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretBasic(clientSecret), {
      execute,
      [oidc.customFetch]: through(outbound),
    })
    known = { provider, until: Date.now() + keepMs }
    return provider
  }

  return {
    async begin(): Promise<{ url: string; pending: Pending }> {
      const pending = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
      const asked = {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      }
      return { url: oidc.buildAuthorizationUrl(await discovered(), asked).href, pending }
    },

    /** `answer` is the query that the provider sent the browser back with. */
    async finish(answer: string, { state, nonce, verifier }: Pending): Promise<Claims> {
      const provider = await discovered()
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
      const tokens = await oidc
        .authorizationCodeGrant(provider, new URL(`${redirectUri}?${answer}`), checks)
        .catch(explained)
      return claimsOf(tokens.claims()!, issuer, roleClaim)
    },
  }
}

/** Everything goes out by the one way out of the house. */
const through =
  (outbound: Outbound): oidc.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const request = { url, headers, limits, ...(signal && { signal }) }
    const answer = await (method === 'POST' ? outbound.post({ ...request, body: String(body) }) : outbound.get(request))
    const told = Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'content-encoding' ? [[name, value] as [string, string]] : [],
    )
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: told })
  }

const refusals = [oidc.AuthorizationResponseError, oidc.ResponseBodyError, oidc.WWWAuthenticateChallengeError]

/** A provider that says no, one that says something else, or one that cannot be heard. */
function explained(error: unknown): never {
  if (refusals.some((refusal) => error instanceof refusal)) throwApiError('UNAUTHORIZED', signInProblems.refused)
  if (error instanceof oidc.ClientError && /^OAUTH_(JWT|INVALID|MISSING|KEY|UNSUPPORTED)/.test(error.code ?? ''))
    throwApiError('UNAUTHORIZED', signInProblems.mismatch)
  throw error
}

function claimsOf(said: oidc.IDToken, issuer: string, roleClaim: string | null): Claims {
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : '')
  const email = text('email').trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throwApiError('UNAUTHORIZED', signInProblems.no_address)
  const roles = roleClaim === null ? [] : [said[roleClaim]].flat()
  return {
    issuer,
    subject: said.sub,
    email,
    emailVerified: said.email_verified === true || said.email_verified === 'true',
    name: text('name').slice(0, 200) || email,
    role: roles.includes('admin') ? 'admin' : 'member',
  }
}

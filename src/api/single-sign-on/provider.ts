import { createHash, randomBytes } from 'node:crypto'
import { signInProblems } from '#contract/first-run.ts'
import { fail } from '#domain/fail.ts'
import type { Claims } from '#domain/account/identity/single-sign-on.ts'
import type { Outbound, OutboundAnswer } from '#outbound/client.ts'

export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string; roleClaim: string | null }
/** What has to be remembered between the two halves of a sign-in. */
export type Pending = { state: string; nonce: string; verifier: string }
type Document = { issuer: string; authorization_endpoint: string; token_endpoint: string }

const keepMs = 600_000
const limits = { bytes: 256 * 1024, ms: 10_000, redirects: 0 }
const random = () => randomBytes(32).toString('base64url')
const bare = (address: unknown) => String(address).replace(/\/+$/, '')

/** An OpenID Connect provider, asked by code and proof key; its tokens come over the connection to itself, so what they say needs no further signature. */
export function openProvider({ issuer, clientId, clientSecret, roleClaim }: ProviderSettings, redirectUri: string, outbound: Outbound) {
  let known: { document: Document; until: number } | undefined

  async function document(): Promise<Document> {
    if (known && known.until > Date.now()) return known.document
    const found = jsonOf(await outbound.get({ url: `${issuer}/.well-known/openid-configuration`, limits })) as Document
    if (bare(found.issuer) !== issuer) throw new Error(`the identity provider calls itself ${found.issuer}, not ${issuer}`)
    known = { document: found, until: Date.now() + keepMs }
    return found
  }

  return {
    async begin(): Promise<{ url: string; pending: Pending }> {
      const pending = { state: random(), nonce: random(), verifier: random() }
      const url = new URL((await document()).authorization_endpoint)
      const asked = {
        response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: 'openid email profile', state: pending.state, nonce: pending.nonce,
        code_challenge: createHash('sha256').update(pending.verifier).digest('base64url'), code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
      return { url: url.href, pending }
    },

    async finish(code: string, { nonce, verifier }: Pending, now = Date.now()): Promise<Claims> {
      const { token_endpoint: url } = await document()
      const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: clientId, code_verifier: verifier }).toString()
      const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', authorization: `Basic ${basic}` }
      const said = payloadOf((jsonOf(await outbound.post({ url, body, limits, headers })) as { id_token?: unknown }).id_token)
      const audience = [said.aud].flat()
      const right = said.nonce === nonce && bare(said.iss) === issuer && audience.includes(clientId) && (audience.length === 1 || said.azp === clientId)
      if (!right || typeof said.exp !== 'number' || said.exp * 1000 <= now) fail('UNAUTHORIZED', signInProblems.mismatch)
      return claimsOf(said, issuer, roleClaim)
    },
  }
}

function jsonOf({ status, body }: OutboundAnswer): unknown {
  if (status !== 200) fail('UNAUTHORIZED', signInProblems.refused)
  return JSON.parse(body.toString('utf8'))
}

type Said = Record<string, unknown>

function payloadOf(token: unknown): Said {
  const [, payload, signature] = typeof token === 'string' ? token.split('.') : []
  if (payload === undefined || signature === undefined) return fail('UNAUTHORIZED', signInProblems.refused)
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Said
}

function claimsOf(said: Said, issuer: string, roleClaim: string | null): Claims {
  const text = (name: string) => (typeof said[name] === 'string' ? (said[name] as string) : '')
  const [subject, email] = [text('sub'), text('email').trim().toLowerCase()]
  if (subject === '' || !/^[^\s@]+@[^\s@]+$/.test(email)) fail('UNAUTHORIZED', signInProblems.no_address)
  const roles = roleClaim === null ? [] : [said[roleClaim]].flat()
  return { issuer, subject, email, emailVerified: said.email_verified === true || said.email_verified === 'true', name: text('name').slice(0, 200) || email, role: roles.includes('admin') ? 'admin' : 'member' }
}

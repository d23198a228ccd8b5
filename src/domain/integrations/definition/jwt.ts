import { createPrivateKey, sign } from 'node:crypto'
import type { PullRequest } from './provider.ts'

/** A key file that is not one; reported to the person who entered it. */
export class CredentialError extends Error {}

type Claims = Readonly<Record<string, string | number>>
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A signed JSON Web Token. */
export function signJwt(algorithm: 'ES256' | 'RS256', key: string, header: object, claims: Claims): string {
  const signed = `${encode({ alg: algorithm, typ: 'JWT', ...header })}.${encode(claims)}`
  try {
    const signature = sign('sha256', Buffer.from(signed), { key: createPrivateKey(key), dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  } catch {
    throw new CredentialError('The private key cannot be read: paste the whole file, with its first and last line.')
  }
}

/** Exchanges a signed token for an access token (RFC 7523). */
export const jwtGrant = (url: string, assertion: string): PullRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
})

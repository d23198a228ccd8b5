import { updateDigestChoice } from '#domain/access/members/queries-digest.ts'
import type { Db } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'

/* The token names the member, sealed: it works without signing in, and only for this. */

const context = 'digest/unsubscribe'

export const unsubscribeUrl = (vault: Vault, publicUrl: string, org: string, user: string) =>
  `${publicUrl}/unsubscribe/${vault.seal(JSON.stringify([org, user]), context).toString('base64url')}`

/** Undefined for a token that is not ours. */
export function readUnsubscribeToken(vault: Vault, token: string): { org: string; user: string } | undefined {
  try {
    const [org, user] = JSON.parse(vault.open(Buffer.from(token, 'base64url'), context)) as [string, string]
    return { org, user }
  } catch {
    return undefined
  }
}

export const unsubscribe = (db: Db, { org, user }: { org: string; user: string }) =>
  updateDigestChoice(db, org, user, { on: false, week: '1970-01-01' })

import { randomBytes } from 'node:crypto'
import type { Vault } from '#store/vault.ts'
import type { IntegrationRow } from './queries.ts'

/* The secrets that deliveries are signed with. They are kept sealed, for a signature cannot be checked against a hash. */

const placeOf = (org: string, id: string) => `integration/${org}/${id}`

/** In the form of Standard Webhooks, which every other scheme takes as plain text. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
export const newToken = () => randomBytes(24).toString('base64url')
export const isToken = (text: string) => /^[\w-]{32}$/.test(text)

export const sealed = (vault: Vault, org: string, id: string, secret: string) => ({
  secret: vault.seal(secret, placeOf(org, id)),
  secret_hint: `…${secret.slice(-4)}`,
})

export const overlapHours = 24

type Kept = Pick<IntegrationRow, 'org_id' | 'id' | 'secret' | 'previous_secret' | 'previous_until'>

/** Those that are good now; one that cannot be opened, because the installation's secret changed, is good for nothing. */
export function openSecrets(
  { org_id, id, secret, previous_secret, previous_until }: Kept,
  vault: Vault,
  now: Date,
): string[] {
  const previous = previous_until !== null && Date.parse(previous_until) > now.getTime() ? previous_secret : null
  return [secret, previous].flatMap((one) => {
    try {
      return one === null ? [] : [vault.open(one, placeOf(org_id, id))]
    } catch {
      return []
    }
  })
}

import { randomBytes } from 'node:crypto'
import type { SealedTable } from '#store/sealed-tables.ts'
import type { Vault } from '#store/vault.ts'
import type { IntegrationRow } from './queries.ts'

/* Signing secrets of integrations. Encrypted rather than hashed, because verifying a signature needs the secret. */

const sealContext = (org: string, id: string) => `integration/${org}/${id}`

export const sealedIntegrations: SealedTable = {
  table: 'integration',
  id: 'id',
  columns: { secret: sealContext, previous_secret: sealContext },
}

export const newInboundToken = () => randomBytes(24).toString('base64url')
export const isToken = (text: string) => /^[\w-]{32}$/.test(text)

export const sealIntegrationSecret = (vault: Vault, org: string, id: string, secret: string) => ({
  secret: vault.seal(secret, sealContext(org, id)),
  secret_hint: `…${secret.slice(-4)}`,
})

export const overlapHours = 24

type SecretColumns = Pick<IntegrationRow, 'org_id' | 'id' | 'secret' | 'previous_secret' | 'previous_secret_until'>

/** The valid secrets; one that cannot be decrypted, because SECRET_KEY changed, is skipped. */
export function openSecrets(
  { org_id, id, secret, previous_secret, previous_secret_until }: SecretColumns,
  vault: Vault,
  now: Date,
): string[] {
  const previous =
    previous_secret_until !== null && Date.parse(previous_secret_until) > now.getTime() ? previous_secret : null
  return [secret, previous].flatMap((one) => {
    try {
      return one === null ? [] : [vault.open(one, sealContext(org_id, id))]
    } catch {
      return []
    }
  })
}

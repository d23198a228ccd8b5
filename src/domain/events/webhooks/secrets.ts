import { randomBytes } from 'node:crypto'
import type { Db } from '#store/open.ts'
import type { SealedTable } from '#store/sealed-tables.ts'
import type { Vault } from '#store/vault.ts'
import { listPlaintextSecrets, replacePlaintextSecrets } from './queries-secrets.ts'

/* Signing secrets are stored encrypted: they must be read again to sign, but not by a reader of the database. */

const sealingContext = (org: string, id: string) => `webhook/${org}/${id}`
export const sealedWebhooks: SealedTable = {
  table: 'webhook',
  id: 'id',
  columns: { secret: sealingContext, previous_secret: sealingContext },
}
export const secretPrefix = 'whsec_'

/** In the Standard Webhooks format. */
export const newSecret = () => secretPrefix + randomBytes(32).toString('base64')
export const sealWebhookSecret = (vault: Vault, org: string, id: string, secret: string) => ({
  secret: vault.seal(secret, sealingContext(org, id)),
  secret_hint: `${secretPrefix}…${secret.slice(-4)}`,
})

/** Skips a secret that cannot be decrypted because the installation's secret changed. */
export const unsealSecrets = (vault: Vault, org: string, id: string, secrets: readonly (Buffer | null)[]): string[] =>
  secrets.flatMap((secret) => {
    try {
      return secret === null ? [] : [vault.open(secret, sealingContext(org, id))]
    } catch {
      return []
    }
  })

/** Encrypts secrets stored before encryption was introduced; returns the number of webhooks changed. */
export async function sealPlaintextSecrets(db: Db, vault: Vault): Promise<number> {
  const rows = await listPlaintextSecrets(db)
  for (const row of rows) {
    const seal = (text: string | null) => (text === null ? null : vault.seal(text, sealingContext(row.org_id, row.id)))
    await replacePlaintextSecrets(db, row, {
      secret: seal(row.plaintext_secret),
      previous: seal(row.plaintext_previous_secret),
    })
  }
  return rows.length
}

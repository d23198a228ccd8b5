import type { Config } from '#config/types.ts'
import { newPublishableKey } from '#domain/access/keys/rules.ts'
import { newSecret, sealWebhookSecret } from '#domain/events/webhooks/secrets.ts'
import { newInboundToken } from '#domain/integrations/secrets.ts'
import { newShareToken, shareTokenHash } from '#domain/overview/share-links/token.ts'
import { RestoreRefusedError } from '#store/backup/errors.ts'
import { type BackupRow, restoreOrganization } from '#store/backup/restore-organization.ts'
import { migrate } from '#store/migrate.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { type Vault, vaultFor } from '#store/vault.ts'
import { secretKeysOf } from './dependencies.ts'
import { checkSecretKeys } from './secret-keys.ts'

/** Restores the backup of one organization into an empty organization. */
export async function importOrganization(config: Config, connection: DatabaseOptions, path: string, org: string) {
  await migrate(connection)
  const store = openStore({ ...connection, max: 2 })
  try {
    const admin = await store.first<{ user_id: string }>(sql`
      select user_id from membership
      where org_id = ${org} and role = 'admin' and status = 'active' order by joined_at, id limit 1`)
    if (!admin) throw new RestoreRefusedError(`there is no organization ${org} with an admin`)
    const keys = await secretKeysOf(config, store)
    await checkSecretKeys(store, keys)
    const vault = vaultFor(keys)
    return await restoreOrganization(connection, path, {
      org,
      user: admin.user_id,
      renew: (table, row) => renewSecrets(table, row, { org, vault, prefix: config.keyPrefix }),
    })
  } finally {
    await store.close()
  }
}

type RenewContext = { org: string; vault: Vault; prefix: string }
const byteaLiteral = (value: Buffer) => `\\x${value.toString('hex')}`
/** After all existing events: webhooks do not deliver them again. */
const endOfEvents = { position_tx: '0', position_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * New URLs and secrets; integrations and webhooks stay off until their counterparts have them, and share links of the
 * other organization are revoked.
 */
function renewSecrets(table: string, row: BackupRow, { org, vault, prefix }: RenewContext): BackupRow {
  switch (table) {
    case 'event':
    case 'audit_entry':
      return { ...row, tx: '0' }
    case 'integration':
      return { ...row, token: newInboundToken(), status: 'disabled', sync_enabled: false, secret_hint: null }
    case 'integration_pull':
      return { ...row, paused: true, credential_hint: null }
    case 'survey_link':
    case 'feedback_widget':
      return { ...row, key: newPublishableKey(prefix) }
    case 'share_link':
      return { ...row, token_hash: shareTokenHash(newShareToken()), revoked_at: row.revoked_at ?? new Date() }
    case 'webhook': {
      const { secret, secret_hint } = sealWebhookSecret(vault, org, row.id as string, newSecret())
      return {
        ...row,
        ...endOfEvents,
        status: row.status === 'disabled' ? 'disabled' : 'paused',
        secret: byteaLiteral(secret),
        secret_hint,
        previous_secret_until: null,
      }
    }
    default:
      return row
  }
}

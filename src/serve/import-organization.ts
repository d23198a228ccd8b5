import type { Config } from '#config/types.ts'
import { newPublishableKey } from '#domain/account/keys/rules.ts'
import { newSecret, sealSecret } from '#domain/account/webhooks/secrets.ts'
import { newToken } from '#domain/integrations/secrets.ts'
import { type Row, restoreOrganization } from '#store/backup/restore-organization.ts'
import { RestoreRefused } from '#store/backup/errors.ts'
import { type Connection, openStore } from '#store/open.ts'
import { migrate } from '#store/migrate.ts'
import { sql } from '#store/sql.ts'
import { type Vault, vaultFor } from '#store/vault.ts'
import { secretOf } from './dependencies.ts'

/** Brings a backup of one organization into an empty one. */
export async function moveIn(config: Config, connection: Connection, path: string, org: string) {
  await migrate(connection)
  const store = openStore({ ...connection, max: 2 })
  try {
    const admin = await store.first<{ user_id: string }>(
      sql`select user_id from membership where org_id = ${org} and role = 'admin' and status = 'active' order by joined_at, id limit 1`,
    )
    if (!admin) throw new RestoreRefused(`there is no organization ${org} with an admin`)
    const vault = vaultFor(await secretOf(config, store))
    return await restoreOrganization(connection, path, {
      org,
      user: admin.user_id,
      renew: (table, row) => renewed(table, row, { org, vault, prefix: config.keyPrefix }),
    })
  } finally {
    await store.close()
  }
}

type Place = { org: string; vault: Vault; prefix: string }
const bytes = (value: Buffer) => `\\x${value.toString('hex')}`
const allTold = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Addresses and secrets are made anew, and what others were told of is not told to them again. */
export function renewed(table: string, row: Row, { org, vault, prefix }: Place): Row {
  switch (table) {
    case 'event':
      return { ...row, tx: '0' }
    case 'integration':
      return { ...row, token: newToken(), status: 'disabled', sync_enabled: false, secret_hint: null }
    case 'survey_link':
      return { ...row, key: newPublishableKey(prefix) }
    case 'webhook': {
      const { secret, secret_hint } = sealSecret(vault, org, row.id as string, newSecret())
      return {
        ...row,
        status: row.status === 'disabled' ? 'disabled' : 'paused',
        secret: bytes(secret),
        secret_hint,
        previous_secret_until: null,
        position_tx: '0',
        position_id: allTold,
      }
    }
    default:
      return row
  }
}

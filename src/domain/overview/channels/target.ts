import type { Db } from '#store/open.ts'
import type { SealedTable } from '#store/sealed-tables.ts'
import type { Vault } from '#store/vault.ts'
import { findChannelTarget } from './queries.ts'

export const unreadableUrl = 'The URL cannot be decrypted because SECRET_KEY has changed; enter it again.'

const sealingContext = (org: string, id: string) => `notification-channel/${org}/${id}`

export const sealedChannels: SealedTable = {
  table: 'notification_channel',
  id: 'id',
  columns: { url: sealingContext },
}

export function sealUrl(vault: Vault, org: string, id: string, url: string) {
  const { host, href } = new URL(url)
  return { url: vault.seal(url, sealingContext(org, id)), url_hint: `${host}/…${href.slice(-4)}` }
}

/** Undefined when the channel is gone or its URL cannot be decrypted because the installation's secret changed. */
export async function openTarget(db: Db, vault: Vault, org: string, id: string) {
  const target = await findChannelTarget(db, org, id)
  if (!target) return undefined
  try {
    return { kind: target.kind, url: vault.open(target.url, sealingContext(org, id)) }
  } catch {
    return undefined
  }
}

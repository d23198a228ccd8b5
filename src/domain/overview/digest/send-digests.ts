import { claimRecipients, type Recipient } from '#domain/access/members/queries-digest.ts'
import type { WriteMail } from '#domain/outbox/outbox.ts'
import type { ChannelMessage } from '#domain/overview/channels/format-message.ts'
import { claimDigestChannels, insertMessage } from '#domain/overview/channels/queries.ts'
import type { Db, Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import { buildDigest } from './build-digest.ts'
import { digestEmail } from './digest-email.ts'
import { listOrgsWithDueDigests } from './queries.ts'
import { unsubscribeUrl } from './unsubscribe.ts'
import { dueWeek, type Week } from '#domain/overview/channels/digest-week.ts'

/** `write` is set when mail is configured. */
export type DigestDelivery = { publicUrl: string; vault: Vault; write?: WriteMail | undefined }

/** Writes the digest of the last week to everyone and every channel that chose it, once each; returns how many. */
export async function sendDigests(store: Store, delivery: DigestDelivery, now = new Date()): Promise<number> {
  const week = dueWeek(now)
  let sent = 0
  for (const org of await listOrgsWithDueDigests(store, week.from, delivery.write !== undefined))
    sent += await sendDigestsOf(store, org, week, delivery)
  return sent
}

/** Marks and messages commit together, so a crash between them neither loses nor repeats a digest. */
async function sendDigestsOf(store: Store, org: string, week: Week, delivery: DigestDelivery): Promise<number> {
  const message = await buildDigest(store, org, week, delivery.publicUrl)
  return store.transaction(async (db) => {
    const channels = await claimDigestChannels(db, org, week.from)
    if (message) for (const { id } of channels) await insertMessage(db, org, id, message)
    const recipients = delivery.write ? await claimRecipients(db, org, week.from) : []
    if (!message) return 0
    for (const recipient of recipients) await writeEmail(db, org, { ...recipient, message }, delivery)
    return channels.length + recipients.length
  })
}

async function writeEmail(
  db: Db,
  org: string,
  { user_id, email, message }: Recipient & { message: ChannelMessage },
  { write, vault, publicUrl }: DigestDelivery,
) {
  await write?.(db, org, digestEmail(email, message, unsubscribeUrl(vault, publicUrl, org, user_id)))
}

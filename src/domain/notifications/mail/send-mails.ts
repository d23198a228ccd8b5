import { findOrganization } from '#domain/organizations/queries.ts'
import type { WriteMail } from '#domain/outbox/outbox.ts'
import { isInQuietHours } from '#domain/notifications/rules.ts'
import type { Db, Store } from '#store/open.ts'
import { notificationEmail } from './notification-email.ts'
import { claimNotifications, type DueReader, listDueReaders, listMailed, listOrgsWithDueMail } from './queries.ts'

/** What was read by then needs no mail. */
const waitMinutes = 10
/** In one mail. */
const maxListed = 30

/** `write` is set when mail is configured. */
type NotificationDelivery = { publicUrl: string; write?: WriteMail | undefined }

/** Writes one mail to each member with notifications that they have not read for ten minutes; returns how many. */
export async function sendNotificationMails(
  store: Store,
  { publicUrl, write }: NotificationDelivery,
  now = new Date(),
): Promise<number> {
  if (!write) return 0
  const before = new Date(now.getTime() - waitMinutes * 60_000)
  let sent = 0
  for (const org of await listOrgsWithDueMail(store, before))
    for (const reader of await listDueReaders(store, org, { now, before })) {
      if (isInQuietHours(reader, now)) continue
      const isSent = await store.transaction((db) => sendMail(db, org, reader, { publicUrl, write, now }))
      if (isSent) sent += 1
    }
  return sent
}

type Sending = { publicUrl: string; write: WriteMail; now: Date }

/** Marks and mail commit together, so a crash between them neither loses nor repeats a mail. */
async function sendMail(db: Db, org: string, { user_id, email }: DueReader, { publicUrl, write, now }: Sending) {
  const ids = await claimNotifications(db, org, user_id, now)
  const rows = ids.length ? await listMailed(db, org, ids, maxListed) : []
  if (rows.length === 0) return false
  const { name: organization } = (await findOrganization(db, org))!
  const total = ids.length > maxListed ? ids.length : rows.length
  await write(db, org, notificationEmail(email, rows, { organization, publicUrl, total }))
  return true
}

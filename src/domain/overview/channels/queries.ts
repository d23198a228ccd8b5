import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { assignments, empty, raw, sql } from '#store/sql.ts'
import type { ChannelKind, ChannelMessage } from './format-message.ts'

type ChannelRow = {
  id: string
  kind: ChannelKind
  name: string
  url_hint: string
  weekly_digest: boolean
  alerts: boolean
  last_success_at: string | null
  error: string | null
  created_at: string
  updated_at: string
}
const columns = raw('id, kind, name, url_hint, weekly_digest, alerts, last_success_at, error, created_at, updated_at')

export const listChannels = (db: Db, org: string) =>
  db.rows<ChannelRow>(sql`select ${columns} from notification_channel where org_id = ${org} order by id`)

export const findChannel = (db: Db, org: string, id: string) =>
  db.first<ChannelRow>(sql`select ${columns} from notification_channel where org_id = ${org} and id = ${id}`)

type NewChannel = Pick<ChannelRow, 'id' | 'kind' | 'name' | 'weekly_digest' | 'alerts' | 'url_hint'> & {
  url: Buffer
  /** The digest begins with the week after this one. */
  week: string
}

export const insertChannel = async (db: Db, org: string, c: NewChannel) =>
  (await db.first<ChannelRow>(sql`
    insert into notification_channel (org_id, id, kind, name, url, url_hint, weekly_digest, alerts, digest_week)
    values (${org}, ${c.id}, ${c.kind}, ${c.name}, ${c.url}, ${c.url_hint}, ${c.weekly_digest}, ${c.alerts},
      ${c.week}::date)
    returning ${columns}`))!

/** A new URL clears the error of the old one; a digest that is switched on begins with the week after `week`. */
export const updateChannel = (
  db: Db,
  org: string,
  id: string,
  { week, ...change }: Partial<NewChannel> & { week: string },
) => {
  const clearError = change.url ? raw(', error = null') : empty
  const begin = change.weekly_digest ? sql`, digest_week = greatest(digest_week, ${week}::date)` : empty
  return db.first<ChannelRow>(sql`
    update notification_channel set ${assignments(change)}, updated_at = now() ${clearError} ${begin}
    where org_id = ${org} and id = ${id} returning ${columns}`)
}

export const deleteChannel = (db: Db, org: string, id: string) =>
  db.run(sql`delete from notification_channel where org_id = ${org} and id = ${id}`)

export const findChannelTarget = (db: Db, org: string, id: string) =>
  db.first<{ kind: ChannelKind; url: Buffer }>(
    sql`select kind, url from notification_channel where org_id = ${org} and id = ${id}`,
  )

/** Queues an alert for every channel that gets alerts. */
export const insertAlertMessages = async (db: Db, org: string, message: ChannelMessage) => {
  const channels = await db.rows<{ id: string }>(
    sql`select id from notification_channel where org_id = ${org} and alerts order by id`,
  )
  return db.run(sql`
    insert into channel_message (org_id, id, channel_id, message)
    select c.org_id, x.id, c.id, ${JSON.stringify(message)}::json
    from unnest(${channels.map(() => newId())}::uuid[], ${channels.map(({ id }) => id)}::uuid[]) as x (id, channel_id)
    join notification_channel c on c.org_id = ${org} and c.id = x.channel_id`)
}

/** Marks the channels that have not got the week's digest; the caller queues their messages. */
export const claimDigestChannels = (db: Db, org: string, week: string) =>
  db.rows<{ id: string }>(sql`
    update notification_channel set digest_week = ${week}::date
    where org_id = ${org} and weekly_digest and (digest_week is null or digest_week < ${week}::date)
    returning id`)

export const insertMessage = (db: Db, org: string, channel: string, message: ChannelMessage) =>
  db.run(sql`
    insert into channel_message (org_id, id, channel_id, message)
    values (${org}, ${newId()}, ${channel}, ${JSON.stringify(message)}::json)`)

export type ClaimedMessage = {
  org_id: string
  id: string
  channel_id: string
  message: ChannelMessage
  attempts: number
}

/** Due messages of all organizations. */
const listDueMessages = (db: Db, max: number) =>
  db.rows<{ org_id: string; id: string }>(sql`
    select org_id, id from channel_message where next_attempt_at <= now() order by next_attempt_at limit ${max}`)

/** Due messages of all organizations, for one worker until the lease ends: another one finds them no longer due. */
export async function claimDueMessages(db: Db, max: number, leaseSeconds: number): Promise<ClaimedMessage[]> {
  const due = Map.groupBy(await listDueMessages(db, max), (row) => row.org_id)
  const claimed = [...due].map(([org, rows]) =>
    db.rows<ClaimedMessage>(sql`
      update channel_message
      set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      where org_id = ${org} and id = any(${rows.map((row) => row.id)}::uuid[]) and next_attempt_at <= now()
      returning org_id, id, channel_id, message, attempts`),
  )
  return (await Promise.all(claimed)).flat()
}

export const deleteMessage = (db: Db, { org_id, id }: ClaimedMessage) =>
  db.run(sql`delete from channel_message where org_id = ${org_id} and id = ${id}`)

export const rescheduleMessage = (db: Db, { org_id, id, attempts }: ClaimedMessage, delaySeconds: number) =>
  db.run(sql`
    update channel_message set next_attempt_at = now() + make_interval(secs => ${delaySeconds})
    where org_id = ${org_id} and id = ${id} and attempts = ${attempts}`)

export const updateChannelOutcome = (db: Db, org: string, id: string, error: string | null) =>
  db.run(sql`
    update notification_channel set error = ${error} ${error === null ? raw(', last_success_at = now()') : empty}
    where org_id = ${org} and id = ${id}`)

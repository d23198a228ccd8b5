import { objectTitle } from '#domain/objects/queries.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { StoredPreferences } from '#domain/notifications/queries.ts'
import type { NoticedKind, NotificationKind } from '#vocabulary/discussions.ts'

/** Unread, for mail, and not in one yet. */
const isWaiting = (now: Date): Sql => sql`
  n.by_mail and n.mailed_at is null and n.read_at is null and (n.snoozed_until is null or n.snoozed_until <= ${now})`

/** Organizations, across all, with notifications that were unread for long enough. */
export const listOrgsWithDueMail = async (db: Db, before: Date) =>
  (
    await db.rows<{ org_id: string }>(sql`
      select distinct org_id from notification
      where by_mail and mailed_at is null and read_at is null and created_at <= ${before} order by 1`)
  ).map((row) => row.org_id)

type Times = { now: Date; before: Date }
export type DueReader = Omit<StoredPreferences, 'ways'> & { user_id: string; email: string }

/** Members with a notification that was unread for long enough. */
export const listDueReaders = (db: Db, org: string, { now, before }: Times) =>
  db.rows<DueReader>(sql`
    select u.id as user_id, u.email, p.quiet_from, p.quiet_to, coalesce(p.time_zone, 'UTC') as time_zone
    from membership m join app_user u on u.id = m.user_id
    left join notification_preference p on p.org_id = ${org} and p.user_id = m.user_id
    where m.org_id = ${org} and m.status = 'active' and exists (
      select 1 from notification n
      where n.org_id = ${org} and n.user_id = m.user_id and ${isWaiting(now)} and n.created_at <= ${before})
    order by u.id`)

/** All that waits for mail to a member, also what is newer, so that one mail has it. */
export const claimNotifications = async (db: Db, org: string, user: string, now: Date) =>
  (
    await db.rows<{ id: string }>(sql`
      update notification n set mailed_at = ${now}
      where n.org_id = ${org} and n.user_id = ${user} and ${isWaiting(now)} returning n.id`)
  ).map(({ id }) => id)

export type MailedNotification = {
  kind: NotificationKind
  object_type: NoticedKind
  object_id: string
  comment_id: string | null
  title: string
  actor: string | null
  event_count: number
}

export const listMailed = (db: Db, org: string, ids: readonly string[], limit: number) =>
  db.rows<MailedNotification>(sql`
    select kind, object_type, object_id, comment_id, title, event_count, actor from (
      select n.kind, n.object_type, n.object_id, n.comment_id, ${objectTitle(org, 'n')} as title, n.event_count,
        n.updated_at, n.id, (
          select u.name from membership m join app_user u on u.id = m.user_id
          where m.org_id = ${org} and m.user_id = n.actor_ids[cardinality(n.actor_ids)]) as actor
      from notification n where n.org_id = ${org} and n.id = any(${ids}::uuid[])) n
    where title is not null order by updated_at desc, id desc limit ${limit}`)

import { objectTitle } from '#domain/objects/queries.ts'
import type { Db } from '#store/open.ts'
import { allOf, assignments, raw, type Sql, sql } from '#store/sql.ts'
import type { NoticedKind, NotificationKind, NotificationWay } from '#vocabulary/discussions.ts'

export type NotificationRow = {
  id: string
  kind: NotificationKind
  object_type: NoticedKind
  object_id: string
  title: string | null
  comment_id: string | null
  actors: { user_id: string; name: string }[]
  event_count: number
  read_at: string | null
  snoozed_until: string | null
  created_at: string
  updated_at: string
}

const columns = (org: string): Sql => sql`
  n.id, n.kind, n.object_type, n.object_id, ${objectTitle(org, 'n')} as title, n.comment_id, n.event_count, n.read_at,
  n.snoozed_until, n.created_at, n.updated_at,
  coalesce((
    select json_agg(json_build_object('user_id', u.id, 'name', u.name) order by array_position(n.actor_ids, u.id) desc)
    from membership m join app_user u on u.id = m.user_id
    where m.org_id = ${org} and m.user_id = any(n.actor_ids)), '[]') as actors`

const isAwake = raw('(n.snoozed_until is null or n.snoozed_until <= now())')
const states = {
  unread: sql`n.read_at is null and ${isAwake}`,
  all: isAwake,
  snoozed: raw('n.snoozed_until > now()'),
}

type NotificationQuery = {
  limit: number
  state: keyof typeof states
  kind?: NotificationKind[]
  object_id?: string
  after: readonly (string | number | null)[] | undefined
}

/** Latest first, one row more than the limit. */
export const listNotifications = (
  db: Db,
  org: string,
  user: string,
  { limit, state, kind, object_id, after }: NotificationQuery,
) =>
  db.rows<NotificationRow>(sql`
    select ${columns(org)} from notification n where ${allOf([
      sql`n.org_id = ${org} and n.user_id = ${user}`,
      states[state],
      kind && sql`n.kind = any(${kind}::text[])`,
      object_id !== undefined && sql`n.object_id = ${object_id}`,
      after && sql`(n.updated_at, n.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    ])}
    order by n.updated_at desc, n.id desc limit ${limit + 1}`)

export const countUnread = (db: Db, org: string, user: string) =>
  db.rows<{ kind: NotificationKind; count: number }>(sql`
    select n.kind, count(*)::int as count from notification n
    where n.org_id = ${org} and n.user_id = ${user} and ${states.unread} group by n.kind`)

type Key = { user: string; id: string }

export const findNotification = (db: Db, org: string, { user, id }: Key) =>
  db.first<NotificationRow>(sql`
    select ${columns(org)} from notification n where n.org_id = ${org} and n.user_id = ${user} and n.id = ${id}`)

type Change = { read_at?: Date | null; snoozed_until?: string | null; mailed_at?: Date }

export const updateNotification = (db: Db, org: string, { user, id }: Key, change: Change) =>
  db.run(sql`
    update notification set ${assignments(change)} where org_id = ${org} and user_id = ${user} and id = ${id}`)

/** The one that new comments on the same object join; a second unread one there cannot be. */
export const findOtherUnread = (db: Db, org: string, { user, id }: Key) =>
  db.first<{ id: string }>(sql`
    select o.id from notification n join notification o on o.org_id = ${org} and o.user_id = n.user_id
      and o.object_type = n.object_type and o.object_id = n.object_id and o.topic = n.topic and o.id <> n.id
    where n.org_id = ${org} and n.user_id = ${user} and n.id = ${id} and o.read_at is null`)

export const markRead = (db: Db, org: string, user: string, kinds: readonly NotificationKind[] | undefined) =>
  db.run(sql`
    update notification set read_at = now(), snoozed_until = null where ${allOf([
      sql`org_id = ${org} and user_id = ${user} and read_at is null`,
      kinds && sql`kind = any(${kinds}::text[])`,
    ])}`)

export type StoredPreferences = {
  ways: Partial<Record<NotificationKind, NotificationWay>>
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string
}

export const findPreferences = (db: Db, org: string, user: string) =>
  db.first<StoredPreferences>(sql`
    select ways, quiet_from, quiet_to, time_zone from notification_preference
    where org_id = ${org} and user_id = ${user}`)

export const upsertPreferences = (
  db: Db,
  org: string,
  user: string,
  { ways, quiet_from, quiet_to, time_zone }: StoredPreferences,
) =>
  db.run(sql`
    insert into notification_preference (org_id, user_id, ways, quiet_from, quiet_to, time_zone)
    values (${org}, ${user}, ${JSON.stringify(ways)}::jsonb, ${quiet_from}, ${quiet_to}, ${time_zone})
    on conflict (org_id, user_id) do update set ways = excluded.ways, quiet_from = excluded.quiet_from,
      quiet_to = excluded.quiet_to, time_zone = excluded.time_zone, updated_at = excluded.updated_at`)

export const listAdminIds = async (db: Db, org: string) =>
  (
    await db.rows<{ user_id: string }>(sql`
      select user_id from membership where org_id = ${org} and role = 'admin' and status = 'active' order by user_id`)
  ).map((row) => row.user_id)

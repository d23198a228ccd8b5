import { isObjectPresent } from '#domain/objects/queries.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import { defaultWays, type NoticedKind, type NotificationKind, notificationKinds } from '#vocabulary/discussions.ts'

/** How a member is notified of a kind, from the row `p` of their preferences. */
const way = (kind: string): Sql =>
  sql`coalesce(p.ways ->> ${raw(kind)}, case ${raw(kind)} ${join(
    notificationKinds.map((name) => raw(`when '${name}' then '${defaultWays[name]}'`)),
    ' ',
  )} end)`

/** The stronger of two kinds comes first in this list. */
const strength = (kind: string) => `array_position(array['${notificationKinds.join("', '")}'], ${kind})`

/** The rest is a number. */
const maxActors = 10

type Rows = {
  object: { type: NoticedKind; id: string }
  comment?: string
  actor: string | null
  others: readonly { user: string; kind: NotificationKind; topic: string }[]
}

const isStronger = raw(`${strength('excluded.kind')} < ${strength('n.kind')}`)
/** A reason for a mail that was none before. */
const isNewForMail = sql`(excluded.by_mail and (not n.by_mail or ${isStronger}))`

/** New notifications of active members who want them; what joins an unread one is added to it. */
export const upsertNotifications = (db: Db, org: string, { object, comment, actor, others }: Rows) =>
  db.run(sql`
    insert into notification as n (org_id, id, user_id, kind, topic, object_type, object_id, comment_id, actor_ids,
      by_mail, created_at, updated_at)
    select ${org}, x.id, x.user_id, x.kind, x.topic, ${object.type}, ${object.id}::uuid, ${comment ?? null}::uuid,
      ${actor === null ? [] : [actor]}::text[], ${way('x.kind')} = 'mail', now(), now()
    from unnest(${others.map(() => newId())}::uuid[], ${others.map((one) => one.user)}::text[],
      ${others.map((one) => one.kind)}::text[], ${others.map((one) => one.topic)}::text[])
      as x (id, user_id, kind, topic)
    join membership m on m.org_id = ${org} and m.user_id = x.user_id and m.status = 'active'
    left join notification_preference p on p.org_id = ${org} and p.user_id = x.user_id
    where ${way('x.kind')} <> 'off'
    order by x.user_id
    on conflict (org_id, user_id, object_type, object_id, topic) where read_at is null do update set
      event_count = n.event_count + 1, updated_at = excluded.updated_at, by_mail = n.by_mail or excluded.by_mail,
      kind = case when ${isStronger} then excluded.kind else n.kind end,
      created_at = case when ${isNewForMail} then excluded.created_at else n.created_at end,
      mailed_at = case when ${isNewForMail} then null else n.mailed_at end,
      comment_id = case when ${isStronger} then excluded.comment_id else n.comment_id end,
      actor_ids = case when cardinality(n.actor_ids) < ${raw(String(maxActors))}
        then array_remove(n.actor_ids, excluded.actor_ids[1]) || excluded.actor_ids else n.actor_ids end`)

/** An unread notification of nothing but this comment. */
export const withdrawNotifications = (db: Db, org: string, comment: string) =>
  db.run(sql`
    delete from notification
    where org_id = ${org} and comment_id = ${comment} and read_at is null and event_count = 1`)

export const deleteNotificationsOfGone = (db: Db, org: string) =>
  db.run(sql`delete from notification n where n.org_id = ${org} and not ${isObjectPresent(org, 'n')}`)

import Type from 'typebox'
import { MemberRef } from '#contract/core/discussions.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { Time, When } from '#contract/core/times.ts'
import { noticedKinds, notificationKinds, notificationWays } from '#vocabulary/discussions.ts'

const Kind = oneOf(...notificationKinds)
const ObjectType = oneOf(...noticedKinds)
const Way = oneOf(...notificationWays)
const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['22:00'] })

const Notification = Type.Object(
  {
    id: Id,
    kind: Kind,
    object_type: ObjectType,
    object_id: Id,
    title: nullable(Type.String({ examples: ['CSV export fails above 10,000 rows'] })),
    comment_id: nullable(Id),
    actors: Type.Array(MemberRef),
    event_count: Count,
    read_at: nullable(Time),
    snoozed_until: nullable(Time),
    url: Type.String({ examples: ['/comments/019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'] }),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Notification' },
)

const counts = Object.fromEntries(notificationKinds.map((kind) => [kind, Count])) as Record<
  (typeof notificationKinds)[number],
  typeof Count
>
const Counts = Type.Object(
  { unread: Count, by_kind: Type.Object(counts, closed) },
  { ...closed, $id: 'NotificationCounts' },
)

const ways = Object.fromEntries(notificationKinds.map((kind) => [kind, Way])) as Record<
  (typeof notificationKinds)[number],
  typeof Way
>
const preferences = {
  ways: Type.Object(ways, closed),
  quiet_from: nullable(Clock),
  quiet_to: nullable(Clock),
  time_zone: Name('Europe/Lisbon', 64),
}
const Preferences = Type.Object(
  {
    ...preferences,
    mail_configured: Type.Boolean({ description: 'Without a mail server no email is sent.' }),
  },
  { ...closed, $id: 'NotificationPreferences' },
)

/** What a member should know: the user of the session, or the one whom the key belongs to. */
export const notifications = defineRoutes({
  listNotifications: {
    method: 'GET',
    path: '/notifications',
    summary: 'List your notifications, latest first',
    description:
      'Mentions, replies, comments on what you follow, assignments, finished imports, change sets to decide about ' +
      'and failing webhooks. Several about one object are one notification until it is read.',
    query: Type.Object(
      {
        ...PageQuery,
        state: withDefault(oneOf('unread', 'all', 'snoozed'), 'all'),
        kind: Type.Optional(multiValue(Kind)),
        object_id: Type.Optional(Id),
      },
      closed,
    ),
    result: page(Notification),
  },
  countNotifications: {
    method: 'GET',
    path: '/notifications/counts',
    summary: 'Count your unread notifications, without those that are snoozed',
    result: Counts,
  },
  updateNotification: {
    method: 'PATCH',
    effect: 'updates',
    path: '/notifications/{notificationId}',
    summary: 'Mark a notification as read or unread, or snooze it',
    params: pathIds('notificationId'),
    body: anyOfFields({ read: Type.Boolean(), snoozed_until: nullable(When) }),
    result: Notification,
  },
  markNotificationsRead: {
    method: 'POST',
    effect: 'updates',
    path: '/notifications/read',
    summary: 'Mark all your notifications as read, or those of some kinds',
    body: Type.Object(
      {
        kinds: Type.Optional(Type.Array(Kind, { minItems: 1, maxItems: notificationKinds.length, uniqueItems: true })),
      },
      closed,
    ),
    result: Type.Object({ marked: Count }, closed),
  },
  getNotificationPreferences: {
    method: 'GET',
    path: '/notifications/preferences',
    summary: 'Read how you are notified',
    result: Preferences,
  },
  updateNotificationPreferences: {
    method: 'PATCH',
    effect: 'updates',
    path: '/notifications/preferences',
    summary: 'Choose how you are notified of each kind, and when no email is sent',
    body: anyOfFields({ ...preferences, ways: Type.Partial(Type.Object(ways), { ...closed, minProperties: 1 }) }),
    result: Preferences,
  },
})

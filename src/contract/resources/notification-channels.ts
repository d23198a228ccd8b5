import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, Id, pathIds } from '#contract/core/ids.ts'
import { page } from '#contract/core/pages.ts'
import { anyOfFields, closed, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { webAddressPattern } from '#vocabulary/patterns.ts'

const app = { audience: 'app', admin: true } as const
const Kind = oneOf('slack', 'teams', 'discord')
const Url = Type.String({
  pattern: webAddressPattern,
  maxLength: 2000,
  examples: ['https://hooks.example.com/services/T000/B000/XXXX'],
})
const NotificationChannel = Type.Object(
  {
    id: Id,
    kind: Kind,
    name: Type.String({ examples: ['#product'] }),
    url_hint: Type.String({ description: 'The host of the URL and its end.', examples: ['hooks.example.com/…XXXX'] }),
    weekly_digest: Type.Boolean(),
    alerts: Type.Boolean(),
    last_success_at: nullable(Time),
    error: nullable(Type.String({ examples: ['404 no_service'] })),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'NotificationChannel' },
)
const fields = {
  name: Name('#product'),
  url: Url,
  weekly_digest: Type.Boolean(),
  alerts: Type.Boolean(),
}

/** Incoming webhooks of Slack, Microsoft Teams and Discord. */
export const notificationChannels = defineRoutes({
  listNotificationChannels: {
    ...app,
    method: 'GET',
    path: '/notification-channels',
    summary: 'List the channels that get the weekly digest and alerts',
    result: page(NotificationChannel),
  },
  createNotificationChannel: {
    ...app,
    method: 'POST',
    effect: 'adds',
    path: '/notification-channels',
    summary: 'Add a channel by the URL of its incoming webhook',
    status: 201,
    body: Type.Object(
      {
        kind: Kind,
        name: fields.name,
        url: fields.url,
        weekly_digest: withDefault(fields.weekly_digest, true),
        alerts: withDefault(fields.alerts, true),
      },
      closed,
    ),
    result: NotificationChannel,
    errors: ['INVALID_STATE'],
  },
  updateNotificationChannel: {
    ...app,
    method: 'PATCH',
    effect: 'updates',
    path: '/notification-channels/{channelId}',
    summary: 'Rename a channel, or change its URL or what it gets',
    params: pathIds('channelId'),
    body: anyOfFields(fields),
    result: NotificationChannel,
  },
  deleteNotificationChannel: {
    ...app,
    method: 'DELETE',
    path: '/notification-channels/{channelId}',
    summary: 'Remove a channel',
    params: pathIds('channelId'),
    result: Deleted,
  },
  testNotificationChannel: {
    ...app,
    method: 'POST',
    effect: 'adds',
    external: true,
    path: '/notification-channels/{channelId}/test',
    summary: 'Send a test message and say how it went',
    noDryRun: 'it sends a message to the channel.',
    params: pathIds('channelId'),
    result: Type.Object(
      {
        id: Id,
        url: Type.String({ description: 'The page the message links to.', examples: ['https://feedback.example.com'] }),
        delivered: Type.Boolean(),
        error: nullable(Type.String({ examples: ['404 no_service'] })),
      },
      closed,
    ),
  },
})

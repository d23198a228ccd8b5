import Type from 'typebox'
import { eventNames } from './events.ts'
import { routes } from '#contract/core/route.ts'
import {
  Category,
  closed,
  Count,
  Deleted,
  Id,
  nullable,
  oneOf,
  OrgId,
  page,
  PageQuery,
  Sentiment,
  several,
  Text,
  Time,
  UserId,
  When,
  withDefault,
} from '#contract/core/shapes.ts'

const families = [...new Set(eventNames.map((name) => name.slice(0, name.indexOf('.'))))]
/** A name, a whole family, or everything. */
export const eventPatterns = ['*', ...families.map((family) => `${family}.*`), ...eventNames]
const EventType = oneOf(...eventNames)
const EventPattern = Type.Unsafe<string>({ type: 'string', enum: eventPatterns, examples: ['project.*'] })
export const EventId = Type.String({
  pattern: '^evt_[0-9a-f]{32}$',
  examples: ['evt_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'],
})

export const Event = Type.Object(
  {
    id: EventId,
    type: EventType,
    created_at: Time,
    org_id: OrgId,
    api_version: Type.Literal('v1'),
    actor: Type.Object(
      {
        type: oneOf('user', 'api_key', 'integration', 'system'),
        id: nullable(Type.String({ examples: ['user_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'] })),
      },
      closed,
    ),
    data: Type.Object(
      {
        object: nullable(
          Type.Record(Type.String(), Type.Unknown(), {
            examples: [{ id: '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f' }],
            description: 'What it is about, as the API showed it then; null once it was erased.',
          }),
        ),
        previous: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            examples: [{ status: 'not_started' }],
            description: 'What the changed fields were before.',
          }),
        ),
        truncated: Type.Optional(
          Type.Boolean({ description: 'The object was too large to be sent along; read it by its id.' }),
        ),
      },
      closed,
    ),
  },
  { ...closed, $id: 'Event' },
)

const Url = Type.String({
  pattern: '^https?://[^\\s]+$',
  maxLength: 2000,
  examples: ['https://hooks.example.com/earshot'],
})
const Filter = Type.Partial(
  Type.Object({ segment_id: Id, theme_id: Id, category: Category, sentiment: Sentiment, project_id: Id }),
  {
    ...closed,
    examples: [{ sentiment: 'NEGATIVE' }],
    description: 'Only events whose object says all of this are told.',
  },
)

export const Webhook = Type.Object(
  {
    id: Id,
    url: Type.String({ examples: ['https://hooks.example.com/earshot'] }),
    events: Type.Array(Type.String({ examples: ['project.*'] })),
    filter: Filter,
    description: nullable(Type.String({ examples: ['Posts to the product channel'] })),
    status: oneOf('active', 'paused', 'disabled'),
    disabled_reason: nullable(Type.String({ examples: ['50 failures in a row'] })),
    keep_enabled: Type.Boolean(),
    secret_hint: Type.String({ examples: ['whsec_…x9Qk'] }),
    previous_secret_until: nullable(Time),
    failure_count: Count,
    failing_since: nullable(Time),
    last_success_at: nullable(Time),
    last_failure_at: nullable(Time),
    created_by: nullable(UserId),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Webhook' },
)
const Secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/=]+$',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  description: 'Shown this once.',
})
const WithSecret = Type.Object({ ...Webhook.properties, secret: Secret }, { ...closed, $id: 'WebhookWithSecret' })

export const Delivery = Type.Object(
  {
    id: Id,
    webhook_id: Id,
    event_id: EventId,
    event_type: EventType,
    test: Type.Boolean(),
    replay_of: nullable(Id),
    status: oneOf('pending', 'delivered', 'failed'),
    attempts: Type.Array(
      Type.Object(
        {
          at: Time,
          response_status: nullable(Type.Integer({ examples: [200] })),
          error: nullable(Type.String({ examples: ['TIMEOUT'] })),
          duration_ms: Type.Integer({ minimum: 0, examples: [38] }),
        },
        closed,
      ),
    ),
    next_attempt_at: nullable(Time),
    response_status: nullable(Type.Integer({ examples: [200] })),
    response_excerpt: nullable(Type.String({ examples: ['ok'] })),
    error: nullable(Type.String({ examples: ['TIMEOUT: No whole answer in time.'] })),
    duration_ms: nullable(Type.Integer({ minimum: 0, examples: [38] })),
    completed_at: nullable(Time),
    created_at: Time,
  },
  { ...closed, $id: 'WebhookDelivery' },
)

const writable = {
  url: Url,
  events: Type.Array(EventPattern, {
    minItems: 1,
    maxItems: eventPatterns.length,
    uniqueItems: true,
    examples: [['project.*']],
  }),
  filter: Filter,
  description: nullable(Text('Posts to the product channel', 500)),
  keep_enabled: Type.Boolean({ description: 'Keep trying whatever fails; never switched off by itself.' }),
}
const { url, events: subscribed, ...optional } = writable
const webhookId = Type.Object({ webhookId: Id }, closed)
const deliveryId = Type.Object({ webhookId: Id, deliveryId: Id }, closed)

export const events = routes({
  listEvents: {
    method: 'GET',
    path: '/events',
    summary: 'What happened, oldest first, for 30 days',
    description:
      'To follow the feed, ask again with after = the id of the last event seen. An event never appears before one that was already read.',
    query: Type.Object(
      {
        ...PageQuery,
        types: Type.Optional(several(EventPattern)),
        after: Type.Optional(EventId),
        created_after: Type.Optional(When),
      },
      closed,
    ),
    result: page(Event),
  },
  getEvent: {
    method: 'GET',
    path: '/events/{eventId}',
    summary: 'Read one event',
    params: Type.Object({ eventId: EventId }, closed),
    result: Event,
  },
})

export const webhooks = routes({
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks, newest first',
    query: Type.Object({ ...PageQuery, status: Type.Optional(several(oneOf('active', 'paused', 'disabled'))) }, closed),
    result: page(Webhook),
  },
  getWebhook: {
    method: 'GET',
    path: '/webhooks/{webhookId}',
    summary: 'Read one webhook',
    params: webhookId,
    result: Webhook,
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    summary: 'Be told of events; answers with the signing secret, once',
    status: 201,
    admin: true,
    secret: true,
    description:
      'Signed as Standard Webhooks. At most 25. Sent at least once and in no order: receivers tell repeats by webhook-id.',
    body: Type.Object({ url, events: subscribed, ...Type.Partial(Type.Object(optional)).properties }, closed),
    result: WithSecret,
    errors: ['DUPLICATE', 'INVALID_STATE'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/webhooks/{webhookId}',
    summary: 'Change, pause or switch on a webhook',
    params: webhookId,
    admin: true,
    description: 'What happens while it is off is told once it is on again, as far as the feed goes back.',
    body: Type.Partial(Type.Object({ ...writable, enabled: Type.Boolean() }), { ...closed, minProperties: 1 }),
    result: Webhook,
    errors: ['DUPLICATE'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    summary: 'Delete a webhook',
    params: webhookId,
    admin: true,
    result: Deleted,
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    summary: 'Send a realistic, signed test event and say how it went',
    params: webhookId,
    admin: true,
    description:
      'Sent at once, also to a webhook that is off; answers with status, duration and the beginning of what the receiver said.',
    body: Type.Object({ event_type: withDefault(EventType, 'project.status_changed') }, closed),
    result: Delivery,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{webhookId}/rotate-secret',
    summary: 'Make a new signing secret; both sign for 24 hours',
    params: webhookId,
    admin: true,
    secret: true,
    result: WithSecret,
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    summary: 'What was sent and how it went, newest first',
    params: webhookId,
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(several(oneOf('pending', 'delivered', 'failed'))),
        event_type: Type.Optional(several(EventType)),
      },
      closed,
    ),
    result: page(Delivery),
  },
  getWebhookDelivery: {
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
    summary: 'Read one delivery, or wait for it to end',
    params: deliveryId,
    query: Type.Object(
      {
        wait: withDefault(
          Type.Integer({
            minimum: 0,
            maximum: 30,
            examples: [15],
            description: 'Seconds to wait for the first attempt to end.',
          }),
          0,
        ),
      },
      closed,
    ),
    result: Delivery,
  },
  replayWebhookDelivery: {
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    summary: 'Send the same event again, under the same id',
    status: 202,
    params: deliveryId,
    admin: true,
    result: Delivery,
    errors: ['INVALID_STATE'],
  },
})

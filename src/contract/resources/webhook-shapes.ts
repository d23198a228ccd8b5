import Type from 'typebox'
import { eventNames } from '#contract/core/event-names.ts'
import { EventId, EventType } from '#contract/core/event.ts'
import { Id, UserId } from '#contract/core/ids.ts'
import { Category, Sentiment } from '#contract/core/labels.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { webAddressPattern } from '#vocabulary/patterns.ts'

const resourceNames = [...new Set(eventNames.map((name) => name.slice(0, name.indexOf('.'))))]
/** An event type, all types of a resource, or all. */
const eventPatterns = ['*', ...resourceNames.map((family) => `${family}.*`), ...eventNames]
export const EventPattern = Type.Unsafe<string>({ type: 'string', enum: eventPatterns, examples: ['project.*'] })
const Url = Type.String({
  pattern: webAddressPattern,
  maxLength: 2000,
  examples: ['https://hooks.example.com/earshot'],
})
const Filter = Type.Partial(
  Type.Object({ segment_id: Id, theme_id: Id, category: Category, sentiment: Sentiment, project_id: Id }),
  {
    ...closed,
    examples: [{ sentiment: 'NEGATIVE' }],
    description: 'Only events whose object matches all of these are sent.',
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
    disabled_reason: nullable(Type.String({ examples: ['no success for 24 hours, with 20 failures'] })),
    keep_enabled: Type.Boolean(),
    secret_hint: Type.String({ examples: ['whsec_…x9Qk'] }),
    previous_secret_until: nullable(Time),
    failure_count: Count,
    failing_since: nullable(Time),
    disables_at: nullable(
      Type.String({
        format: 'date-time',
        examples: ['2026-05-03T10:00:00.000Z'],
        description: 'The first failure after this time disables the webhook, unless a delivery succeeds before.',
      }),
    ),
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
export const WebhookWithSecret = Type.Object(
  { ...Webhook.properties, secret: Secret },
  { ...closed, $id: 'WebhookWithSecret' },
)

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

export const writableWebhookFields = {
  url: Url,
  events: Type.Array(EventPattern, {
    minItems: 1,
    maxItems: eventPatterns.length,
    uniqueItems: true,
    examples: [['project.*']],
  }),
  filter: Filter,
  description: nullable(Text('Posts to the product channel', 500)),
  keep_enabled: Type.Boolean({ description: 'Keep retrying; never disabled automatically.' }),
}
export const { url, events: eventPatternsField, ...optionalFields } = writableWebhookFields

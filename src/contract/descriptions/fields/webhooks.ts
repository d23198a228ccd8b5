import type { FieldTexts } from './field-texts.ts'

const filter: FieldTexts = {
  'filter.segment_id': 'Only events about this segment or contacts in it.',
  'filter.theme_id': 'Only events about this theme or insights of it.',
  'filter.category': 'Only events about insights of this category.',
  'filter.sentiment': 'Only events about insights of this sentiment.',
  'filter.project_id': 'Only events about this Project.',
}
const attempt = (at: string): FieldTexts => ({
  [`${at}response_status`]: 'The HTTP status of the answer; null without an answer.',
  [`${at}error`]: 'Why it failed, beginning with a code such as `TIMEOUT`; null if it did not.',
  [`${at}duration_ms`]: 'How long it took, in milliseconds.',
})

export const webhookTexts: Record<string, FieldTexts> = {
  Webhook: {
    url: 'The address that events are sent to.',
    events: 'The types of events that are sent; `project.*` is all of one kind, `*` all.',
    ...filter,
    description: 'What the webhook is for; null without a description.',
    status: 'Whether events are sent.',
    disabled_reason: 'Why it was disabled; null if it was not.',
    keep_enabled: 'Whether it stays enabled however often deliveries fail.',
    secret_hint: 'The last characters of the secret.',
    failure_count: 'The number of failures since the last success.',
    failing_since: 'When the first of these failures was; null without failures.',
    last_failure_at: 'When a delivery last failed; null if none did.',
  },
  WebhookDelivery: {
    webhook_id: 'The webhook that it was sent to.',
    event_id: 'The event that was sent; it is the header `webhook-id`.',
    event_type: 'What kind of event was sent.',
    test: 'Whether it is a test.',
    replay_of: 'The delivery that it repeats; null if it is an original.',
    status: 'How the delivery went.',
    attempts: 'Every attempt to deliver it, the oldest first.',
    ...attempt(''),
    'attempts.at': 'When the attempt was made.',
    ...attempt('attempts.'),
    next_attempt_at: 'When it is tried again; null if it is not.',
    response_excerpt: 'How the answer to the last attempt began; null without an answer.',
    completed_at: 'When it was delivered, or failed for good; null before that.',
  },
  testWebhook: { event_type: 'The type of the event to send.' },
}

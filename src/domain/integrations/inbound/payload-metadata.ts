import { valueAt, code } from '#domain/integrations/mapping/sanitize.ts'
import { isFresh, type Provider, type Refusal, refuse, toleranceSeconds } from './verify-signature.ts'

/* Timestamps and delivery ids that some providers put into the body. */

const timestampReaders: Partial<Record<Provider, (payload: unknown) => number | undefined>> = {
  linear: (payload) => numberAt(payload, 'webhookTimestamp'),
  jira: (payload) => numberAt(payload, 'timestamp'),
  intercom: (payload) => toMilliseconds(numberAt(payload, 'created_at')),
}
const deliveryIdReaders: Partial<Record<Provider, (payload: unknown) => string | undefined>> = {
  intercom: (payload) => code(valueAt(payload, 'id')),
  slack: (payload) => code(valueAt(payload, 'event_id')),
  // The body of a trigger is free-form: an id in it may be the ticket's.
  zendesk: (payload) =>
    String(valueAt(payload, 'type')).startsWith('zen:') ? code(valueAt(payload, 'id')) : undefined,
}

const numberAt = (payload: unknown, name: string) => {
  const value = valueAt(payload, name)
  return typeof value === 'number' ? value : undefined
}
const toMilliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)

/** Rejects stale payloads; only Linear always sends a timestamp. */
export function checkTimestamp(provider: Provider, payload: unknown, now: Date): Refusal | null {
  const read = timestampReaders[provider]
  if (!read) return null
  const time = read(payload)
  if (time === undefined) return provider === 'linear' ? refuse('missing_timestamp') : null
  return isFresh(time, now, toleranceSeconds[provider]) ? null : refuse('stale_timestamp')
}

export const deliveryIdIn = (provider: Provider, payload: unknown): string | null =>
  deliveryIdReaders[provider]?.(payload) ?? null

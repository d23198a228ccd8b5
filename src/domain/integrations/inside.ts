import { at, code } from './clean.ts'
import { isFresh, type Provider, type Refusal, refuse, tolerance } from './signatures.ts'

/* What some senders say inside the body: when they sent it, and what they call it. */

const times: Partial<Record<Provider, (payload: unknown) => number | undefined>> = {
  linear: (payload) => numberAt(payload, 'webhookTimestamp'),
  jira: (payload) => numberAt(payload, 'timestamp'),
  intercom: (payload) => scaled(numberAt(payload, 'created_at')),
}
const names: Partial<Record<Provider, (payload: unknown) => string | undefined>> = {
  intercom: (payload) => code(at(payload, 'id')),
  slack: (payload) => code(at(payload, 'event_id')),
  // What a trigger sends has no shape of its own: an id in it may be the ticket's.
  zendesk: (payload) => (String(at(payload, 'type')).startsWith('zen:') ? code(at(payload, 'id')) : undefined),
}

const numberAt = (payload: unknown, name: string) => {
  const value = at(payload, name)
  return typeof value === 'number' ? value : undefined
}
const scaled = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)

/** Linear always says when; of the others only what is said is held against them. */
export function lateness(provider: Provider, payload: unknown, now: Date): Refusal | null {
  const read = times[provider]
  if (!read) return null
  const time = read(payload)
  if (time === undefined) return provider === 'linear' ? refuse('missing_timestamp') : null
  return isFresh(time, now, tolerance[provider]) ? null : refuse('stale_timestamp')
}

export const nameInside = (provider: Provider, payload: unknown): string | null => names[provider]?.(payload) ?? null

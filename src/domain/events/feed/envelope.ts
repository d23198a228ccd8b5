import type { Static } from 'typebox'
import type { EventName } from '#contract/core/event-names.ts'
import type { Event } from '#contract/core/event.ts'

type Envelope = Static<typeof Event>

export type EventRow = {
  org_id: string
  id: string
  type: EventName
  actor_type: Envelope['actor']['type']
  actor_id: string | null
  object: Record<string, unknown> | null
  previous: Record<string, unknown> | null
  created_at: string
}

export const eventIdOf = (id: string) => `evt_${id.replaceAll('-', '')}`
export const eventUuidOf = (eventId: string) =>
  eventId.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The public form of an event, in the feed and in webhook deliveries. */
export const envelopeOf = (row: EventRow): Envelope => ({
  id: eventIdOf(row.id),
  type: row.type,
  created_at: row.created_at,
  org_id: row.org_id,
  api_version: 'v1',
  actor: { type: row.actor_type, id: row.actor_id },
  data: { object: row.object, ...(row.previous && { previous: row.previous }) },
})

const maxBytes = 256 * 1024

/** An object too large for a delivery is replaced by its id, for the receiver to fetch. */
export function webhookBody(envelope: Envelope): string {
  const whole = JSON.stringify(envelope)
  if (Buffer.byteLength(whole) <= maxBytes) return whole
  const { object } = envelope.data
  return JSON.stringify({ ...envelope, data: { object: { id: object?.id ?? null }, truncated: true } })
}

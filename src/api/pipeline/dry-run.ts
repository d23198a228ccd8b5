import { envelopeOf, type EventRow } from '#domain/events/feed/envelope.ts'
import type { NewEvent } from '#domain/events/feed/queries-insert.ts'
import type { Principal } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import { appendFields, type OperationResponse } from './idempotency.ts'
import { actorOf } from './run-operation.ts'

/** The events as the feed and webhooks would show them; audit entries without a type are not part of either. */
const previewEvents = (events: readonly NewEvent[], principal: Principal) =>
  events.flatMap(({ type, object, previous }) => {
    if (type === null) return []
    const actor = actorOf(principal)
    return envelopeOf({
      org_id: principal.org,
      id: newId(),
      type,
      actor_type: actor.type,
      actor_id: actor.id,
      object: parsed(object),
      previous: parsed(previous),
      created_at: new Date().toISOString(),
    })
  })

const parsed = (text: string | null | undefined): EventRow['object'] =>
  text ? (JSON.parse(text) as Record<string, unknown>) : null

export const addDryRunFields = (response: OperationResponse, principal: Principal): OperationResponse => ({
  ...response,
  text: appendFields(response.text, {
    dry_run: true,
    dry_run_events: previewEvents(response.events ?? [], principal),
  }),
})

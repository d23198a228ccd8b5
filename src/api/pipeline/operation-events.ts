import { type Json, StatusResponse, type Route } from '#contract/core/route.ts'
import type { EventName } from '#contract/core/event-names.ts'
import type { NewEvent } from '#domain/events/feed/queries-insert.ts'
import type { Emit } from '#domain/context.ts'
import type { Validated } from './validate.ts'

export type EmittedEvent = { type: EventName } & NonNullable<Parameters<Emit>[1]>

type EventObject = { text: string; id: string | null }

/** The events of a write: those its handler emitted, else the one its route declares, else an audit entry. */
export function eventsFor(
  route: Route,
  input: Validated,
  result: unknown,
  emitted: readonly EmittedEvent[],
): NewEvent[] {
  const declared = typeof route.event === 'object' ? route.event[input.action as string] : route.event
  const events: readonly EmittedEvent[] = emitted.length > 0 || !declared ? emitted : [{ type: declared }]
  if (events.length === 0) return [{ type: null, resource: resourceIdIn(input) }]
  return events.map(({ type, object, previous }) => {
    const serialized = object ? serializeObject(object) : eventObject(result, type)
    return {
      type,
      resource: serialized.id ?? resourceIdIn(input),
      object: serialized.text,
      previous: previous ? JSON.stringify(previous) : null,
    }
  })
}

/** The object of an event: the response, or its field named like the event's resource. */
function eventObject(result: unknown, type: EventName): EventObject {
  const body = (result instanceof StatusResponse ? result.body : result) as Record<string, unknown>
  if ('json' in body)
    return { text: (body as Json<unknown>).json, id: leadingId.exec((body as Json<unknown>).json)?.[1] ?? null }
  const part = body[type.slice(0, type.indexOf('.'))]
  return serializeObject(part !== null && typeof part === 'object' ? (part as Record<string, unknown>) : body)
}

/** Emitted events of work without a response. */
export const emittedEvents = (emitted: readonly EmittedEvent[]): NewEvent[] =>
  emitted.map(({ type, object, previous }) => ({
    type,
    resource: object ? serializeObject(object).id : null,
    object: object ? serializeObject(object).text : null,
    previous: previous ? JSON.stringify(previous) : null,
  }))

const serializeObject = (object: Record<string, unknown>): EventObject => ({
  text: JSON.stringify(object),
  id: typeof object.id === 'string' ? object.id : null,
})

const leadingId = /^\{"id" ?: ?"([^"]{1,64})"/

/** The first id in the request. */
export const resourceIdIn = (input: Validated): string | null =>
  (Object.entries(input).find(([name, value]) => /(Id|_id)$/.test(name) && typeof value === 'string')?.[1] as
    | string
    | undefined) ?? null

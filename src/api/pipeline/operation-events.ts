import { type Json, Answered, type Route } from '#contract/core/route.ts'
import type { EventName } from '#contract/resources/events.ts'
import type { Happening } from '#domain/account/events/record.ts'
import type { Emit } from '#domain/context.ts'
import type { Validated } from './validate.ts'

export type Emitted = { type: EventName } & NonNullable<Parameters<Emit>[1]>

type Shown = { text: string; id: string | null }

/** What a write has to tell: what its handler said, or else what its route declares; at the least, that it was done. */
export function happeningsOf(
  route: Route,
  input: Validated,
  result: unknown,
  emitted: readonly Emitted[],
): Happening[] {
  const declared = typeof route.event === 'object' ? route.event[input.action as string] : route.event
  const said: readonly Emitted[] = emitted.length > 0 || !declared ? emitted : [{ type: declared }]
  if (said.length === 0) return [{ type: null, resource: nameIn(input) }]
  return said.map(({ type, object, previous }) => {
    const shown = object ? shownAs(object) : shownBy(result, type)
    return {
      type,
      resource: shown.id ?? nameIn(input),
      object: shown.text,
      previous: previous ? JSON.stringify(previous) : null,
    }
  })
}

/** The object an answer is about: the whole of it, or the part that bears the event's name. */
function shownBy(result: unknown, type: EventName): Shown {
  const body = (result instanceof Answered ? result.body : result) as Record<string, unknown>
  if ('json' in body)
    return { text: (body as Json<unknown>).json, id: idAtStart.exec((body as Json<unknown>).json)?.[1] ?? null }
  const part = body[type.slice(0, type.indexOf('.'))]
  return shownAs(part !== null && typeof part === 'object' ? (part as Record<string, unknown>) : body)
}

/** What was said by somebody who has no answer to point at. */
export const happeningsSaid = (emitted: readonly Emitted[]): Happening[] =>
  emitted.map(({ type, object, previous }) => ({
    type,
    resource: object ? shownAs(object).id : null,
    object: object ? shownAs(object).text : null,
    previous: previous ? JSON.stringify(previous) : null,
  }))

const shownAs = (object: Record<string, unknown>): Shown => ({
  text: JSON.stringify(object),
  id: typeof object.id === 'string' ? object.id : null,
})

const idAtStart = /^\{"id" ?: ?"([^"]{1,64})"/

/** The first id in the request says what it was about. */
const nameIn = (input: Validated): string | null =>
  (Object.entries(input).find(([name, value]) => /(Id|_id)$/.test(name) && typeof value === 'string')?.[1] as
    | string
    | undefined) ?? null

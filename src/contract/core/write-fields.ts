import type { TSchema } from 'typebox'
import { Event } from './event.ts'
import { canDryRun, type Route } from './route.ts'

/* What every write has besides its own parameters and result: declared once, for all of them. */

export const dryRunParameter = {
  name: 'dry_run',
  schema: { type: 'boolean', examples: [true] },
  description:
    'With `true` everything is checked and done in a transaction that is rolled back. The response is the one of the ' +
    'write, with `dry_run` and the events that it would emit; nothing is changed, queued or sent.',
}

const idempotency = {
  type: 'object',
  description: 'What became of the `Idempotency-Key`; only if one was sent.',
  properties: {
    key: { type: 'string', examples: ['create-theme-1'], description: 'The key that was sent.' },
    replayed: {
      type: 'boolean',
      examples: [false],
      description: 'Whether this is the stored response of an earlier request with the same key.',
    },
  },
  required: ['key', 'replayed'],
  additionalProperties: false,
}
const dryRunFields = {
  dry_run: { type: 'boolean', const: true, description: 'Nothing was changed; ids of new objects are not kept.' },
  dry_run_events: { type: 'array', items: Event, description: 'The events that the write would emit.' },
}

type ObjectSchema = { $id?: string; properties?: Record<string, unknown>; required?: string[] }

/** The query of a route, with the parameter that every write takes. */
export function queryOf(route: Route): TSchema | undefined {
  if (!canDryRun(route)) return route.query
  const declared = (route.query ?? { type: 'object', additionalProperties: false }) as ObjectSchema
  return {
    ...declared,
    properties: { ...declared.properties, [dryRunParameter.name]: dryRunParameter.schema },
  } as unknown as TSchema
}

/** The response of a route, with the fields that an Idempotency-Key and a dry run add. */
export function resultOf(route: Route): TSchema {
  if (route.method === 'GET') return route.result
  const declared = route.result as ObjectSchema
  const isDry = canDryRun(route)
  return {
    ...declared,
    ...(declared.$id && { $id: `${declared.$id}${isDry ? 'Written' : 'Sent'}` }),
    properties: { ...declared.properties, idempotency, ...(isDry && dryRunFields) },
    required: [...(declared.required ?? []), ...(route.idempotent ? ['idempotency'] : [])],
  } as unknown as TSchema
}

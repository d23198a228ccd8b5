import { hasCursor, type Route, scopeOf } from '#contract/core/route.ts'
import { parameterDescriptions } from './parameters.ts'
import { describeEnum } from './enums/index.ts'
import { schemaDescriptions } from './schemas.ts'

/* Descriptions for the OpenAPI document: as declared, otherwise from these tables. */

/** What it does, and what follows from its declaration: paging, rights, events, idempotency. */
export const describeOperation = (route: Route): string =>
  [
    sentence(route.description ?? route.summary),
    hasCursor(route) ? 'Returns pages: send `next_cursor` as `cursor` to get the next one.' : '',
    route.admin ? 'Only admins of the organization may call it.' : '',
    scopeOf(route) === 'write' ? 'Needs a key with the scope `write`.' : '',
    typeof route.event === 'string' ? `Emits \`${route.event}\`.` : '',
    route.idempotent ? 'Needs an `Idempotency-Key`.' : '',
  ]
    .filter(Boolean)
    .join(' ')

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

export const describeParameter = (operation: string, name: string): string | undefined =>
  parameterDescriptions[`${operation}.${name}`] ?? parameterDescriptions[name]

const written = /^(.+)(Written|Sent)$/

/** A response of a write is the object, with what the Idempotency-Key or a dry run add. */
export function describeSchema(name: string): string | undefined {
  const [, object, kind] = written.exec(name) ?? []
  if (object === undefined) return schemaDescriptions[name] ?? describeEnum(name)
  const text = schemaDescriptions[object]
  const dryRun = kind === 'Written' ? ', `dry_run` that nothing was changed' : ''
  return text && `${text} \`idempotency\` says whether it is a stored response${dryRun}.`
}

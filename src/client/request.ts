import { isPublic, type Route } from '#contract/core/route.ts'
import { InvalidInputError } from './errors.ts'
import type { ClientRequest } from './send.ts'

export type CallValues = Record<string, unknown>

/** Splits the input into path, query and body; unknown names are sent too, so that the server rejects them. */
export function requestOf(route: Route, input: CallValues): ClientRequest {
  const inPath = route.params?.properties ?? {}
  const inQuery = route.query?.properties ?? {}
  const takesBody = route.body !== undefined || route.actions !== undefined
  const query: CallValues = {}
  const body: CallValues = {}
  for (const [name, value] of Object.entries(input)) {
    if (name in inPath) continue
    if (name in inQuery || !takesBody) query[name] = value
    else body[name] = value
  }
  return {
    method: route.method,
    path: pathOf(route, input) + queryOf(query),
    ...(takesBody && { body }),
    withoutIdempotencyKey: !isPublic(route),
  }
}

const pathOf = (route: Route, input: CallValues) =>
  route.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, input[name]))

/** An empty segment, `.` and `..` would change the path. */
function segmentOf(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  if (text === '') throw new InvalidInputError(`${name} is missing`)
  if (text === '.' || text === '..') throw new InvalidInputError(`${name} cannot be ${text}`)
  return encodeURIComponent(text)
}

/** As JSON has it in a body. */
const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

function queryOf(query: CallValues): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)]),
  ).toString()
  return text && `?${text}`
}

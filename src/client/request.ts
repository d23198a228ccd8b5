import { isPublic, type Route } from '#contract/core/route.ts'
import { BadInput } from './errors.ts'
import type { Message } from './send.ts'

export type Bag = Record<string, unknown>

/** Sorts the caller's one bag into path, query and body; a name that stands in none of them is sent, so that the server can refuse it. */
export function requestOf(route: Route, input: Bag): Message {
  const inPath = route.params?.properties ?? {}
  const inQuery = route.query?.properties ?? {}
  const takesBody = route.body !== undefined || route.actions !== undefined
  const query: Bag = {}
  const body: Bag = {}
  for (const [name, value] of Object.entries(input)) {
    if (name in inPath) continue
    if (name in inQuery || !takesBody) query[name] = value
    else body[name] = value
  }
  return {
    method: route.method,
    path: pathOf(route, input) + queryOf(query),
    ...(takesBody && { body }),
    unkeyed: !isPublic(route),
  }
}

const pathOf = (route: Route, input: Bag) =>
  route.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, input[name]))

/** Nothing, and the dots that every URL reader takes away, would address another route. */
function segmentOf(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  if (text === '') throw new BadInput(`${name} is missing`)
  if (text === '.' || text === '..') throw new BadInput(`${name} cannot be ${text}`)
  return encodeURIComponent(text)
}

function queryOf(query: Bag): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  ).toString()
  return text && `?${text}`
}

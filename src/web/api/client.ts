import { inventory } from 'virtual:inventory'
import { toEarshotError } from '#client/errors.ts'
import type { ListItem, PagedIds } from '#client/paging.ts'
import { type CallValues, requestOf } from '#client/request.ts'
import { type CallOptions, createSender } from '#client/send.ts'
import type { Inventory } from '#contract/index.ts'
import type { ResponseBody, CallInput, Route } from '#contract/core/route.ts'
import type { LengthLimits } from '#web/slim-inventory.ts'
import type { MemberRole } from '#vocabulary/roles.ts'
import { watchedFetch } from './connection.ts'

export { EarshotError } from '#client/errors.ts'

export type RouteId = keyof Inventory
export type ListId = PagedIds<Inventory>
export type InputOf<K extends RouteId> =
  unknown extends CallInput<Inventory[K]> ? Record<string, never> : CallInput<Inventory[K]>
export type OutputOf<K extends RouteId> = ResponseBody<Inventory[K]>
export type ItemOf<K extends ListId> = ListItem<Inventory[K]>

const namedProperties = (list: readonly string[]) => ({
  properties: Object.fromEntries(list.map((name) => [name, {}])),
})

/** The routes in the shape that `requestOf` expects; schemas are not bundled. */
const routes = Object.fromEntries(
  Object.entries(inventory).map(([id, { m, p, q, b, a }]) => [
    id,
    {
      method: m,
      path: p,
      params: namedProperties([...p.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)),
      ...(q && { query: namedProperties(q) }),
      ...(b && { body: {} }),
      ...(a && { audience: 'app' }),
    } as unknown as Route,
  ]),
)

const send = createSender({
  baseUrl: globalThis.location.origin,
  surface: 'app',
  retries: 2,
  maxWaitMs: 6000,
  fetch: watchedFetch,
})

export const call = <K extends RouteId>(id: K, input?: InputOf<K>, options?: CallOptions): Promise<OutputOf<K>> =>
  send(requestOf(routes[id]!, (input ?? {}) as CallValues), options) as Promise<OutputOf<K>>

/** The length limits of a request field, from the contract. */
export const limitsOf = (id: RouteId, field: string): LengthLimits => inventory[id]?.i?.[field] ?? {}
/** An operation, or one of its actions: `buildProjects.archive`. */
export type OperationName = RouteId | `${RouteId}.${string}`

/** The role that an operation needs at least. */
export function roleNeededFor(operation: OperationName): MemberRole {
  const [id, action] = operation.split('.') as [RouteId, string?]
  const { m, r, k } = inventory[id]!
  return (action === undefined ? undefined : k?.[action]) ?? r ?? (m === 'GET' ? 'viewer' : 'member')
}

export const hasRoute = (id: string): boolean => Object.hasOwn(inventory, id)

/** All items of all pages, for exports. */
export async function fetchAll<K extends ListId>(id: K, input: InputOf<K>, max = 10_000): Promise<ItemOf<K>[]> {
  const items: ItemOf<K>[] = []
  let next: { cursor?: string; offset?: number } | undefined = {}
  while (next && items.length < max) {
    const page = (await call(id, { ...input, limit: 100, ...next } as InputOf<K>)) as unknown as {
      data: ItemOf<K>[]
      pagination: { next_cursor?: string | null; offset?: number; has_more: boolean }
    }
    items.push(...page.data)
    const { next_cursor: cursor, offset, has_more } = page.pagination
    next = undefined
    if (cursor) next = { cursor }
    else if (has_more && offset !== undefined) next = { offset: offset + page.data.length }
  }
  return items
}

/** A file of one of the media types that the operation produces. */
export async function fetchFile<K extends RouteId>(id: K, input: InputOf<K>, type: string): Promise<Blob> {
  const { path } = requestOf(routes[id]!, input as CallValues)
  const headers = { accept: type, 'x-requested-with': 'earshot' }
  const response = await watchedFetch(`/app/v1${path}`, { credentials: 'same-origin', headers })
  if (!response.ok) throw toEarshotError(response, await response.json().catch(() => undefined))
  return response.blob()
}

/** Sign-in, sign-out and sessions have endpoints outside the API. */
export async function callAuth<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const response = await fetch(`/app/auth/${path}`, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'x-requested-with': 'earshot',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    content = undefined
  }
  if (!response.ok) throw toEarshotError(response, content)
  return content as T
}

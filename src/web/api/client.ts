import { inventory as slim } from 'virtual:inventory'
import { errorOf } from '#client/errors.ts'
import type { Item, PagedIds } from '#client/paging.ts'
import { type Bag, requestOf } from '#client/request.ts'
import { type CallOptions, sender } from '#client/send.ts'
import type { Inventory } from '#contract/index.ts'
import type { Answer, Asked, Route } from '#contract/core/route.ts'
import type { Limits } from '#web/slim-inventory.ts'

export { EarshotError } from '#client/errors.ts'

export type RouteId = keyof Inventory
export type ListId = PagedIds<Inventory>
export type In<K extends RouteId> = unknown extends Asked<Inventory[K]> ? Record<string, never> : Asked<Inventory[K]>
export type Out<K extends RouteId> = Answer<Inventory[K]>
export type ItemOf<K extends ListId> = Item<Inventory[K]>

const names = (list: readonly string[]) => ({ properties: Object.fromEntries(list.map((name) => [name, {}])) })

/** The routes as the client's request maker wants them; the schemas stayed on the server. */
const table = Object.fromEntries(
  Object.entries(slim).map(([id, { m, p, q, b, a }]) => [
    id,
    {
      method: m,
      path: p,
      params: names([...p.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)),
      ...(q && { query: names(q) }),
      ...(b && { body: {} }),
      ...(a && { audience: 'app' }),
    } as unknown as Route,
  ]),
)

const send = sender({ baseUrl: globalThis.location.origin, door: 'app', retries: 2, maxWaitMs: 6000 })

export const call = <K extends RouteId>(id: K, input?: In<K>, options?: CallOptions): Promise<Out<K>> =>
  send(requestOf(table[id]!, (input ?? {}) as Bag), options) as Promise<Out<K>>

/** What a form may hold, as the contract says. */
export const limitsOf = (id: RouteId, field: string): Limits => slim[id]?.i?.[field] ?? {}
export const hasRoute = (id: string): boolean => Object.hasOwn(slim, id)

/** Item after item over all pages; for exports. */
export async function everything<K extends ListId>(id: K, input: In<K>, max = 10_000): Promise<ItemOf<K>[]> {
  const items: ItemOf<K>[] = []
  let next: { cursor?: string; offset?: number } | undefined = {}
  while (next && items.length < max) {
    const page = (await call(id, { ...input, limit: 100, ...next } as In<K>)) as unknown as {
      data: ItemOf<K>[]
      pagination: { next_cursor?: string | null; offset?: number; has_more: boolean }
    }
    items.push(...page.data)
    const { next_cursor: cursor, offset, has_more } = page.pagination
    next = cursor ? { cursor } : has_more && offset !== undefined ? { offset: offset + page.data.length } : undefined
  }
  return items
}

/** Signing in and out has doors of its own. */
export async function auth<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const response = await fetch(`/app/auth${path}`, {
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
  if (!response.ok) throw errorOf(response, content)
  return content as T
}

import type { Routes } from '#contract/core/route.ts'
import { callsOf } from './calls.ts'
import type { CallValues } from './request.ts'
import type { CallOptions, ServerConnection } from './send.ts'

/** What a request needs of an operation: method, path, names in the query, and whether it has a body. */
export type SlimOperation = readonly [method: string, path: string, query?: readonly string[] | 0, body?: 1]

/** One method per operation of a table, and `pages` and `all`. */
export function slimClient(table: Record<string, SlimOperation>, connection: ServerConnection): object {
  const { inventory, call, pages, all } = callsOf(routesOf(table), connection)
  const methods = Object.keys(inventory).map((id) => [
    id,
    (input?: CallValues, options?: CallOptions) => call(id, input, options),
  ])
  return { ...Object.fromEntries(methods), pages, all }
}

const fields = (names: readonly string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) })

const routesOf = (table: Record<string, SlimOperation>): Routes =>
  Object.fromEntries(
    Object.entries(table).map(([id, [method, path, query, body]]) => [
      id,
      {
        method,
        path,
        params: fields([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
        ...(query && { query: fields(query) }),
        ...(body && { body: {} }),
      },
    ]),
  ) as unknown as Routes

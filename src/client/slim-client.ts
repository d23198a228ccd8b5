import type { Routes } from '#contract/core/route.ts'
import { callsOf } from './calls.ts'
import type { CallValues } from './request.ts'
import type { CallOptions, ServerConnection } from './send.ts'
import { InvalidInputError } from './errors.ts'

/** What a request needs of an operation: method, path, names in the query, and whether it has a body. */
export type SlimOperation = readonly [method: string, path: string, query?: readonly string[] | 0, body?: 1]

/** One method per operation of a table, and `pages` and `all`. */
export function slimClient(table: Record<string, SlimOperation>, connection: ServerConnection): object {
  requireConnection(connection)
  const { inventory, call, pages, all } = callsOf(routesOf(table), connection)
  const methods = Object.keys(inventory).map((id) => [
    id,
    (input?: CallValues, options?: CallOptions) => call(id, input, options),
  ])
  return { ...Object.fromEntries(methods), pages, all }
}

/** Programs without types are given the names of what they left out. */
function requireConnection({ baseUrl, apiKey }: Partial<ServerConnection> = {}) {
  const missing = [
    ...(baseUrl ? [] : ['baseUrl (the address of the server, such as https://feedback.example.com)']),
    ...(apiKey ? [] : ['apiKey (made in Settings → API keys)']),
  ]
  if (missing.length > 0) throw new InvalidInputError(`createClient needs ${missing.join(' and ')}`)
  if (!/^https?:\/\//.test(baseUrl!))
    throw new InvalidInputError(`baseUrl begins with https:// or http://, not ${baseUrl}`)
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

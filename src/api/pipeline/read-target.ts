import type { Route } from '#contract/core/route.ts'
import type { Principal } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { readContextFor, toResponse } from './operation-context.ts'
import type { ServedOperation, ReadOperation, ServerDeps } from './server-deps.ts'

/* The object that a write is about, as the read operations of the API return it. */

export type TargetFields = Record<string, unknown>
type Reader = { deps: ServerDeps; tx: Db; principal: Principal }

/** The object that the path names; null where there is none or the path names none. */
export async function readTarget(
  { route }: ServedOperation,
  reader: Reader,
  params: TargetFields,
): Promise<TargetFields | null> {
  const prefix = route.path.slice(0, route.path.lastIndexOf('}') + 1)
  const read = prefix && readOf(reader.deps, prefix)
  return read ? readOne(read, reader, paramsOf(prefix, params)) : null
}

/**
 * What an operation of settings changes: the object of its path, the settings of the same path, or an item of the list
 * beside it. `created` is the id in the response.
 */
export async function readSettings(op: ServedOperation, reader: Reader, input: TargetFields, created?: string) {
  const { path, auditRead } = op.route
  const declared = readsOf(reader.deps).find(({ id }) => id === auditRead)
  if (declared) return readOne(declared, reader, paramsOf(declared.route.path, input))
  const prefix = path.slice(0, path.lastIndexOf('}') + 1)
  if (prefix) return readByPath(reader, prefix, input)
  const read = readOf(reader.deps, path)
  if (read && !isList(read.route)) return readOne(read, reader, {})
  const item = created === undefined ? undefined : itemPath(reader.deps, path)
  if (item) return readByPath(reader, item, { ...input, [lastParam(item)]: created })
  return created !== undefined && read ? findInList(read, reader, {}, created) : null
}

async function readByPath(reader: Reader, prefix: string, input: TargetFields) {
  const read = readOf(reader.deps, prefix)
  if (read) return readOne(read, reader, paramsOf(prefix, input))
  const list = readOf(reader.deps, prefix.slice(0, prefix.lastIndexOf('/')))
  return list && isList(list.route)
    ? findInList(list, reader, paramsOf(list.route.path, input), String(input[lastParam(prefix)]))
    : null
}

const isReadOperation = (op: ServedOperation): op is ReadOperation => 'read' in op
const readsOf = ({ operations }: ServerDeps) => [...operations.values()].filter(isReadOperation)
const readOf = (deps: ServerDeps, path: string) => readsOf(deps).find(({ route }) => route.path === path)

/** The path of one item of this collection. */
const itemPath = ({ operations }: ServerDeps, collection: string) =>
  [...operations.values()]
    .map(({ route }) => route.path)
    .find((path) => path.startsWith(`${collection}/{`) && path.endsWith('}') && !path.slice(0, -1).includes('}'))

const isList = ({ result }: Route) => 'data' in ((result as { properties?: object }).properties ?? {})
const lastParam = (path: string) => path.slice(path.lastIndexOf('{') + 1, -1)
const paramsOf = (path: string, input: TargetFields): TargetFields =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, input[name!]]))

const maxPages = 20
const pageSize = 100

async function findInList(
  list: ReadOperation,
  reader: Reader,
  params: TargetFields,
  id: string,
): Promise<TargetFields | null> {
  const isPaged = 'cursor' in (list.route.query?.properties ?? {})
  let cursor: string | undefined
  for (let n = 0; n < maxPages; n++) {
    const query = isPaged ? { limit: String(pageSize), ...(cursor !== undefined && { cursor }) } : {}
    const page = await readOne(list, reader, params, query)
    const found = (page?.data as TargetFields[] | undefined)?.find((item) => item.id === id || item.key === id)
    if (found) return found
    cursor = (page?.pagination as { next_cursor?: string } | undefined)?.next_cursor ?? undefined
    if (cursor === undefined) return null
  }
  return null
}

async function readOne(
  read: ReadOperation,
  { tx, principal }: Reader,
  params: TargetFields,
  query: TargetFields = {},
): Promise<TargetFields | null> {
  try {
    const input = read.validate({ url: '', params: { ...params }, query: { ...query }, body: undefined })
    const auth = { caller: principal, authorize: () => principal }
    const result = await read.read(readContextFor(read, auth, { db: tx, input }), input)
    return JSON.parse(toResponse(read.route, result).text) as TargetFields
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import type { Calls } from '#client/connect.ts'
import { EarshotError } from '#client/errors.ts'
import { fieldsOf } from '#client/fields.ts'
import type { Route, Routes } from '#contract/core/route.ts'
import { shrinkToFit } from './fit.ts'

/* `earshot://themes/<id>` is what GET /themes/<id> returns; every object and overview of the API is a resource. */

const scheme = 'earshot:/'
const mimeType = 'application/json'
const parameter = /\{(\w+)\}/g

/** A GET of one object or overview; lists are what tools are for. */
const isSingle = (id: string, route: Route) =>
  route.method === 'GET' &&
  !(route.query && 'limit' in route.query.properties) &&
  fieldsOf({ id, route }).every(({ part, required }) => part === 'params' || !required) &&
  /^(\/[\w-]+)+(\/\{\w+\})?$/.test(route.path)

const resourcesOf = (inventory: Routes, hasParameter: boolean) =>
  Object.entries(inventory).filter(([id, route]) => isSingle(id, route) && route.path.endsWith('}') === hasParameter)

export const resourceTemplates = (inventory: Routes) =>
  resourcesOf(inventory, true).map(([id, { path, summary }]) => ({
    uriTemplate: scheme + path,
    name: id,
    title: summary,
    mimeType,
  }))

export const resourceList = (inventory: Routes) =>
  resourcesOf(inventory, false).map(([id, { path, summary }]) => ({
    uri: scheme + path,
    name: id,
    title: summary,
    mimeType,
  }))

/** The resource of an operation; undefined where its path needs an id that is not given. */
export function uriOf(inventory: Routes, operationId: string, id: string | undefined): string | undefined {
  const { path } = inventory[operationId]!
  return path.endsWith('}') ? id && scheme + path.replace(parameter, id) : scheme + path
}

export const isResource = (inventory: Routes, uri: string) => operationAt(inventory, uri) !== undefined

/** Reads a resource with the caller's key. */
export async function readResource(calls: Calls, uri: string, max: number): Promise<ReadResourceResult> {
  const found = operationAt(calls.inventory, uri) ?? unknownResource(uri)
  const answer = await calls.call(found.id, found.input).catch(toProtocolError)
  const { value, cuts } = shrinkToFit(answer as Record<string, unknown>, max)
  const note = cuts.length > 0 && { shortened: `Shortened to ${max} characters.` }
  return { contents: [{ uri, mimeType, text: JSON.stringify({ ...value, ...note }) }] }
}

export function unknownResource(uri: string): never {
  throw new McpError(ErrorCode.InvalidParams, `There is no resource ${uri.slice(0, 200)}`)
}

const notFoundCode = -32002

function toProtocolError(error: unknown): never {
  if (!(error instanceof EarshotError)) throw error
  throw new McpError(error.status === 404 ? notFoundCode : ErrorCode.InternalError, `${error.code}: ${error.message}`)
}

function operationAt(inventory: Routes, uri: string) {
  if (!uri.startsWith(`${scheme}/`)) return undefined
  const path = uri.slice(scheme.length)
  for (const [id, route] of Object.entries(inventory)) {
    if (!isSingle(id, route)) continue
    const pattern = new RegExp(`^${route.path.replace(parameter, '(?<$1>[^/]+)')}$`)
    const match = pattern.exec(path)
    if (match) return { id, input: { ...match.groups } }
  }
  return undefined
}

import { FileResponse, type Json, type Route, StatusResponse } from '#contract/core/route.ts'
import type { Principal } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import type { OperationResponse } from './idempotency.ts'
import { RequestContext } from './request-context.ts'
import type { Operation } from './server-deps.ts'
import type { Validated } from './validate.ts'

export const contextFor = (
  { id, route, deps }: Operation,
  principal: Principal,
  options: { db: Db; input: Validated; accept?: string | undefined },
) => new RequestContext({ ...options, principal, scope: route.method === 'GET' ? 'read' : 'write', routeId: id }, deps)

const textOf = (value: unknown): string =>
  value !== null && typeof value === 'object' && 'json' in value ? (value as Json<unknown>).json : JSON.stringify(value)

export function toResponse({ status = 200 }: Route, result: unknown): OperationResponse {
  if (result instanceof FileResponse) return { status, text: '', file: result }
  if (result instanceof StatusResponse) return { status: result.status, text: textOf(result.body) }
  return { status, text: textOf(result) }
}

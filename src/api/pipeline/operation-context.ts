import { FileResponse, type Json, type Route, StatusResponse } from '#contract/core/route.ts'
import type { Principal } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import type { OperationResponse } from './idempotency.ts'
import { type RequestAuth, ReadContext, WriteContext } from './request-context.ts'
import type { ReadOperation, WriteOperation } from './server-deps.ts'
import type { Validated } from './validate.ts'

type ContextOptions = { db: Db; input: Validated; accept?: string | undefined }

export const readContextFor = ({ id, deps }: ReadOperation, auth: RequestAuth, options: ContextOptions) =>
  new ReadContext(auth, { ...options, scope: 'read', routeId: id }, deps)

export const writeContextFor = ({ id, deps }: WriteOperation, principal: Principal, options: ContextOptions) =>
  new WriteContext(principal, { ...options, scope: 'write', routeId: id }, deps)

const textOf = (value: unknown): string =>
  value !== null && typeof value === 'object' && 'json' in value ? (value as Json<unknown>).json : JSON.stringify(value)

export function toResponse({ status = 200 }: Route, result: unknown): OperationResponse {
  if (result instanceof FileResponse) return { status, text: '', file: result }
  if (result instanceof StatusResponse) return { status: result.status, text: textOf(result.body) }
  return { status, text: textOf(result) }
}

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf, FileResponse, type Json, type Route, StatusResponse } from '#contract/core/route.ts'
import { type Origin, insertEvents } from '#domain/account/events/queries-insert.ts'
import type { AfterCommitDeps, Ctx, Principal } from '#domain/context.ts'
import type { Db, Tx } from '#store/open.ts'
import { vaultFor } from '#store/vault.ts'
import { type AuthResult, AuthPendingError } from '#api/auth/authenticator.ts'
import { eventsFor } from './operation-events.ts'
import {
  addIdempotencyField,
  fingerprintOf,
  idempotencyKey,
  type IdempotentResponse,
  isUniqueViolation,
  lockAndFindStored,
  type OperationResponse,
  runOnce,
  sealedCodec,
  type StoredResponse,
  wasStoredSince,
} from './idempotency.ts'
import { encodeUtf8 } from './encode-utf8.ts'
import { RequestContext } from './request-context.ts'
import type { ServerDeps } from './server-deps.ts'
import { validator, type Validated } from './validate.ts'

type HandlerFunction = (ctx: Ctx, input: Validated) => Promise<unknown>

/** A handler of any route; see StagedHandler for `before` and `after`. */
type OperationHandler = {
  before?(input: Validated): Promise<unknown>
  handle: HandlerFunction
  after?(deps: AfterCommitDeps, org: string, response: unknown): Promise<object>
}

type Operation = {
  id: string
  route: Route
  handler: OperationHandler
  validate: ReturnType<typeof validator>
  takesBody: boolean
  deps: ServerDeps
}

/** A route with actions has one handler per action; the validated body names the action. */
function toOperationHandler(route: Route, handler: unknown): OperationHandler {
  if (route.actions) {
    const byAction = handler as Record<string, HandlerFunction>
    return { handle: (ctx, { action, ...input }) => byAction[action as string]!(ctx, input) }
  }
  return typeof handler === 'function' ? { handle: handler as HandlerFunction } : (handler as OperationHandler)
}

/** From an authenticated request to its response, the same for every route. */
export function operation(id: string, route: Route, handler: unknown, deps: ServerDeps) {
  const op: Operation = {
    id,
    route,
    handler: toOperationHandler(route, handler),
    validate: validator(route),
    takesBody: bodyOf(route) !== undefined,
    deps,
  }
  const execute = route.method === 'GET' ? read : write
  return async (request: FastifyRequest, reply: FastifyReply, auth: AuthResult) => {
    const { org } = auth.principal
    deps.inFlight.enterOrg(org)
    try {
      const response = await execute(op, auth, request)
      await auth.ensureAuthorized()
      return sendResponse(op, reply, response)
    } catch (error) {
      // An unauthorized caller gets the authorization error instead.
      await auth.ensureAuthorized()
      throw error
    } finally {
      deps.inFlight.leaveOrg(org)
    }
  }
}

async function read(op: Operation, auth: AuthResult, request: FastifyRequest): Promise<OperationResponse> {
  const input = op.validate(request)
  const accept = op.route.produces?.find((type) => request.headers.accept?.toLowerCase().includes(type))
  const run = async () => {
    const ctx = contextFor(op, auth.principal, { db: auth.db, input, accept })
    return toResponse(op.route, await op.handler.handle(ctx, input))
  }
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AuthPendingError)) throw error
    await auth.ensureAuthorized()
    return run()
  }
}

async function write(op: Operation, auth: AuthResult, request: FastifyRequest): Promise<OperationResponse> {
  const { route, handler, deps } = op
  const key = idempotencyKey(request.raw, route)
  const input = op.validate({
    url: request.url,
    params: request.params,
    query: request.query,
    body: op.takesBody ? (request.body ?? {}) : request.body,
  })
  const { org, ...origin } = originOf(auth.principal, operationName(op.id, input), request.id)
  const prepared = handler.before && (await handler.before(input))
  const work = async (tx: Tx) => {
    const ctx = contextFor(op, auth.principal, { db: tx, input })
    if (handler.before) ctx.prepared = prepared
    const result = await handler.handle(ctx, input)
    // During setup and when an invitation is accepted there is no organization yet.
    if (org) tx.runWithCommit(insertEvents(org, origin, eventsFor(route, input, result, ctx.emitted)))
    return toResponse(route, result)
  }
  if (key !== undefined) return writeOnce(op, { org, key, fingerprint: fingerprintOf(op.id, input) }, work)
  return afterCommit(op, org, await retryIfStored(() => deps.store.transaction(work)))
}

type WriteKey = { org: string; key: string; fingerprint: Buffer }

async function writeOnce(
  op: Operation,
  request: WriteKey,
  work: (tx: Tx) => Promise<OperationResponse>,
): Promise<IdempotentResponse> {
  const { store, secret } = op.deps
  const codec = op.route.secret && sealedCodec(vaultFor(secret), request)
  const attempt = () =>
    store.transaction<IdempotentResponse, StoredResponse>(
      (tx, stored) => runOnce(tx, { request, stored: stored!, work: () => work(tx), codec }),
      lockAndFindStored(request),
    )
  const response = await retryIfStored(attempt, (error) => wasStoredSince(store, request, error))
  const completed = await afterCommit(op, request.org, response)
  return { ...completed, text: addIdempotencyField(completed.text, request.key, completed.replayed) }
}

const operationName = (id: string, { action }: Validated) => (typeof action === 'string' ? `${id}.${action}` : id)

const contextFor = (
  { id, route, deps }: Operation,
  principal: Principal,
  options: { db: Db; input: Validated; accept?: string | undefined },
) => new RequestContext({ ...options, principal, scope: route.method === 'GET' ? 'read' : 'write', routeId: id }, deps)

const originOf = ({ org, user, keyId }: Principal, operation: string, requestId: string): Origin & { org: string } => ({
  org,
  operation,
  requestId,
  user: user || null,
  actor: keyId ? { type: 'api_key', id: keyId } : { type: 'user', id: user || null },
})

/** A second attempt finds the row that the first one collided with, and replays it or reports the conflict. */
const retryIfStored = <T>(
  attempt: () => Promise<T>,
  isStored: (error: unknown) => Promise<boolean> | false = () => false,
): Promise<T> =>
  attempt().catch(async (error) =>
    isUniqueViolation(error) || (await isStored(error)) ? attempt() : Promise.reject(error),
  )

async function afterCommit<T extends OperationResponse>(op: Operation, org: string, response: T): Promise<T> {
  if (!op.handler.after) return response
  const { store, outbound, secret } = op.deps
  const deps = { store, outbound, vault: vaultFor(secret) }
  return { ...response, text: JSON.stringify(await op.handler.after(deps, org, JSON.parse(response.text))) }
}

const textOf = (value: unknown): string =>
  value !== null && typeof value === 'object' && 'json' in value ? (value as Json<unknown>).json : JSON.stringify(value)

function toResponse({ status = 200 }: Route, result: unknown): OperationResponse {
  if (result instanceof FileResponse) return { status, text: '', file: result }
  if (result instanceof StatusResponse) return { status: result.status, text: textOf(result.body) }
  return { status, text: textOf(result) }
}

function sendResponse({ id, deps }: Operation, reply: FastifyReply, response: OperationResponse) {
  if (response.file) return sendFile(reply, response.file)
  deps.validateResponse?.(id, response.status, response.text)
  if (response.replayed) reply.header('idempotency-replayed', 'true')
  return reply
    .code(response.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(encodeUtf8(response.text))
}

function sendFile(reply: FastifyReply, { type, name, text }: FileResponse) {
  reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]+/g, '_')}"`)
  return reply.send(typeof text === 'string' ? text : Readable.from(text, { objectMode: false }))
}

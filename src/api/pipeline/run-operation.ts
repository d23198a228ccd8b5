import { bodyOf, type Route } from '#contract/core/route.ts'
import type { Client } from '#domain/account/audit/queries-insert.ts'
import { insertEvents, type Origin } from '#domain/account/events/queries-insert.ts'
import type { Ctx, Principal } from '#domain/context.ts'
import type { Tx } from '#store/open.ts'
import { operationName, startAudit } from './audit.ts'
import type { OperationResponse } from './idempotency.ts'
import { eventsFor } from './operation-events.ts'
import { contextFor, toResponse } from './operation-context.ts'
import type { HandlerFunction, Operation, OperationHandler, ServerDeps } from './server-deps.ts'
import { validator, type Validated } from './validate.ts'

export const toOperation = (id: string, route: Route, handler: unknown, deps: ServerDeps): Operation => ({
  id,
  route,
  handler: toOperationHandler(route, handler),
  validate: validator(route),
  takesBody: bodyOf(route) !== undefined,
  deps,
})

/** A route with actions has one handler per action; the validated body names the action. */
function toOperationHandler(route: Route, handler: unknown): OperationHandler {
  if (route.actions) {
    const byAction = handler as Record<string, HandlerFunction | OperationHandler>
    const of = (action: unknown) => staged(byAction[action as string]!)
    return {
      check: async (ctx, { action, ...input }) => of(action).check?.(ctx, input),
      handle: (ctx, { action, ...input }) => of(action).handle(ctx, input),
    }
  }
  return staged(handler as HandlerFunction | OperationHandler)
}

const staged = (handler: HandlerFunction | OperationHandler): OperationHandler =>
  typeof handler === 'function' ? { handle: handler } : handler

export type Write = {
  principal: Principal
  client: Client
  input: Validated
  prepared?: unknown
  runWrite?: Ctx['runWrite']
  changeSet?: string | null
}

/** Runs the handler of a write in a transaction; its events are inserted with the commit. */
export async function runWrite(op: Operation, tx: Tx, write: Write): Promise<OperationResponse> {
  const { principal, client, input, changeSet = null } = write
  const { route, handler } = op
  const ctx = contextFor(op, principal, { db: tx, input })
  if (handler.before || handler.check) ctx.prepared = write.prepared
  if (write.runWrite) ctx.runWrite = write.runWrite
  const completeAudit = await startAudit(op, tx, write)
  const result = await handler.handle(ctx, input)
  await completeAudit?.(result)
  // During setup and when an invitation is accepted there is no organization yet.
  if (!principal.org || route.readOnly) return toResponse(route, result)
  const events = eventsFor(route, input, result, ctx.emitted)
  const origin = { ...originOf(principal, operationName(op.id, input), client.requestId), changeSet }
  tx.runWithCommit(insertEvents(principal.org, origin, events))
  return { ...toResponse(route, result), events }
}

export const actorOf = ({ user, keyId }: Principal): Origin['actor'] =>
  keyId ? { type: 'api_key', id: keyId } : { type: 'user', id: user || null }

const originOf = (principal: Principal, operation: string, requestId: string | null): Origin => ({
  operation,
  requestId,
  user: principal.user || null,
  actor: actorOf(principal),
})

import { bodyOf, type Route } from '#contract/core/route.ts'
import type { RequestClient } from '#domain/events/audit/queries-insert.ts'
import { insertEvents, type EventOrigin } from '#domain/events/feed/queries-insert.ts'
import type { Ctx, Principal, ReadCtx } from '#domain/context.ts'
import type { StepResult } from '#domain/operation-handlers.ts'
import type { Tx } from '#store/open.ts'
import { operationName, startAudit } from './audit.ts'
import type { OperationResponse } from './idempotency.ts'
import { eventsFor } from './operation-events.ts'
import { toResponse, writeContextFor } from './operation-context.ts'
import type { ServedOperation, ServerDeps, WriteHandler, WriteOperation } from './server-deps.ts'
import { validator, type Validated } from './validate.ts'

export function toOperation(id: string, route: Route, handler: unknown, deps: ServerDeps): ServedOperation {
  const common = { id, route, validate: validator(route), takesBody: bodyOf(route) !== undefined, deps }
  return route.method === 'GET'
    ? { ...common, read: handler as (ctx: ReadCtx, input: Validated) => Promise<unknown> }
    : { ...common, handler: toWriteHandler(route, handler) }
}

type AnyHandler = WriteHandler['handle'] | WriteHandler

/** A route with actions has one handler per action; the validated body names the action. */
function toWriteHandler(route: Route, handler: unknown): WriteHandler {
  if (route.actions) {
    const byAction = handler as Record<string, AnyHandler>
    const of = (action: unknown) => withSteps(byAction[action as string]!)
    return {
      check: async (ctx, { action, ...input }) => of(action).check?.(ctx, input) as Promise<StepResult>,
      handle: (ctx, { action, ...input }) => of(action).handle(ctx, input),
    }
  }
  return withSteps(handler as AnyHandler)
}

const withSteps = (handler: AnyHandler): WriteHandler => (typeof handler === 'function' ? { handle: handler } : handler)

export type WriteCall = {
  principal: Principal
  client: RequestClient
  input: Validated
  prepared?: StepResult | undefined
  runWrite?: Ctx['runWrite']
  changeSet?: string | null
}

/** Runs the handler of a write in a transaction; its events are inserted with the commit. */
export async function runWrite(op: WriteOperation, tx: Tx, write: WriteCall): Promise<OperationResponse> {
  const { principal, client, input, changeSet = null } = write
  const { route, handler } = op
  const ctx = writeContextFor(op, principal, { db: tx, input })
  if (write.prepared !== undefined) ctx.prepared = write.prepared
  if (write.changeSet !== undefined) ctx.changeSet = write.changeSet
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

export const actorOf = ({ user, keyId }: Principal): EventOrigin['actor'] =>
  keyId ? { type: 'api_key', id: keyId } : { type: 'user', id: user || null }

const originOf = (principal: Principal, operation: string, requestId: string | null): EventOrigin => ({
  operation,
  requestId,
  user: principal.user || null,
  actor: actorOf(principal),
})

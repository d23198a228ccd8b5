import type { FastifyRequest } from 'fastify'
import type { NewEvent } from '#domain/events/feed/queries-insert.ts'
import type { OutsideDeps, Principal } from '#domain/context.ts'
import type { StepResult } from '#domain/operation-handlers.ts'
import type { Db, Tx } from '#store/open.ts'
import { vaultFor } from '#store/vault.ts'
import { auditRefusal, clientOf } from './audit.ts'
import { addDryRunFields } from './dry-run.ts'
import {
  addIdempotencyField,
  requestFingerprint,
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
import { nestedWrites } from './proposed-writes.ts'
import { writeContextFor } from './operation-context.ts'
import { requireRight } from './route-requirements.ts'
import { runWrite, type WriteCall } from './run-operation.ts'
import type { ServerDeps, WriteOperation } from './server-deps.ts'

/** A write in one transaction, which is rolled back at the end of a dry run. */
export async function write(
  op: WriteOperation,
  principal: Principal,
  request: FastifyRequest,
): Promise<OperationResponse> {
  const { route, handler, deps } = op
  const key = idempotencyKey(request.raw, route)
  const { dry_run: isDryRun = false, ...input } = op.validate({
    url: request.url,
    params: request.params,
    query: request.query,
    body: op.takesBody ? (request.body ?? {}) : request.body,
  })
  requireRight(route, principal.role, input.action)
  const prepared = handler.before && (await handler.before(input, outsideDeps(deps)))
  const { check } = handler
  const client = clientOf(request)
  const attempt = { principal, client, input }
  const steps: WriteSteps = {
    work: (tx, checked) => runWithNested(op, tx, { ...attempt, prepared: check ? checked : prepared }),
    start: check && ((db) => check(writeContextFor(op, principal, { db, input }), input)),
    end: isDryRun ? 'rollback' : 'commit',
  }
  const running =
    key === undefined
      ? writeOnly(op, principal.org, steps)
      : writeOnce(op, { org: principal.org, key, fingerprint: requestFingerprint(op.id, input) }, steps)
  const response: OperationResponse = await running.catch((error: unknown) => auditRefusal(op, client, error))
  return isDryRun ? addDryRunFields(response, principal) : response
}

/** A write that may run others in its transaction; their events come first. */
async function runWithNested(op: WriteOperation, tx: Tx, write: WriteCall): Promise<OperationResponse> {
  const { principal, client } = write
  const nested: NewEvent[] = []
  const runNested = nestedWrites({ deps: op.deps, tx, principal, client, events: nested })
  const response = await runWrite(op, tx, { ...write, runWrite: runNested })
  return nested.length > 0 ? { ...response, events: [...nested, ...(response.events ?? [])] } : response
}

type WriteSteps = {
  work: (tx: Tx, checked: StepResult | undefined) => Promise<OperationResponse>
  start: ((db: Db) => Promise<StepResult>) | undefined
  end: 'commit' | 'rollback'
}
type WriteKey = { org: string; key: string; fingerprint: Buffer }

async function writeOnly(
  op: WriteOperation,
  org: string,
  { work, start, end }: WriteSteps,
): Promise<OperationResponse> {
  const attempt = () => op.deps.store.transaction((tx, _, checked) => work(tx, checked), undefined, start, end)
  return afterCommit(op, org, await retryIfStored(attempt))
}

async function writeOnce(op: WriteOperation, request: WriteKey, steps: WriteSteps): Promise<IdempotentResponse> {
  const { work, start, end } = steps
  const { store, secret } = op.deps
  const codec = op.route.secret && sealedCodec(vaultFor(secret), request)
  const attempt = () =>
    store.transaction<IdempotentResponse, StoredResponse, StepResult>(
      (tx, stored, checked) => runOnce(tx, { request, stored: stored!, work: () => work(tx, checked), codec }),
      lockAndFindStored(request),
      start,
      end,
    )
  const response = await retryIfStored(attempt, (error) => wasStoredSince(store, request, error))
  const completed = await afterCommit(op, request.org, response)
  return { ...completed, text: addIdempotencyField(completed.text, request.key, completed.replayed) }
}

/** A second attempt finds the row that the first one collided with, and replays it or reports the conflict. */
const retryIfStored = <T>(
  attempt: () => Promise<T>,
  isStored: (error: unknown) => Promise<boolean> | false = () => false,
): Promise<T> =>
  attempt().catch(async (error) =>
    isUniqueViolation(error) || (await isStored(error)) ? attempt() : Promise.reject(error),
  )

/** Routes with this step refuse dry runs. */
async function afterCommit<T extends OperationResponse>(op: WriteOperation, org: string, response: T): Promise<T> {
  if (!op.handler.after) return response
  const after = await op.handler.after(outsideDeps(op.deps), org, JSON.parse(response.text))
  return { ...response, text: JSON.stringify(after) }
}

const outsideDeps = ({ store, outbound, secret }: ServerDeps): OutsideDeps => ({
  store,
  outbound,
  vault: vaultFor(secret),
})

import type { FastifyRequest } from 'fastify'
import { auditOf } from '#contract/core/audit-rule.ts'
import { FileResponse, type Json, StatusResponse } from '#contract/core/route.ts'
import {
  type AuditActor,
  type RequestClient,
  insertAuditEntry,
  type NewAuditEntry,
  type SignInMeans,
} from '#domain/events/audit/queries-insert.ts'
import { recordForUser } from '#domain/events/audit/record.ts'
import { type AuditChanges, changesBetween } from '#domain/events/audit/rules.ts'
import type { Principal } from '#domain/context.ts'
import { RefusedSignInError } from '#domain/errors.ts'
import type { Tx } from '#store/open.ts'
import { resourceIdIn } from './operation-events.ts'
import { type TargetFields, readSettings } from './read-target.ts'
import type { ServedOperation } from './server-deps.ts'
import type { Validated } from './validate.ts'

export const clientOf = (request: FastifyRequest): RequestClient => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  requestId: request.id,
})

export const operationName = (id: string, { action }: Validated) =>
  typeof action === 'string' ? `${id}.${action}` : id

type AuditedWrite = { principal: Principal; input: Validated; client: RequestClient; changeSet?: string | null }

/** Ways to join before there is a session. */
const joins: Record<string, SignInMeans> = { completeSetup: 'setup', acceptInvitation: 'invitation' }

/**
 * Starts the audit entry of a write, before its handler runs; undefined where none is due. The returned function
 * completes it with the result and sends it with the commit.
 */
export async function startAudit(op: ServedOperation, tx: Tx, write: AuditedWrite) {
  const rule = auditOf(op.route, write.input)
  if (!rule) return undefined
  const reader = { deps: op.deps, tx, principal: write.principal }
  const before = rule === 'changes' ? await readSettings(op, reader, write.input) : null
  return async (result: unknown) => {
    const body = bodyOf(result)
    const created = typeof body.id === 'string' ? body.id : undefined
    const after = async () => (await readSettings(op, reader, write.input, created)) ?? responseOf(op, body)
    const changes = rule === 'changes' ? changesBetween(before, await after()) : undefined
    const { org, entry } = entryOf(op, write, { body, changes })
    if (org) tx.runWithCommit(insertAuditEntry(org, entry))
  }
}

/** Where no read shows the object: the response, unless it contains a secret or says that the object is gone. */
const responseOf = ({ route }: ServedOperation, body: TargetFields): TargetFields | null =>
  route.secret || body.deleted === true ? null : body

function entryOf(
  { id }: ServedOperation,
  write: AuditedWrite,
  { body, changes }: { body: TargetFields; changes?: AuditChanges | undefined },
) {
  const { principal, input, client, changeSet = null } = write
  const means = joins[id]
  const org = principal.org || (means ? String(body.org_id) : '')
  const user = principal.user || (means ? String(body.user_id) : null)
  const entry: NewAuditEntry = {
    operation: operationName(id, input),
    actor: means ? { type: 'user', id: user } : auditActorOf(principal),
    user,
    session: principal.sessionId ?? null,
    client,
    ...(means && { means }),
    resource: resourceIdIn(input) ?? (typeof body.id === 'string' ? body.id : null),
    changeSet,
    changes,
  }
  return { org, entry }
}

const auditActorOf = ({ user, keyId }: Principal): AuditActor =>
  keyId ? { type: 'api_key', id: keyId } : { type: 'user', id: user || null }

/** A wrong password on the way into an organization; the transaction of the attempt itself was rolled back. */
export async function auditRefusal(
  { id, deps }: ServedOperation,
  client: RequestClient,
  error: unknown,
): Promise<never> {
  if (error instanceof RefusedSignInError) {
    const actor = { type: 'anonymous', id: null } as const
    const entry = { operation: id, actor, client, means: joins[id] ?? 'password', failure: 'wrong_password' } as const
    await deps.store.transaction((db) => recordForUser(db, error.user, entry))
  }
  throw error
}

/** Records a read that hands out a file, before the first byte is sent. */
export async function auditExport(
  op: ServedOperation,
  principal: Principal,
  request: FastifyRequest,
  input: Validated,
) {
  await op.deps.store.run(
    insertAuditEntry(principal.org, {
      operation: op.id,
      actor: auditActorOf(principal),
      user: principal.user,
      session: principal.sessionId ?? null,
      client: clientOf(request),
      resource: resourceIdIn(input),
    }),
  )
}

/** Reads with a rule of their own are recorded in any form, the others as files. */
export const isExport = ({ route }: ServedOperation, file: FileResponse | undefined) =>
  route.audit ? true : file !== undefined && auditOf(route) !== undefined

function bodyOf(result: unknown): TargetFields {
  const body = (result instanceof StatusResponse ? result.body : result) as TargetFields
  if (!('json' in body)) return body
  return JSON.parse((body as unknown as Json<unknown>).json) as TargetFields
}

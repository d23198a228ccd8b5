import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileResponse } from '#contract/core/route.ts'
import type { Db } from '#store/open.ts'
import { auditExport, isExport } from './audit.ts'
import type { AuthResult } from './authenticator.ts'
import { encodeUtf8 } from './encode-utf8.ts'
import type { OperationResponse } from './idempotency.ts'
import { readContextFor, toResponse } from './operation-context.ts'
import type { ServedOperation, ReadOperation } from './server-deps.ts'
import { write } from './write.ts'

/** From an authenticated request to its response, the same for every route. */
export function operation(op: ServedOperation) {
  const { deps } = op
  return async (request: FastifyRequest, reply: FastifyReply, auth: AuthResult) => {
    const { org } = auth.caller
    deps.inFlight.enterOrg(org)
    try {
      const response = await ('read' in op ? read(op, auth, request) : write(op, await auth.authorize(), request))
      await auth.authorize()
      return sendResponse(op, reply, response)
    } catch (error) {
      // An unauthorized caller gets the authorization error instead.
      await auth.authorize()
      throw error
    } finally {
      deps.inFlight.leaveOrg(org)
    }
  }
}

async function read(op: ReadOperation, auth: AuthResult, request: FastifyRequest): Promise<OperationResponse> {
  const input = op.validate(request)
  const accept = op.route.produces?.find((type) => request.headers.accept?.toLowerCase().includes(type))
  const run = async (db: Db) => {
    const ctx = readContextFor(op, auth, { db, input, accept })
    const response = toResponse(op.route, await op.read(ctx, input))
    if (isExport(op, response.file)) await auditExport(op, await auth.authorize(), request, input)
    return response
  }
  return (await readFromReplica(op, auth, run)) ?? run(auth.db)
}

/** Undefined where the primary has to answer. */
async function readFromReplica(
  { route, deps: { replica } }: ServedOperation,
  auth: AuthResult,
  run: (db: Db) => Promise<OperationResponse>,
): Promise<OperationResponse | undefined> {
  const db = route.replica && replica?.db()
  if (!replica || !db) return undefined
  await auth.authorize()
  try {
    return await run(db)
  } catch (error) {
    if (!replica.isFailure(error)) throw error
    return undefined
  }
}

function sendResponse({ id, deps }: ServedOperation, reply: FastifyReply, response: OperationResponse) {
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
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]+/g, '_')}"`)
  return reply.send(typeof text === 'string' ? text : Readable.from(text, { objectMode: false }))
}

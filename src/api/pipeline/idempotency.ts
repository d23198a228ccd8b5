import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import canonicalize from 'canonicalize'
import type { FileResponse, Route } from '#contract/core/route.ts'
import type { NewEvent } from '#domain/events/feed/queries-insert.ts'
import { ApiError, throwApiError } from '#domain/errors.ts'
import type { Db, Tx } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { SealedTable } from '#store/sealed-tables.ts'
import type { Vault } from '#store/vault.ts'
import { orgLock } from '#store/lock.ts'

export type OperationResponse = {
  status: number
  text: string
  file?: FileResponse
  replayed?: boolean
  /** What was written to the event feed and the audit log; absent when a stored response is replayed. */
  events?: readonly NewEvent[]
}

const printable = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/

/** The caller's key; throws if the route requires one and it is missing. */
export function idempotencyKey(request: IncomingMessage, route: Route): string | undefined {
  const headerValues: string[] = []
  for (let i = 0; i < request.rawHeaders.length; i += 2)
    if (request.rawHeaders[i]!.toLowerCase() === 'idempotency-key') headerValues.push(request.rawHeaders[i + 1]!)
  if (headerValues.length === 0)
    return route.idempotent
      ? throwApiError(
          'IDEMPOTENCY_KEY_REQUIRED',
          'This operation needs an Idempotency-Key header, 1 to 128 characters.',
        )
      : undefined
  const key = headerValues[0]!.trim()
  if (headerValues.length > 1 || !printable.test(key))
    throwApiError(
      'IDEMPOTENCY_KEY_INVALID',
      'Idempotency-Key must be sent once and be 1 to 128 printable ASCII characters.',
    )
  return key
}

export const requestFingerprint = (routeId: string, input: object): Buffer =>
  createHash('sha256')
    .update(`${routeId}\n${canonicalize(input)}`)
    .digest()

type IdempotentRequest = { org: string; key: string; fingerprint: Buffer }
export type IdempotentResponse = OperationResponse & { replayed: boolean }
export type StoredResponse = { locked: boolean; same_request: boolean | null; status: number; body: string }

/**
 * The lock means running and the row means done, so a crash leaves neither behind.
 * One statement locks and reads: if the first request commits between the two, the primary key of the row rejects
 * the second write, and a failed handler looks for the row again (`wasStoredSince`).
 * The lock has its own seed, because callers choose the key and could otherwise collide with named locks.
 */
export const lockAndFindStored = ({ org, key, fingerprint }: IdempotentRequest): Sql => sql`
  select l.locked, i.fingerprint = ${fingerprint} as same_request, i.status, i.body
  from (select pg_try_advisory_xact_lock(hashtextextended(${orgLock(org, `idempotency/${key}`)}, 2)) as locked) l
  left join idempotency i on i.org_id = ${org} and i.key = ${key}`

/** How a response is stored for replay; responses with a secret are encrypted. */
type ResponseCodec = { encode(text: string): string; decode(stored: string): string }
const plainCodec: ResponseCodec = { encode: (text) => text, decode: (stored) => stored }
const sealingContext = (org: string, key: string) => `answer/${org}/${key}`
export const sealedResponses: SealedTable = {
  table: 'idempotency',
  id: 'key',
  columns: { body: sealingContext },
  isBase64: true,
}
export const sealedCodec = (vault: Vault, { org, key }: IdempotentRequest): ResponseCodec => ({
  encode: (text) => vault.seal(text, sealingContext(org, key)).toString('base64'),
  decode: (stored) => vault.open(Buffer.from(stored, 'base64'), sealingContext(org, key)),
})

type OnceOptions = {
  request: IdempotentRequest
  /** What `lockAndFindStored` read at the start of this transaction. */
  stored: StoredResponse
  work: () => Promise<OperationResponse>
  codec?: ResponseCodec | undefined
}

/** Replays the stored response, or does the work and stores its response. */
export async function runOnce(
  tx: Tx,
  { request: { org, key, fingerprint }, stored, work, codec = plainCodec }: OnceOptions,
): Promise<IdempotentResponse> {
  if (!stored.locked)
    throwApiError('IDEMPOTENCY_CONFLICT', 'The first request with this Idempotency-Key is still running.')
  if (stored.same_request === false)
    throwApiError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used with another payload.')
  if (stored.same_request) return { status: stored.status, text: codec.decode(stored.body), replayed: true }
  const response = await work()
  tx.runWithCommit(sql`
    insert into idempotency (org_id, key, fingerprint, status, body)
    values (${org}, ${key}, ${fingerprint}, ${response.status}, ${codec.encode(response.text)})`)
  return { ...response, replayed: false }
}

/** Lost a race against a concurrent insert: on retry the committed row is found. */
export const isUniqueViolation = (error: unknown) => (error as { code?: string }).code === '23505'

/**
 * The work may have failed because of the first request's own effect, committed between the snapshot and the lock:
 * then there is a response to replay. Read outside the transaction, which the failed statement may have aborted.
 */
export const wasStoredSince = async (db: Db, { org, key }: IdempotentRequest, error: unknown) =>
  error instanceof ApiError &&
  error.code !== 'IDEMPOTENCY_CONFLICT' &&
  (await db.first(sql`select 1 from idempotency where org_id = ${org} and key = ${key}`)) !== undefined

export const addIdempotencyField = (text: string, key: string, replayed: boolean) =>
  appendFields(text, { idempotency: { key, replayed } })

/** Adds fields to a JSON object without parsing it. */
export const appendFields = (text: string, fields: object) =>
  `${text === '{}' ? '{' : `${text.slice(0, -1)},`}${JSON.stringify(fields).slice(1)}`

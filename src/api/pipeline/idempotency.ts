import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import canonicalize from 'canonicalize'
import type { FileAnswer, Route } from '#contract/core/route.ts'
import { ApiError, throwApiError } from '#domain/errors.ts'
import type { Db, Tx } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { Vault } from '#store/vault.ts'
import { orgLock } from '#store/lock.ts'

export type Answer = { status: number; text: string; file?: FileAnswer }

const printable = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/

/** The caller's key, if there is one; a route that needs one does not go on without. */
export function idempotencyKey(request: IncomingMessage, route: Route): string | undefined {
  const sent: string[] = []
  for (let i = 0; i < request.rawHeaders.length; i += 2)
    if (request.rawHeaders[i]!.toLowerCase() === 'idempotency-key') sent.push(request.rawHeaders[i + 1]!)
  if (sent.length === 0)
    return route.idempotent
      ? throwApiError(
          'IDEMPOTENCY_KEY_REQUIRED',
          'This operation needs an Idempotency-Key header, 1 to 128 characters.',
        )
      : undefined
  const key = sent[0]!.trim()
  if (sent.length > 1 || !printable.test(key))
    throwApiError(
      'IDEMPOTENCY_KEY_INVALID',
      'Idempotency-Key must be sent once and be 1 to 128 printable ASCII characters.',
    )
  return key
}

export const fingerprintOf = (routeId: string, input: object): Buffer =>
  createHash('sha256')
    .update(`${routeId}\n${canonicalize(input)}`)
    .digest()

export type Attempt = { org: string; key: string; fingerprint: Buffer }
export type Once = Answer & { replayed: boolean }
export type Stored = { got: boolean; same: boolean | null; status: number; body: string }

/**
 * The lock is the running state and the row is the done state, so a crash leaves neither behind.
 * Look-up and lock share a statement: should the first request commit between the two, the row's primary key refuses the second effect, and a refusal by the work looks for the row again.
 * Callers choose their keys, so the lock has a seed of its own: a key may be called like a lock that the code names.
 */
export const lookUp = ({ org, key, fingerprint }: Attempt): Sql => sql`
  select l.got, i.fingerprint = ${fingerprint} as same, i.status, i.body
  from (select pg_try_advisory_xact_lock(hashtextextended(${orgLock(org, `idempotency/${key}`)}, 2)) as got) l
  left join idempotency i on i.org_id = ${org} and i.key = ${key}`

/** How an answer is kept for its replay; one that holds a secret is not kept in the open. */
export type Keep = { put(text: string): string; get(kept: string): string }
const asItIs: Keep = { put: (text) => text, get: (kept) => kept }
export const sealedBy = (vault: Vault, { org, key }: Attempt): Keep => ({
  put: (text) => vault.seal(text, `answer/${org}/${key}`).toString('base64'),
  get: (kept) => vault.open(Buffer.from(kept, 'base64'), `answer/${org}/${key}`),
})

/** Does the work unless it was done before; `found` is what the look-up saw at the start of this transaction. */
export async function once(
  tx: Tx,
  found: Stored,
  { org, key, fingerprint }: Attempt,
  work: () => Promise<Answer>,
  keep = asItIs,
): Promise<Once> {
  if (!found.got) throwApiError('IDEMPOTENCY_CONFLICT', 'The first request with this Idempotency-Key is still running.')
  if (found.same === false) throwApiError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used with another payload.')
  if (found.same) return { status: found.status, text: keep.get(found.body), replayed: true }
  const answer = await work()
  tx.atEnd(
    sql`insert into idempotency (org_id, key, fingerprint, status, body) values (${org}, ${key}, ${fingerprint}, ${answer.status}, ${keep.put(answer.text)})`,
  )
  return { ...answer, replayed: false }
}

/** A unique index refused what somebody else has just committed: asking again, the look-up replays it, or the checks see it and say what it is. */
export const wasJustStored = (error: unknown) => (error as { code?: string }).code === '23505'

/**
 * What the work was refused for may be the first request's own effect, committed between the look-up's snapshot and its lock: then there is an answer to replay.
 * Asked when the transaction is over, for the statement that was refused may have ended it.
 */
export const isStoredSince = async (db: Db, { org, key }: Attempt, error: unknown) =>
  error instanceof ApiError &&
  error.code !== 'IDEMPOTENCY_CONFLICT' &&
  (await db.first(sql`select 1 from idempotency where org_id = ${org} and key = ${key}`)) !== undefined

export const withIdempotency = (text: string, key: string, replayed: boolean) => {
  const note = `"idempotency":${JSON.stringify({ key, replayed })}}`
  return text === '{}' ? `{${note}` : `${text.slice(0, -1)},${note}`
}

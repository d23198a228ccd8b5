import { replaceAppSecret, revokeKey } from '#domain/access/keys/queries.ts'
import { hintOf, newKey, secretHash } from '#domain/access/keys/rules.ts'
import type { RequestClient } from '#domain/events/audit/queries-insert.ts'
import { recordAudit } from '#domain/events/audit/record.ts'
import type { Db, Store } from '#store/open.ts'
import { findAppBySecret, insertToken, lockToken, updateUsed } from './queries-tokens.ts'
import { accessSeconds, challengeOf, newToken, parseToken, refreshSeconds, type TokenKind } from './rules.ts'

export type ExchangeRequest = {
  kind: TokenKind
  token: string
  clientId: string
  /** Of a code. */
  redirectUri?: string | undefined
  verifier?: string | undefined
}
type ExchangeDeps = { store: Store; format: { prefix: string; region: string }; client: RequestClient }
type IssuedTokens = { access: string; refresh: string; scopes: string[] }
type Row = NonNullable<Awaited<ReturnType<typeof lockToken>>>

/**
 * Exchanges a code or refresh token for the next pair; undefined if it is not valid. One that was used before has
 * leaked: the app loses its access (RFC 6749 10.4 and 4.1.2).
 */
export const exchange = ({ store, format, client }: ExchangeDeps, request: ExchangeRequest) =>
  store.transaction(async (db): Promise<IssuedTokens | undefined> => {
    const parsed = parseToken(request.kind, request.token)
    const row = parsed && (await lockToken(db, parsed.org, parsed.hash))
    if (!row || row.client_id !== request.clientId) return undefined
    const { org, hash } = parsed
    if (row.is_used) {
      await revokeApp(db, org, row, { reason: 'token_reused', client })
      return undefined
    }
    if (row.is_expired || !isProven(row, request)) return undefined
    const access = newKey(format.prefix, format.region)
    const secret = { hash: secretHash(access), hint: hintOf(access), seconds: accessSeconds }
    if ((await replaceAppSecret(db, org, row.app_id, secret)) === 0) return undefined
    await updateUsed(db, org, hash)
    const refresh = newToken('refresh', org)
    await insertToken(db, org, {
      hash: secretHash(refresh),
      appId: row.app_id,
      kind: 'refresh',
      seconds: refreshSeconds,
    })
    return { access, refresh, scopes: [...(row.can_read ? ['read'] : []), ...(row.can_write ? ['write'] : [])] }
  })

/** Who presents a code knows the verifier of the challenge that came with the request, and where it was sent. */
const isProven = ({ kind, redirect_uri, code_challenge }: Row, { redirectUri, verifier }: ExchangeRequest) =>
  kind === 'refresh' ||
  (redirect_uri === redirectUri && verifier !== undefined && challengeOf(verifier) === code_challenge)

/** RFC 7009: an unknown token is no error, and one of another app is left alone. */
export const revokeByToken = (
  { store, client }: Omit<ExchangeDeps, 'format'>,
  { token, clientId }: { token: string; clientId: string },
) =>
  store.transaction(async (db) => {
    const found = await findByToken(db, token)
    if (found?.client_id !== clientId) return
    await revokeApp(db, found.org, found, { reason: 'revoked_by_app', client })
  })

async function findByToken(db: Db, token: string) {
  const refresh = parseToken('refresh', token)
  if (refresh) {
    const row = await lockToken(db, refresh.org, refresh.hash)
    return row && { ...row, org: refresh.org }
  }
  const app = await findAppBySecret(db, secretHash(token))
  return app && { ...app, org: app.org_id }
}

type Revocation = { reason: string; client: RequestClient }

async function revokeApp(
  db: Db,
  org: string,
  { app_id: id, user_id: user }: { app_id: string; user_id: string },
  { reason, client }: Revocation,
) {
  if ((await revokeKey(db, org, id, reason)) === 0) return
  await recordAudit(db, org, {
    operation: 'revokeConnectedApp',
    actor: { type: 'api_key', id },
    user,
    client,
    resource: id,
    changes: { before: { status: 'active' }, after: { status: 'revoked', revoked_reason: reason } },
  })
}

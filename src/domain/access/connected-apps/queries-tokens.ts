import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { TokenKind } from './rules.ts'

type NewAppToken = {
  hash: Buffer
  appId: string
  kind: TokenKind
  seconds: number
  redirectUri?: string
  codeChallenge?: string
}

export const insertToken = (db: Db, org: string, token: NewAppToken) =>
  db.run(sql`
    insert into app_token (org_id, hash, app_id, kind, redirect_uri, code_challenge, expires_at)
    values (${org}, ${token.hash}, ${token.appId}, ${token.kind}, ${token.redirectUri ?? null},
      ${token.codeChallenge ?? null}, now() + make_interval(secs => ${token.seconds}))`)

type TokenRow = {
  app_id: string
  kind: TokenKind
  redirect_uri: string | null
  code_challenge: string | null
  is_used: boolean
  is_expired: boolean
  user_id: string
  client_id: string
  can_read: boolean
  can_write: boolean
}

/** Locked: of two exchanges at once the second finds it used. */
export const lockToken = (db: Db, org: string, hash: Buffer) =>
  db.first<TokenRow>(sql`
    select t.app_id, t.kind, t.redirect_uri, t.code_challenge, t.used_at is not null as is_used,
      t.expires_at <= now() as is_expired, k.user_id, k.client_id, k.can_read, k.can_write
    from app_token t join api_key k on k.org_id = t.org_id and k.id = t.app_id
    where t.org_id = ${org} and t.hash = ${hash} for update of t`)

export const updateUsed = (db: Db, org: string, hash: Buffer) =>
  db.run(sql`update app_token set used_at = now() where org_id = ${org} and hash = ${hash}`)

/** By the secret that a program has now; it names no organization. */
export const findAppBySecret = (db: Db, hash: Buffer) =>
  db.first<{ org_id: string; app_id: string; user_id: string; client_id: string }>(sql`
    select org_id, id as app_id, user_id, client_id from api_key where hash = ${hash} and client_id is not null`)

import type { Static } from 'typebox'
import type { ApiKey } from '#contract/resources/settings.ts'
import type { Db } from '#store/open.ts'
import { allOf, type Sql, sql } from '#store/sql.ts'

export type KeyRecord = Static<typeof ApiKey>
/** Whose keys: one person's, or everybody's in the organization. */
export type Whose = { user?: string | undefined }

const shown = sql`k.id, k.name, k.hint, k.user_id, u.name as user_name,
  array_remove(array[case when k.can_read then 'read' end, case when k.can_write then 'write' end], null) as scopes,
  case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'active' end as status,
  k.expires_at, k.last_used_at, k.revoked_at, k.revoked_reason, k.created_at`

const records = (org: string, conditions: (Sql | false)[], rest: Sql): Sql => sql`
  select ${shown} from api_key k join app_user u on u.id = k.user_id
  where ${allOf([sql`k.org_id = ${org}`, ...conditions])} ${rest}`

/** Newest first; one more than asked for, which tells whether there are more. */
export function listKeys(
  db: Db,
  org: string,
  { user, limit, before }: Whose & { limit: number; before?: string | undefined },
) {
  const conditions = [user !== undefined && sql`k.user_id = ${user}`, before !== undefined && sql`k.id < ${before}`]
  return db.rows<KeyRecord>(records(org, conditions, sql`order by k.id desc limit ${limit + 1}`))
}

export const readKey = (db: Db, org: string, id: string, { user }: Whose = {}) =>
  db.first<KeyRecord>(records(org, [sql`k.id = ${id}`, user !== undefined && sql`k.user_id = ${user}`], sql``))

/** The first revocation is the one that stays on record. */
export const revokeKey = (db: Db, org: string, id: string, reason: string) =>
  db.run(
    sql`update api_key set revoked_at = now(), revoked_reason = ${reason} where org_id = ${org} and id = ${id} and revoked_at is null`,
  )

/** Answers how many of them still worked. */
export const revokeKeysOf = (db: Db, org: string, user: string, reason: string) =>
  db.run(sql`
    update api_key set revoked_at = now(), revoked_reason = ${reason}
    where org_id = ${org} and user_id = ${user} and revoked_at is null and (expires_at is null or expires_at > now())`)

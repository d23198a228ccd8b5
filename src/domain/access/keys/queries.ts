import type { Static } from 'typebox'
import type { Scope } from '#contract/core/route.ts'
import type { ApiKey } from '#contract/resources/settings-shapes.ts'
import type { Db } from '#store/open.ts'
import { allOf, type Sql, sql } from '#store/sql.ts'

type KeyRow = Static<typeof ApiKey>
/** The keys of one user, or of the whole organization. */
export type KeyOwnerFilter = { user?: string | undefined }

const keyColumns = sql`k.id, k.name, k.hint, k.user_id, u.name as user_name,
  array_remove(array[case when k.can_read then 'read' end, case when k.can_write then 'write' end], null) as scopes,
  case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
  else 'active' end as status,
  k.expires_at, greatest(k.last_used_at, l.last_used_at) as last_used_at, k.revoked_at, k.revoked_reason, k.created_at`

const selectKeys = (org: string, conditions: (Sql | false)[], rest: Sql): Sql => sql`
  select ${keyColumns} from api_key k join app_user u on u.id = k.user_id
  left join last_use l on l.id = k.id and l.org_id = k.org_id
  where ${allOf([sql`k.org_id = ${org}`, ...conditions])} ${rest}`

/** Newest first, with one row more than the limit to tell whether there is a next page. */
export function listKeys(
  db: Db,
  org: string,
  { user, limit, before }: KeyOwnerFilter & { limit: number; before?: string | undefined },
) {
  const conditions = [
    sql`k.client_id is null`,
    user !== undefined && sql`k.user_id = ${user}`,
    before !== undefined && sql`k.id < ${before}`,
  ]
  return db.rows<KeyRow>(selectKeys(org, conditions, sql`order by k.id desc limit ${limit + 1}`))
}

export const findKey = (db: Db, org: string, id: string, { user }: KeyOwnerFilter = {}) =>
  db.first<KeyRow>(
    selectKeys(org, [sql`k.id = ${id} and k.client_id is null`, user !== undefined && sql`k.user_id = ${user}`], sql``),
  )

export type NewKey = {
  userId: string
  name: string
  scopes: readonly Scope[]
  expiresAt?: string | Date | null
  /** From now by the database's clock, which also decides when the key expires. */
  expiresInDays?: number | null
  /** For a connected app: a program that acts for the owner. */
  app?: { clientId: string; redirectHost: string }
}

/** Locks the owner's membership: a member who is being removed cannot keep a key that was not revoked. */
export const insertKey = (db: Db, org: string, key: NewKey & { id: string; hash: Buffer; hint: string }) =>
  db.run(sql`
    insert into api_key (org_id, id, user_id, name, hash, hint, can_read, can_write, client_id,
      redirect_host, expires_at)
    select m.org_id, ${key.id}::uuid, m.user_id, ${key.name}, ${key.hash}, ${key.hint},
      ${key.scopes.includes('read')}::boolean, ${key.scopes.includes('write')}::boolean,
      ${key.app?.clientId ?? null}, ${key.app?.redirectHost ?? null},
      coalesce(${key.expiresAt ?? null}::timestamptz, now() + make_interval(days => ${key.expiresInDays ?? null}::int))
    from membership m where m.org_id = ${org} and m.user_id = ${key.userId} and m.status = 'active' for key share`)

/** Keeps the first revocation's reason. */
export const revokeKey = (db: Db, org: string, id: string, reason: string) =>
  db.run(
    sql`
      update api_key set revoked_at = now(), revoked_reason = ${reason}
      where org_id = ${org} and id = ${id} and revoked_at is null`,
  )

/** Returns how many were active; a connected app gets a new secret as long as it is not revoked. */
export const revokeKeysOfUser = (db: Db, org: string, user: string, reason: string) =>
  db.run(sql`
    update api_key set revoked_at = now(), revoked_reason = ${reason}
    where org_id = ${org} and user_id = ${user} and revoked_at is null
      and (expires_at is null or expires_at > now() or client_id is not null)`)

/** The next secret of a connected app; none for one that was revoked or whose owner is no active member. */
export const replaceAppSecret = (
  db: Db,
  org: string,
  id: string,
  next: { hash: Buffer; hint: string; seconds: number },
) =>
  db.run(sql`
    update api_key k set hash = ${next.hash}, hint = ${next.hint},
      expires_at = now() + make_interval(secs => ${next.seconds})
    where k.org_id = ${org} and k.id = ${id} and k.client_id is not null and k.revoked_at is null
      and exists (select 1 from membership m
        where m.org_id = k.org_id and m.user_id = k.user_id and m.status = 'active')`)

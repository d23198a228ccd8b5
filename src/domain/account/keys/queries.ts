import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

/** All that decides whether a key may do something, as it stands now. The prefix keeps the names apart from those of data read along with them. */
export type KeyFacts = {
  auth_key_id: string
  auth_org_id: string
  auth_user_id: string
  auth_expired: boolean
  auth_revoked: boolean
  auth_owner_left: boolean
  auth_can_read: boolean
  auth_can_write: boolean
  auth_org_found: boolean
  auth_user_found: boolean
  auth_api_enabled: boolean
  auth_api_admins: boolean
  auth_api_members: boolean
  auth_api_read: boolean
  auth_api_write: boolean
  auth_competitors: boolean
  auth_subthemes: boolean
  auth_segments: boolean
  auth_member_role: 'admin' | 'member' | null
}

export const keyFacts = (hash: Buffer): Sql => sql`
  select k.id as auth_key_id, k.org_id as auth_org_id, k.user_id as auth_user_id,
    coalesce(k.expires_at <= now(), false) as auth_expired, k.revoked_at is not null as auth_revoked,
    coalesce(k.revoked_reason = 'owner_left', false) as auth_owner_left, k.can_read as auth_can_read, k.can_write as auth_can_write,
    o.id is not null as auth_org_found, u.id is not null as auth_user_found,
    o.api_enabled as auth_api_enabled, o.api_admins as auth_api_admins, o.api_members as auth_api_members,
    o.api_read as auth_api_read, o.api_write as auth_api_write,
    o.feature_competitors as auth_competitors, o.feature_subthemes as auth_subthemes, o.feature_segments as auth_segments,
    m.role as auth_member_role
  from api_key k
  left join organization o on o.id = k.org_id
  left join app_user u on u.id = k.user_id
  left join membership m on m.org_id = k.org_id and m.user_id = k.user_id and m.status = 'active'
  where k.hash = ${hash}`

/** When keys were last used, at most once a minute each. */
export const touchKeys = (db: Db, used: readonly { org: string; id: string; at: string }[]) =>
  db.run(sql`
    update api_key k set last_used_at = u.at
    from unnest(${used.map((k) => k.org)}::text[], ${used.map((k) => k.id)}::uuid[], ${used.map((k) => k.at)}::timestamptz[]) as u (org_id, id, at)
    where k.org_id = u.org_id and k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`)

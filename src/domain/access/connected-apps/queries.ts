import type { Static } from 'typebox'
import type { connectedApps } from '#contract/resources/connected-apps.ts'
import type { KeyOwnerFilter } from '#domain/access/keys/queries.ts'
import type { Db } from '#store/open.ts'
import { allOf, type Sql, sql } from '#store/sql.ts'

type AppRow = Static<(typeof connectedApps)['revokeConnectedApp']['result']>

const appColumns = sql`k.id, k.name, k.redirect_host, k.user_id, u.name as user_name,
  array_remove(array[case when k.can_read then 'read' end, case when k.can_write then 'write' end], null) as scopes,
  case when k.revoked_at is not null then 'revoked' when t.kind = 'refresh' then 'active' when t.kind = 'code'
  then 'pending' else 'expired' end as status,
  l.last_used_at, k.revoked_at, k.revoked_reason, k.created_at`

/** With the token that the app may exchange next, if there is one; without any token it has been gone for long. */
const selectApps = (org: string, conditions: (Sql | false)[], rest: Sql): Sql => sql`
  select ${appColumns} from api_key k join app_user u on u.id = k.user_id
  left join app_token t
    on t.org_id = k.org_id and t.app_id = k.id and t.org_id = ${org} and t.used_at is null and t.expires_at > now()
  left join last_use l on l.id = k.id and l.org_id = k.org_id
  where ${allOf([sql`k.org_id = ${org} and k.client_id is not null`, ...conditions])}
    and exists (select 1 from app_token x where x.org_id = ${org} and x.app_id = k.id) ${rest}`

/** Newest first, with one row more than the limit to tell whether there is a next page. */
export function listApps(
  db: Db,
  org: string,
  { user, limit, before }: KeyOwnerFilter & { limit: number; before?: string | undefined },
) {
  const conditions = [user !== undefined && sql`k.user_id = ${user}`, before !== undefined && sql`k.id < ${before}`]
  return db.rows<AppRow>(selectApps(org, conditions, sql`order by k.id desc limit ${limit + 1}`))
}

export const findApp = (db: Db, org: string, id: string, { user }: KeyOwnerFilter = {}) =>
  db.first<AppRow>(selectApps(org, [sql`k.id = ${id}`, user !== undefined && sql`k.user_id = ${user}`], sql``))

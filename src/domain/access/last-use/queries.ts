import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* When keys and memberships were used last; of organizations that exist. */

/** Callers batch this, at most once a minute per key; an organization may have been deleted meanwhile. */
export const updateLastUsed = (db: Db, used: readonly { org: string; id: string; at: string }[]) =>
  db.run(sql`
    insert into last_use (org_id, id, last_used_at)
    select u.* from unnest(${used.map((k) => k.org)}::text[], ${used.map((k) => k.id)}::uuid[],
      ${used.map((k) => k.at)}::timestamptz[]) as u (org_id, id, last_used_at)
    join organization o on o.id = u.org_id
    on conflict (id, org_id) do update set last_used_at = excluded.last_used_at
      where last_use.last_used_at < excluded.last_used_at`)

export const updateLastActive = (db: Db, org: string, membership: string) =>
  db.run(sql`
    insert into last_use (org_id, id, last_used_at)
    select o.id, ${membership}::uuid, now()::timestamptz(3) from organization o where o.id = ${org}
    on conflict (id, org_id) do update set last_used_at = excluded.last_used_at`)

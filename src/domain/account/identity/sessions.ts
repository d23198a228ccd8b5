import type { Role } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Who a session stands for, and where they work, as it is now. */
export type Seat = {
  session_id: string
  user_id: string
  email: string
  org_id: string | null
  role: Role | null
  competitors: boolean
  subthemes: boolean
  segments: boolean
  seen_lately: boolean
}

/** The chosen organization while they belong to it, otherwise the one they have belonged to longest. */
export const readSeat = (db: Db, token: string) =>
  db.first<Seat>(sql`
    select s.id as session_id, s.user_id, u.email, m.org_id, m.role,
      coalesce(o.feature_competitors, false) as competitors, coalesce(o.feature_subthemes, false) as subthemes,
      coalesce(o.feature_segments, false) as segments, coalesce(m.last_active_at > now() - interval '5 minutes', false) as seen_lately
    from user_session s
    join app_user u on u.id = s.user_id
    left join lateral (
      select org_id, role, last_active_at from membership
      where user_id = s.user_id and status = 'active'
      order by coalesce(org_id = s.active_org_id, false) desc, created_at, id limit 1) m on true
    left join organization o on o.id = m.org_id
    where s.token = ${token} and s.expires_at > now()`)

export const markSeen = (db: Db, org: string, user: string) =>
  db.run(sql`update membership set last_active_at = now() where org_id = ${org} and user_id = ${user}`)

export const endSession = (db: Db, token: string) => db.run(sql`delete from user_session where token = ${token}`)

export const endSessionsOf = (db: Db, user: string) => db.run(sql`delete from user_session where user_id = ${user}`)

/** The secret of one of a person's own sessions, which they name by its id. */
export const tokenOf = async (db: Db, user: string, id: string) =>
  (await db.first<{ token: string }>(sql`select token from user_session where user_id = ${user} and id = ${id}`))?.token

export const workIn = (db: Db, user: string, session: string, org: string) =>
  db.run(sql`update user_session set active_org_id = ${org} where id = ${session} and user_id = ${user}`)

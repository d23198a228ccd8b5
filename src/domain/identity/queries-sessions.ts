import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { MemberRole } from '#vocabulary/roles.ts'

/** The user of a session with the current organization, role and features. */
export type SessionRow = {
  session_id: string
  user_id: string
  email: string
  org_id: string | null
  membership_id: string | null
  role: MemberRole | null
  competitors: boolean
  subthemes: boolean
  segments: boolean
  recently_active: boolean
  /** The organization lets nobody in without a second factor, and this person has none. */
  needs_second_factor: boolean
}

/** The selected organization while the user is a member of it, otherwise the one joined first. */
export const findSession = (db: Db, token: string) =>
  db.first<SessionRow>(sql`
    select s.id as session_id, s.user_id, u.email, m.org_id, m.id as membership_id, m.role,
      coalesce(o.feature_competitors, false) as competitors, coalesce(o.feature_subthemes, false) as subthemes,
      coalesce(o.feature_segments, false) as segments,
      coalesce(s.last_used_at > now() - interval '5 minutes', false) as recently_active,
      coalesce(o.require_second_factor and not s.single_sign_on and f.confirmed_at is null, false)
        as needs_second_factor
    from user_session s
    join app_user u on u.id = s.user_id
    left join lateral (
      select org_id, id, role from membership
      where user_id = s.user_id and status = 'active'
      order by coalesce(org_id = s.active_org_id, false) desc, created_at, id limit 1) m on true
    left join organization o on o.id = m.org_id
    left join user_second_factor f on f.user_id = s.user_id
    where s.token = ${token} and s.expires_at > now()`)

type NewSession = {
  user: string
  token: string
  ip: string | null
  userAgent: string | null
  days: number
  singleSignOn: boolean
}

export async function insertSession(db: Db, session: NewSession): Promise<string> {
  const id = newId()
  await db.run(sql`
    insert into user_session (id, token, user_id, ip_address, user_agent, single_sign_on, expires_at)
    values (${id}, ${session.token}, ${session.user}, ${session.ip}, ${session.userAgent}, ${session.singleSignOn},
      now() + make_interval(days => ${session.days}))`)
  return id
}

export const deleteSession = (db: Db, token: string) => db.run(sql`delete from user_session where token = ${token}`)

export const deleteSessionsOfUser = (db: Db, user: string) =>
  db.run(sql`delete from user_session where user_id = ${user}`)

/** Only among the user's own sessions. */
export const findSessionToken = async (db: Db, user: string, id: string) =>
  (await db.first<{ token: string }>(sql`select token from user_session where user_id = ${user} and id = ${id}`))?.token

export const updateActiveOrganization = (db: Db, user: string, session: string, org: string) =>
  db.run(sql`update user_session set active_org_id = ${org} where id = ${session} and user_id = ${user}`)

/** Called every few minutes at most. */
export const updateSessionUse = (db: Db, session: string) =>
  db.run(sql`update user_session set last_used_at = now() where id = ${session}`)

type SignedInSession = {
  id: string
  userAgent: string | null
  ipAddress: string | null
  createdAt: string
  lastUsedAt: string
}

/** Of a user, the one used last first. */
export const listSessions = (db: Db, user: string) =>
  db.rows<SignedInSession>(sql`
    select id, user_agent as "userAgent", ip_address as "ipAddress", created_at as "createdAt",
      coalesce(last_used_at, updated_at) as "lastUsedAt"
    from user_session where user_id = ${user} and expires_at > now()
    order by coalesce(last_used_at, updated_at) desc, id`)

export const deleteOtherSessions = (db: Db, user: string, kept: string) =>
  db.run(sql`delete from user_session where user_id = ${user} and id <> ${kept}`)

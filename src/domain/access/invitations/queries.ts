import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { allOf, sql } from '#store/sql.ts'
import type { MemberRole } from '#vocabulary/roles.ts'
import type { InvitationStatus } from './rules.ts'

type NewInvitation = { email: string; role: MemberRole; tokenHash: Buffer; invitedBy: string; days: number }
type InvitationRow = {
  id: string
  email: string
  role: MemberRole
  status: InvitationStatus
  invited_by: string
  expires_at: string
  created_at: string
}

const invitationColumns = sql`id, email, role,
  case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
    when expires_at <= now() then 'expired' else 'pending' end as status,
  invited_by, expires_at, created_at`

/** Newest first, with one row more than the limit to tell whether there is a next page. */
export const listInvitations = (
  db: Db,
  org: string,
  { limit, before }: { limit: number; before?: string | undefined },
) =>
  db.rows<InvitationRow>(sql`
    select ${invitationColumns} from invitation
    where ${allOf([sql`org_id = ${org}`, before !== undefined && sql`id < ${before}`])}
    order by id desc limit ${limit + 1}`)

export const findInvitation = (db: Db, org: string, id: string) =>
  db.first<InvitationRow>(sql`select ${invitationColumns} from invitation where org_id = ${org} and id = ${id}`)

/** Across organizations: the token identifies the organization. */
export const findInvitationByToken = (db: Db, tokenHash: Buffer) =>
  db.first<InvitationRow & { org_id: string }>(
    sql`select org_id, ${invitationColumns} from invitation where token_hash = ${tokenHash}`,
  )

export const hasMemberWithEmail = async (db: Db, org: string, email: string) =>
  (await db.first(sql`
    select 1 from membership m join app_user u on u.id = m.user_id
    where m.org_id = ${org} and u.email = ${email}`)) !== undefined

export const insertInvitation = (db: Db, org: string, { email, role, tokenHash, invitedBy, days }: NewInvitation) =>
  db.first<InvitationRow>(sql`
    insert into invitation (org_id, id, email, role, token_hash, invited_by, expires_at)
    values (${org}, ${newId()}, ${email}, ${role}, ${tokenHash}, ${invitedBy}, now() + make_interval(days => ${days}))
    returning id, email, role, 'pending' as status, invited_by, expires_at, created_at`)

export const revokePendingInvitations = (db: Db, org: string, email: string) =>
  db.run(sql`
    update invitation set revoked_at = now()
    where org_id = ${org} and email = ${email} and accepted_at is null and revoked_at is null`)

export const revokeInvitation = (db: Db, org: string, id: string) =>
  db.run(sql`update invitation set revoked_at = now() where org_id = ${org} and id = ${id} and revoked_at is null`)

export const markInvitationAccepted = (db: Db, org: string, id: string) =>
  db.run(sql`update invitation set accepted_at = now() where org_id = ${org} and id = ${id}`)

import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { MemberRole } from '#vocabulary/roles.ts'

export type Membership = { id: string; user_id: string; role: MemberRole }

export async function insertMembership(
  db: Db,
  org: string,
  { userId, role }: { userId: string; role: MemberRole },
): Promise<{ id: string }> {
  const id = newId()
  await db.run(sql`insert into membership (org_id, id, user_id, role) values (${org}, ${id}, ${userId}, ${role})`)
  return { id }
}

/** By member id or by user id. */
export const findMembership = (db: Db, org: string, memberOrUserId: string) =>
  db.first<Membership>(sql`
    select id, user_id, role from membership
    where org_id = ${org}
      and ${memberOrUserId.startsWith('user_') ? sql`user_id = ${memberOrUserId}` : sql`id = ${memberOrUserId}`}`)

export const hasOtherAdmin = async (db: Db, org: string, id: string) =>
  (await db.first(sql`
    select 1 from membership
    where org_id = ${org} and role = 'admin' and status = 'active' and id <> ${id} limit 1`)) !== undefined

export const updateRole = (db: Db, org: string, id: string, role: MemberRole) =>
  db.run(sql`update membership set role = ${role}, updated_at = now() where org_id = ${org} and id = ${id}`)

export const deleteMembership = (db: Db, org: string, id: string) =>
  db.run(sql`delete from membership where org_id = ${org} and id = ${id}`)

/** A former admin could rejoin through an invitation link of their own. */
export const revokeInvitationsBy = (db: Db, org: string, user: string) =>
  db.run(sql`
    update invitation set revoked_at = now()
    where org_id = ${org} and invited_by = ${user} and accepted_at is null and revoked_at is null`)

export const isActiveMember = async (db: Db, org: string, user: string) =>
  (await db.first(sql`select 1 from membership where org_id = ${org} and user_id = ${user} and status = 'active'`)) !==
  undefined

export const hasOtherOrganization = async (db: Db, org: string, user: string): Promise<boolean> =>
  (await db.first<{ other: boolean }>(sql`
    select exists (select 1 from membership where user_id = ${user} and org_id <> ${org}) as other`))!.other

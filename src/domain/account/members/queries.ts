import type { Role } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type Membership = { id: string; user_id: string; role: Role }

export async function addMember(
  db: Db,
  org: string,
  { userId, role }: { userId: string; role: Role },
): Promise<{ id: string }> {
  const id = newId()
  await db.run(sql`insert into membership (org_id, id, user_id, role) values (${org}, ${id}, ${userId}, ${role})`)
  return { id }
}

/** By member id or by user id. */
export const findMembership = (db: Db, org: string, who: string) =>
  db.first<Membership>(sql`
    select id, user_id, role from membership
    where org_id = ${org} and ${who.startsWith('user_') ? sql`user_id = ${who}` : sql`id = ${who}`}`)

export const hasOtherAdmin = async (db: Db, org: string, id: string) =>
  (await db.first(sql`
    select 1 from membership
    where org_id = ${org} and role = 'admin' and status = 'active' and id <> ${id} limit 1`)) !== undefined

export const setRole = (db: Db, org: string, id: string, role: Role) =>
  db.run(sql`update membership set role = ${role}, updated_at = now() where org_id = ${org} and id = ${id}`)

export const deleteMembership = (db: Db, org: string, id: string) =>
  db.run(sql`delete from membership where org_id = ${org} and id = ${id}`)

/** A link handed out by somebody who may no longer invite would let them back in. */
export const revokeInvitationsBy = (db: Db, org: string, user: string) =>
  db.run(sql`
    update invitation set revoked_at = now()
    where org_id = ${org} and invited_by = ${user} and accepted_at is null and revoked_at is null`)

import { revokeKeysOfUser } from '#domain/access/keys/queries.ts'
import { isBeingDeleted, lockOrganization } from '#domain/organizations/queries.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import type { MemberRole } from '#vocabulary/roles.ts'
import {
  insertMembership,
  deleteMembership,
  findMembership,
  hasOtherAdmin,
  type Membership,
  revokeInvitationsBy,
  updateRole,
} from './queries.ts'

const getMembership = async (db: Db, org: string, memberOrUserId: string): Promise<Membership> =>
  (await findMembership(db, org, memberOrUserId)) ?? notFound('member')

async function requireAnotherAdmin(db: Db, org: string, member: Membership) {
  if (member.role !== 'admin' || (await hasOtherAdmin(db, org, member.id))) return
  throwApiError('INVALID_STATE', 'This is the last admin of the organization; make another member an admin first.')
}

export async function joinOrganization(
  db: Db,
  org: string,
  { userId, role }: { userId: string; role: MemberRole },
): Promise<{ id: string }> {
  await lockOrganization(db, org)
  if (await isBeingDeleted(db, org)) throwApiError('INVALID_STATE', 'This organization is being deleted.')
  if (await findMembership(db, org, userId))
    throwApiError('INVALID_STATE', 'This person is already a member of the organization.')
  return insertMembership(db, org, { userId, role })
}

export async function changeRole(db: Db, org: string, memberOrUserId: string, role: MemberRole): Promise<Membership> {
  await lockOrganization(db, org)
  const member = await getMembership(db, org, memberOrUserId)
  if (member.role === role) return member
  await requireAnotherAdmin(db, org, member)
  await updateRole(db, org, member.id, role)
  if (role !== 'admin') await revokeInvitationsBy(db, org, member.user_id)
  return { ...member, role }
}

/** Ends the membership with its keys and open invitations; `authorize` may throw once the member is known. */
export async function leaveOrganization(
  db: Db,
  org: string,
  memberOrUserId: string,
  authorize: (member: Membership) => void = () => {},
) {
  await lockOrganization(db, org)
  const member = await getMembership(db, org, memberOrUserId)
  authorize(member)
  await requireAnotherAdmin(db, org, member)
  await deleteMembership(db, org, member.id)
  await revokeInvitationsBy(db, org, member.user_id)
  return { member, revokedKeys: await revokeKeysOfUser(db, org, member.user_id, 'owner_left') }
}

import { revokeKeysOf } from '#domain/account/keys/records.ts'
import { lockOrganization } from '#domain/account/organizations/queries.ts'
import type { Role } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import {
  addMember,
  deleteMembership,
  findMembership,
  hasOtherAdmin,
  type Membership,
  revokeInvitationsBy,
  setRole,
} from './queries.ts'

const found = async (db: Db, org: string, who: string): Promise<Membership> =>
  (await findMembership(db, org, who)) ?? notFound('member')

async function requireAnotherAdmin(db: Db, org: string, member: Membership) {
  if (member.role !== 'admin' || (await hasOtherAdmin(db, org, member.id))) return
  throwApiError('INVALID_STATE', 'This is the last admin of the organization; make somebody else an admin first.')
}

export async function joinOrganization(
  db: Db,
  org: string,
  { userId, role }: { userId: string; role: Role },
): Promise<{ id: string }> {
  await lockOrganization(db, org)
  if (await findMembership(db, org, userId))
    throwApiError('INVALID_STATE', 'This person belongs to the organization already.')
  return addMember(db, org, { userId, role })
}

export async function changeRole(db: Db, org: string, who: string, role: Role): Promise<Membership> {
  await lockOrganization(db, org)
  const member = await found(db, org, who)
  if (member.role === role) return member
  await requireAnotherAdmin(db, org, member)
  await setRole(db, org, member.id, role)
  if (role === 'member') await revokeInvitationsBy(db, org, member.user_id)
  return { ...member, role }
}

/** Membership, keys and open invitations of the person end together. `allow` may still refuse, knowing who it is. */
export async function leaveOrganization(
  db: Db,
  org: string,
  who: string,
  allow: (member: Membership) => void = () => {},
) {
  await lockOrganization(db, org)
  const member = await found(db, org, who)
  allow(member)
  await requireAnotherAdmin(db, org, member)
  await deleteMembership(db, org, member.id)
  await revokeInvitationsBy(db, org, member.user_id)
  return { member, revokedKeys: await revokeKeysOf(db, org, member.user_id, 'owner_left') }
}

import { isActiveMember } from '#domain/access/members/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'

/** An owner must be an active member; null (no owner) and undefined (no change) are valid. */
export const requireOwner = async (ctx: Ctx, userId: string | null | undefined) =>
  requireActiveMember(await isOwner(ctx, userId))

export const isOwner = async ({ db, org }: Ctx, userId: string | null | undefined) =>
  userId === null || userId === undefined || isActiveMember(db, org, userId)

export function requireActiveMember(isMember: boolean) {
  if (!isMember) invalidField('body.owner_id', 'is not an active member of this organization')
}

import { isActiveMember } from '#domain/account/members/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'

/** An owner must be an active member; null (no owner) and undefined (no change) are valid. */
export async function requireOwner({ db, org }: Ctx, userId: string | null | undefined) {
  if (userId === null || userId === undefined) return
  if (!(await isActiveMember(db, org, userId)))
    invalidField('body.owner_id', 'is not an active member of this organization')
}

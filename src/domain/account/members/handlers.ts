import type { Handlers } from '#contract/core/route.ts'
import type { settings } from '#contract/resources/settings.ts'
import { findMember } from '#domain/account/identity/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { changeRole, leaveOrganization } from './changes.ts'

type Subset = Pick<typeof settings, 'updateMember' | 'removeMember'>

export const handlers: Handlers<Subset, Ctx> = {
  async updateMember(ctx, { memberId, role }) {
    await changeRole(ctx.db, ctx.org, memberId, role)
    return (await findMember(ctx.db, ctx.org, memberId))!
  },

  async removeMember(ctx, { memberId }) {
    const { revokedKeys } = await leaveOrganization(ctx.db, ctx.org, memberId, (member) => {
      const mayRemove = ctx.role === 'admin' || member.user_id === ctx.user
      if (!mayRemove) throwApiError('ROLE_NOT_ALLOWED', 'Only organization admins may remove another member.')
    })
    return { id: memberId, deleted: true, revoked_key_count: revokedKeys }
  },
}

import type { Handlers } from '#domain/operation-handlers.ts'
import type { account } from '#contract/resources/account.ts'
import type { settings } from '#contract/resources/settings.ts'
import { notFound, throwApiError } from '#domain/errors.ts'
import { createPasswordReset, resetLink, resetMinutes } from '#domain/identity/password-resets.ts'
import { pageById } from '#store/page.ts'
import { changeRole, leaveOrganization } from './changes.ts'
import { findMember, listMembers } from './queries-list.ts'
import { hasOtherOrganization } from './queries.ts'

type Subset = Pick<typeof account, 'listMembers' | 'getMember'> &
  Pick<typeof settings, 'updateMember' | 'removeMember' | 'createMemberPasswordReset'>

export const handlers: Handlers<Subset> = {
  listMembers: ({ db, org, cursors }, query) =>
    pageById(cursors, query, (before) => listMembers(db, org, { ...query, before })),

  getMember: async (ctx, { memberId }) => (await findMember(ctx.db, ctx.org, memberId)) ?? notFound('member'),

  async updateMember(ctx, { memberId, role }) {
    await changeRole(ctx.db, ctx.org, memberId, role)
    return (await findMember(ctx.db, ctx.org, memberId))!
  },

  async createMemberPasswordReset({ db, org, settings: { publicUrl } }, { memberId }) {
    const member = (await findMember(db, org, memberId)) ?? throwApiError('NOT_FOUND', 'There is no such member.')
    // The password is that of the account: an admin of one organization must not open another one with it.
    if (await hasOtherOrganization(db, org, member.user_id))
      throwApiError(
        'INVALID_STATE',
        'This person also belongs to another organization; the operator can create a link: earshot admin ' +
          'reset-password.',
      )
    const { token } = (await createPasswordReset(db, member.email))!
    return { url: resetLink(publicUrl, token), expires_in_minutes: resetMinutes }
  },

  async removeMember(ctx, { memberId }) {
    const { revokedKeys } = await leaveOrganization(ctx.db, ctx.org, memberId, (member) => {
      const mayRemove = ctx.role === 'admin' || member.user_id === ctx.user
      if (!mayRemove) throwApiError('ROLE_NOT_ALLOWED', 'Only organization admins may remove another member.')
    })
    return { id: memberId, deleted: true, revoked_key_count: revokedKeys }
  },
}

import type { account } from '#contract/resources/account.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { pageOf } from '#store/page.ts'
import { listMembers, findMember } from './queries.ts'

export const handlers: Handlers<typeof account, Ctx> = {
  getMe: async (ctx) => ({ org_id: ctx.org, user_id: ctx.user, role: ctx.role, scope: ctx.scope }),

  async listMembers(ctx, { cursor, limit, ...filters }) {
    const before = cursor === undefined ? undefined : String(ctx.cursors.read(cursor)[0])
    const rows = await listMembers(ctx.db, ctx.org, { ...filters, limit, before })
    return pageOf(rows, limit, (last) => ctx.cursors.write([last.id]))
  },

  getMember: async (ctx, { memberId }) => (await findMember(ctx.db, ctx.org, memberId)) ?? notFound('member'),
}

import type { Static } from 'typebox'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { account } from '#contract/resources/account.ts'
import type { settings } from '#contract/resources/settings.ts'
import { updateActiveOrganization } from '#domain/identity/queries-sessions.ts'
import { findSignedInUser, updateUserName } from '#domain/identity/queries-users.ts'
import { findOrganization, listOrganizationsOfUser } from '#domain/organizations/queries.ts'
import { organizationOf } from '#domain/organizations/rules.ts'
import { countFailingWebhooks } from '#domain/events/webhooks/queries.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { notFound, throwApiError } from '#domain/errors.ts'

type Subset = Pick<typeof account, 'getMe'> &
  Pick<typeof settings, 'getSession' | 'switchOrganization' | 'updateProfile'>
/** Requests of the web app have a session; API keys have none. */
type SessionCtx = Ctx & { sessionId?: string }

export const handlers: Handlers<Subset> = {
  getMe: async (ctx) => ({ org_id: ctx.org, user_id: ctx.user, role: (await ctx.authorize()).role, scope: ctx.scope }),

  getSession: (ctx) => presentSession(ctx, ctx.org),

  async switchOrganization(ctx: SessionCtx, { org_id }) {
    const mine = await listOrganizationsOfUser(ctx.db, ctx.user)
    if (!mine.some(({ id }) => id === org_id)) notFound('organization')
    if (ctx.sessionId === undefined) throwApiError('UNAUTHORIZED', 'Sign in first.')
    await updateActiveOrganization(ctx.db, ctx.user, ctx.sessionId, org_id)
    return presentSession(ctx, org_id)
  },

  async updateProfile(ctx, { name }) {
    await updateUserName(ctx.db, ctx.user, name)
    return presentSession(ctx, ctx.org)
  },
}

async function presentSession(
  ctx: ReadCtx & { sessionId?: string },
  org: string,
): Promise<Static<Subset['getSession']['result']>> {
  const { has_second_factor, single_sign_on, ...user } =
    (await findSignedInUser(ctx.db, ctx.user, ctx.sessionId)) ?? notFound('user')
  const organizations = await listOrganizationsOfUser(ctx.db, ctx.user)
  const current = org === '' ? undefined : await findOrganization(ctx.db, org)
  const role = organizations.find(({ id }) => id === org)?.role ?? null
  const failing_webhooks = role === 'admin' ? await countFailingWebhooks(ctx.db, org) : 0
  const organization = current && role ? organizationOf(current, ctx.settings) : null
  const second_factor = {
    enabled: has_second_factor,
    required: current?.require_second_factor === true && !single_sign_on,
  }
  return { user, organization, role, organizations, second_factor, failing_webhooks }
}

import type { Static } from 'typebox'
import type { Handlers } from '#contract/core/route.ts'
import type { settings } from '#contract/resources/settings.ts'
import { updateActiveOrganization } from '#domain/account/identity/queries-sessions.ts'
import { countFailingWebhooks } from '#domain/account/webhooks/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import {
  updateOrganization,
  listOrganizationsOfUser,
  findOrganization,
  findPolicy,
  findUser,
  updateUserName,
} from './queries.ts'
import { organizationOf, policyColumns, policyOf } from './rules.ts'

type Subset = Pick<
  typeof settings,
  | 'getSession'
  | 'switchOrganization'
  | 'getOrganization'
  | 'updateOrganization'
  | 'getPolicy'
  | 'updatePolicy'
  | 'updateProfile'
>
/** Requests of the web app have a session; API keys have none. */
type SessionCtx = Ctx & { sessionId?: string }

export const handlers: Handlers<Subset, Ctx> = {
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

  getOrganization: async (ctx) =>
    organizationOf((await findOrganization(ctx.db, ctx.org)) ?? notFound('organization'), ctx.settings),

  async updateOrganization(ctx, { name, contact_mail, accept_own_change_sets, features = {} }) {
    const { competitors, subthemes, segments } = features
    const change = {
      name,
      contact_mail,
      accept_own_change_sets,
      feature_competitors: competitors,
      feature_subthemes: subthemes,
      feature_segments: segments,
    }
    return organizationOf((await updateOrganization(ctx.db, ctx.org, change)) ?? notFound('organization'), ctx.settings)
  },

  getPolicy: async (ctx) => policyOf((await findPolicy(ctx.db, ctx.org)) ?? notFound('organization')),

  updatePolicy: async (ctx, change) =>
    policyOf((await updateOrganization(ctx.db, ctx.org, policyColumns(change))) ?? notFound('organization')),
}

async function presentSession(ctx: Ctx, org: string): Promise<Static<Subset['getSession']['result']>> {
  const user = (await findUser(ctx.db, ctx.user)) ?? notFound('user')
  const organizations = await listOrganizationsOfUser(ctx.db, ctx.user)
  const current = org === '' ? undefined : await findOrganization(ctx.db, org)
  const role = organizations.find(({ id }) => id === org)?.role ?? null
  const failing_webhooks = role === 'admin' ? await countFailingWebhooks(ctx.db, org) : 0
  const organization = current && role ? organizationOf(current, ctx.settings) : null
  return { user, organization, role, organizations, failing_webhooks }
}

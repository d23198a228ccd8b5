import type { Static } from 'typebox'
import type { Handlers } from '#contract/core/route.ts'
import type { settings } from '#contract/resources/settings.ts'
import { workIn } from '#domain/account/identity/sessions.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { changeOrganization, organizationsOf, readOrganization, readPolicy, readUser, renameUser } from './queries.ts'
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
/** Whoever comes by the web app has a session. */
type Seated = Ctx & { sessionId?: string }

export const handlers: Handlers<Subset, Ctx> = {
  getSession: (ctx) => sessionIn(ctx, ctx.org),

  async switchOrganization(ctx: Seated, { org_id }) {
    const mine = await organizationsOf(ctx.db, ctx.user)
    if (!mine.some(({ id }) => id === org_id)) notFound('organization')
    if (ctx.sessionId === undefined) throwApiError('UNAUTHORIZED', 'Sign in first.')
    await workIn(ctx.db, ctx.user, ctx.sessionId, org_id)
    return sessionIn(ctx, org_id)
  },

  async updateProfile(ctx, { name }) {
    await renameUser(ctx.db, ctx.user, name)
    return sessionIn(ctx, ctx.org)
  },

  getOrganization: async (ctx) =>
    organizationOf((await readOrganization(ctx.db, ctx.org)) ?? notFound('organization'), ctx.settings),

  async updateOrganization(ctx, { name, features = {} }) {
    const { competitors, subthemes, segments } = features
    const change = { name, feature_competitors: competitors, feature_subthemes: subthemes, feature_segments: segments }
    return organizationOf((await changeOrganization(ctx.db, ctx.org, change)) ?? notFound('organization'), ctx.settings)
  },

  getPolicy: async (ctx) => policyOf((await readPolicy(ctx.db, ctx.org)) ?? notFound('organization')),

  updatePolicy: async (ctx, change) =>
    policyOf((await changeOrganization(ctx.db, ctx.org, policyColumns(change))) ?? notFound('organization')),
}

async function sessionIn(ctx: Ctx, org: string): Promise<Static<Subset['getSession']['result']>> {
  const user = (await readUser(ctx.db, ctx.user)) ?? notFound('user')
  const organizations = await organizationsOf(ctx.db, ctx.user)
  const current = org === '' ? undefined : await readOrganization(ctx.db, org)
  const role = organizations.find(({ id }) => id === org)?.role ?? null
  return { user, organization: current && role ? organizationOf(current, ctx.settings) : null, role, organizations }
}

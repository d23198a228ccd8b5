import type { Handlers } from '#domain/operation-handlers.ts'
import type { settings } from '#contract/resources/settings.ts'
import { notFound } from '#domain/errors.ts'
import { findOrganization, findPolicy, updateOrganization } from './queries.ts'
import { organizationOf, policyColumns, policyOf } from './rules.ts'

type Subset = Pick<typeof settings, 'getOrganization' | 'updateOrganization' | 'getPolicy' | 'updatePolicy'>

export const handlers: Handlers<Subset> = {
  getOrganization: async (ctx) =>
    organizationOf((await findOrganization(ctx.db, ctx.org)) ?? notFound('organization'), ctx.settings),

  async updateOrganization(ctx, { features = {}, ...settings }) {
    const { competitors, subthemes, segments } = features
    const change = {
      ...settings,
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

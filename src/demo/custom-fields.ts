import type { Ctx } from '#domain/context.ts'
import { handlers } from '#domain/custom-fields/handlers.ts'

/* Fields that a team would add to its plans. */

export async function defineDemoFields(ctx: Ctx) {
  await handlers.createCustomField(ctx, {
    object_type: 'opportunity',
    name: 'Release',
    description: 'The release that it is meant for.',
    kind: 'select',
    options: [{ name: 'Spring' }, { name: 'Summer' }, { name: 'Autumn' }],
  })
  await handlers.createCustomField(ctx, {
    object_type: 'opportunity',
    name: 'Deals at stake',
    description: 'How many open deals depend on it, by the sales team.',
    kind: 'number',
  })
  await handlers.createCustomField(ctx, {
    object_type: 'project',
    name: 'Design lead',
    kind: 'person',
  })
}

const releases = ['spring', 'summer', 'autumn']

/** The values of the nth opportunity. */
export const demoOpportunityFields = (n: number) => ({
  release: releases[n % releases.length]!,
  deals_at_stake: 2 + ((n * 5) % 9),
})

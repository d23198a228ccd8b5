import type { opportunityMerges } from '#contract/resources/opportunity-merges.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, requireExist, throwApiError } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { lockExistingOpportunities, requireActive } from '#domain/planning/opportunities/changes.ts'
import { getOpportunityDetail } from '#domain/planning/opportunities/present.ts'
import type { OpportunityState } from '#domain/planning/opportunities/queries.ts'
import { mergeOpportunity, unmergeOpportunity } from './merge.ts'
import { findOpportunityMerge, findSplitOrigin, lockEvidenceOf } from './queries.ts'
import { splitOpportunity } from './split.ts'

/** With their evidence and the ranks of their categories. */
async function lockAll(ctx: Ctx, ids: readonly string[]): Promise<(id: string) => OpportunityState | undefined> {
  await lockEvidenceOf(ctx.db, ctx.org, ids)
  const rows = new Map((await lockExistingOpportunities(ctx, ids)).map((row) => [row.id, row]))
  return (id) => rows.get(id)
}

export const handlers: Handlers<typeof opportunityMerges> = {
  async mergeOpportunities(ctx, { opportunityId, source_opportunity_ids: sources }) {
    const path = 'body.source_opportunity_ids'
    if (sources.includes(opportunityId)) invalidField(path, 'an opportunity cannot be merged into itself')
    const locked = await lockAll(ctx, [opportunityId, ...sources])
    const target = locked(opportunityId) ?? notFound('opportunity')
    requireActive(target)
    const found = sources.flatMap((id) => locked(id) ?? [])
    requireExist(
      path,
      'opportunity',
      sources,
      found.map(({ id }) => id),
    )
    found.forEach(requireActive)
    for (const source of found) await mergeOpportunity(ctx, { source, target }, { fills: true })
    return getOpportunityDetail(ctx, opportunityId)
  },

  async unmergeOpportunity(ctx, { opportunityId }) {
    const { db, org } = ctx
    const known = await findOpportunityMerge(db, org, opportunityId)
    const locked = await lockAll(ctx, known ? [opportunityId, known.target_id] : [opportunityId])
    const source = locked(opportunityId) ?? notFound('opportunity')
    const merge = await findOpportunityMerge(db, org, opportunityId)
    if (!merge) return getOpportunityDetail(ctx, opportunityId)
    if (merge.target_id !== source.merged_into_id)
      throwApiError('INVALID_STATE', `Take the opportunity ${merge.target_id} out first, which it was merged into.`)
    const wasMergedMeanwhile = merge.target_id !== known?.target_id
    const both = wasMergedMeanwhile ? await lockAll(ctx, [opportunityId, merge.target_id]) : locked
    await unmergeOpportunity(ctx, { source, target: both(merge.target_id)! }, merge)
    return getOpportunityDetail(ctx, opportunityId)
  },

  splitOpportunity: async (ctx, { opportunityId, ...input }) =>
    getOpportunityDetail(ctx, await splitOpportunity(ctx, opportunityId, input)),

  async unsplitOpportunity(ctx, { opportunityId }) {
    const { db, org } = ctx
    const origin = await findSplitOrigin(db, org, opportunityId)
    const locked = await lockAll(ctx, origin ? [opportunityId, origin] : [opportunityId])
    const source = locked(opportunityId) ?? notFound('opportunity')
    requireActive(source)
    if (!origin) return getOpportunityDetail(ctx, opportunityId)
    const target = locked(origin)!
    requireActive(target)
    await mergeOpportunity(ctx, { source, target }, { fills: false })
    return getOpportunityDetail(ctx, origin)
  },
}

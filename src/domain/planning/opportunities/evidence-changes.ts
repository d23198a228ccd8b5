import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { previousValues } from '#domain/planning/references/previous-values.ts'
import { deleteEvidence, insertEvidence } from '#domain/planning/references/queries-evidence.ts'
import { measureOpportunities } from '#domain/ranking/queries-measure.ts'
import { updateRanks } from '#domain/ranking/queries-rank.ts'
import { pipelined } from '#store/pipelined.ts'
import type { Importance } from '#vocabulary/importance.ts'
import { getOpportunityState, lockExistingInsights, lockOpportunityAndRanks, requireActive } from './changes.ts'
import { findEvidenceLink, updateEvidenceLink } from '#domain/planning/references/queries-evidence-link.ts'
import { type OpportunityState, touchOpportunity } from './queries.ts'

type NewInsights = { insight_ids: readonly string[]; reason?: string | null; importance?: Importance | null }

export async function addInsights(
  ctx: Ctx,
  id: string,
  { insight_ids, reason = null, importance = null }: NewInsights,
) {
  const { db, org, user } = ctx
  const [, requireInsights] = await pipelined(db, [
    getOpportunityState(ctx, id),
    lockExistingInsights(ctx, insight_ids),
  ])
  const opportunity = await lockOpportunityAndRanks(ctx, id)
  requireActive(opportunity)
  requireInsights()
  const linked = await insertEvidence(
    db,
    org,
    { kind: 'opportunity', id },
    { insightIds: insight_ids, reason, user, importance },
  )
  if (linked) await refreshAfterEvidenceChange(ctx, opportunity)
  return { linked, already_linked: insight_ids.length - linked }
}

export async function removeInsight(ctx: Ctx, id: string, insightId: string) {
  const { db, org } = ctx
  const [, [insight]] = await pipelined(db, [getOpportunityState(ctx, id), lockInsights(db, org, [insightId])])
  if (!insight || insight.deleted) notFound('insight')
  const opportunity = await lockOpportunityAndRanks(ctx, id)
  if (await deleteEvidence(db, org, { kind: 'opportunity', id }, insightId))
    await refreshAfterEvidenceChange(ctx, opportunity)
}

async function refreshAfterEvidenceChange({ db, org }: Ctx, { id, category }: OpportunityState) {
  await pipelined(db, [
    touchOpportunity(db, org, id),
    measureOpportunities(db, org, [id]),
    updateRanks(db, org, category),
  ])
}

type LinkChange = { importance?: Importance | null; reason?: string | null }

export async function updateInsightLink(ctx: Ctx, id: string, insightId: string, change: LinkChange) {
  const { db, org } = ctx
  const [, [insight]] = await pipelined(db, [getOpportunityState(ctx, id), lockInsights(db, org, [insightId])])
  if (!insight || insight.deleted) notFound('insight')
  const opportunity = await lockOpportunityAndRanks(ctx, id)
  const before = (await findEvidenceLink(db, org, id, insightId)) ?? notFound('insight')
  requireActive(opportunity)
  const [after] = await pipelined(db, [
    updateEvidenceLink(db, org, { opportunity: id, insight: insightId }, change),
    refreshAfterEvidenceChange(ctx, opportunity),
  ])
  ctx.emit('opportunity.updated', { object: after!, previous: previousValues(before, change) })
  return after!
}

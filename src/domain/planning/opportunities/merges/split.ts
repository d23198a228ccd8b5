import type { Ctx } from '#domain/context.ts'
import { invalidField, requireExist } from '#domain/errors.ts'
import { createOpportunity, lockOpportunityAndRanks, requireActive } from '#domain/planning/opportunities/changes.ts'
import { copyProjectLinks } from '#domain/planning/opportunities/queries-merge.ts'
import { touchOpportunity, updateOpportunityColumns } from '#domain/planning/opportunities/queries.ts'
import { copySegmentLinks, moveEvidenceLinks } from '#domain/planning/references/queries-merged-links.ts'
import { measureOpportunities } from '#domain/ranking/queries-measure.ts'
import { updateRanks } from '#domain/ranking/queries-rank.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'
import { findSplitEvidence, lockEvidenceOf } from './queries.ts'

type Split = {
  title: string
  insight_ids: readonly string[]
  category?: OpportunityCategory
  summary?: string | null
  problem_statement?: string | null
}

/** Moves evidence to a new opportunity; returns its id. */
export async function splitOpportunity(ctx: Ctx, id: string, { insight_ids, ...fields }: Split): Promise<string> {
  const { db, org } = ctx
  await lockEvidenceOf(db, org, [id])
  const origin = await lockOpportunityAndRanks(ctx, id, fields.category)
  requireActive(origin)
  const { count, linked } = await findSplitEvidence(db, org, id, insight_ids)
  requireExist('body.insight_ids', 'insight of this opportunity with the id', insight_ids, linked)
  if (linked.length >= count) invalidField('body.insight_ids', 'at least one insight has to stay')
  const category = fields.category ?? origin.category
  const part = await createOpportunity(ctx, { ...fields, category })
  const move = { from: id, to: part }
  const { owner_id, initiative_id } = origin
  await updateOpportunityColumns(db, org, part, { split_from_id: id, owner_id, initiative_id })
  await moveEvidenceLinks(db, org, move, insight_ids)
  await copySegmentLinks(db, org, move)
  await copyProjectLinks(db, org, move)
  await touchOpportunity(db, org, id)
  await measureOpportunities(db, org, [id, part])
  for (const one of new Set([origin.category, category])) await updateRanks(db, org, one)
  return part
}

import { createHash } from 'node:crypto'
import { listExistingReviewInsightIds } from '#domain/competitors/graph/queries-insights.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, requireExist } from '#domain/errors.ts'
import { findSubthemeSource, findTeaserSource, type PromotionSource, summarizeInsights } from './queries.ts'

type PromoteInput = { source_type: PromotionSource['type']; source_id?: string; insight_ids?: string[] }

export async function loadSource(
  ctx: Ctx,
  { source_type, source_id, insight_ids }: PromoteInput,
): Promise<PromotionSource> {
  if (source_type === 'insights') {
    if (source_id !== undefined) invalidField('body.source_id', 'is not used with source_type insights')
    return insightSource(ctx, insight_ids ?? invalidField('body.insight_ids', 'is required with source_type insights'))
  }
  if (insight_ids !== undefined) invalidField('body.insight_ids', 'is only used with source_type insights')
  const id = source_id ?? invalidField('body.source_id', 'is required')
  const found =
    (await (source_type === 'subtheme' ? findSubthemeSource : findTeaserSource)(ctx.db, ctx.org, id)) ??
    notFound(source_type === 'subtheme' ? 'subtheme' : 'teaser')
  return { type: source_type, key: id, ...found }
}

async function insightSource({ db, org }: Ctx, ids: readonly string[]): Promise<PromotionSource> {
  requireExist('body.insight_ids', 'competitor insight', ids, await listExistingReviewInsightIds(db, org, ids))
  const { category, about } = await summarizeInsights(db, org, ids)
  const key = createHash('sha256')
    .update([...ids].sort().join())
    .digest('hex')
  return {
    type: 'insights',
    key,
    category: category ?? 'PAIN_POINTS',
    about,
    summary: about.slice(0, 500),
    insightIds: [...ids],
  }
}

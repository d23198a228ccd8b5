import type { insights } from '#contract/resources/insights.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { notFound } from '#domain/errors.ts'
import { requireSegments } from '#domain/segmentation/require-segments.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import { lockLinkedThemes, replaceThemes, resetThemes } from './queries.ts'
import { getInsightForUpdate, showInsight } from '#domain/findings/insights/present.ts'
import { updateInsight } from '#domain/findings/insights/queries.ts'
import { requireThemes } from './rules.ts'

type LinkRoutes = Pick<
  typeof insights,
  'replaceInsightThemes' | 'addInsightThemes' | 'removeInsightTheme' | 'resetInsightThemes' | 'replaceInsightSegments'
>

export const handlers: Handlers<LinkRoutes> = {
  async replaceInsightThemes(ctx, { insightId, theme_ids }) {
    const insight = await getInsightForUpdate(ctx, insightId)
    await requireThemes(ctx, theme_ids, insight.theme_ids)
    await replaceThemes(ctx.db, ctx.org, insight, theme_ids)
    return showInsight(ctx, insightId)
  },

  async addInsightThemes(ctx, { insightId, theme_ids }) {
    const insight = await getInsightForUpdate(ctx, insightId)
    await requireThemes(ctx, theme_ids)
    await replaceThemes(ctx.db, ctx.org, insight, [...new Set([...insight.theme_ids, ...theme_ids])])
    return showInsight(ctx, insightId)
  },

  async removeInsightTheme(ctx, { insightId, themeId }) {
    const insight = await getInsightForUpdate(ctx, insightId)
    if ((await lockLinkedThemes(ctx.db, ctx.org, [themeId])).length === 0) notFound('theme')
    await replaceThemes(
      ctx.db,
      ctx.org,
      insight,
      insight.theme_ids.filter((id) => id !== themeId),
    )
    return showInsight(ctx, insightId)
  },

  async resetInsightThemes(ctx, { insightId }) {
    const insight = await getInsightForUpdate(ctx, insightId)
    await resetThemes(ctx.db, ctx.org, insight)
    return showInsight(ctx, insightId)
  },

  async replaceInsightSegments(ctx, { insightId, segment_ids }) {
    await getInsightForUpdate(ctx, insightId)
    await requireSegments(ctx, segment_ids)
    await updateInsight(ctx.db, ctx.org, insightId, { segment_ids, segments_overridden: true, edited_by_human: true })
    await refreshOpportunitiesOf(ctx.db, ctx.org, [insightId])
    return showInsight(ctx, insightId)
  },
}

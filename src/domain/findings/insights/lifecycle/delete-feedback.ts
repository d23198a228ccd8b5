import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { addToThemeCounts, lockLinkedThemes } from '#domain/findings/insights/links/queries.ts'
import { type InsightRow, lockInsights } from '#domain/findings/insights/queries.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import { markFeedbackDeleted } from '#domain/sources/feedback/queries-delete.ts'
import { lockFeedback } from '#domain/sources/feedback/queries.ts'
import type { Db } from '#store/open.ts'
import { listInsightsOnlyFrom, lockFeedbackItems, markInsightsDeleted } from './queries.ts'

/** Deletes an item that exists, once, with its insights. */
export async function deleteFeedbackItem({ db, org }: Pick<Ctx, 'db' | 'org'>, id: string) {
  const locked = (await lockFeedback(db, org, id)) ?? notFound('feedback')
  if (!locked.deleted) await deleteFeedbackItems(db, org, [id])
}

/** Deletes items and the automatic insights that only they support; updates theme counts, ranking and segments. */
export async function deleteFeedbackItems(db: Db, org: string, ids: readonly string[]) {
  await lockFeedbackItems(db, org, ids)
  const rows = await listInsightsOnlyFrom(db, org, ids)
  const insights = await lockInsights(
    db,
    org,
    rows.map((row) => row.id),
  )
  if (insights.length) await deleteInsights(db, org, insights)
  const deleted = await markFeedbackDeleted(db, org, ids)
  await evaluateContacts(
    db,
    org,
    deleted.map((row) => row.contact_id),
    'feedback',
  )
}

async function deleteInsights(db: Db, org: string, insights: readonly InsightRow[]) {
  const ids = insights.map((insight) => insight.id)
  await lockLinkedThemes(db, org, [...new Set(insights.flatMap((insight) => insight.theme_ids))])
  await markInsightsDeleted(db, org, ids)
  for (const [count, themeIds] of themesByLoss(insights.filter((insight) => insight.live)))
    await addToThemeCounts(db, org, themeIds, -count)
  await refreshOpportunitiesOf(db, org, ids)
}

/** Themes grouped by how many insights they lose, so that each group is one update. */
function themesByLoss(insights: readonly InsightRow[]): Map<number, string[]> {
  const losses = new Map<string, number>()
  for (const id of insights.flatMap((insight) => insight.theme_ids)) losses.set(id, (losses.get(id) ?? 0) + 1)
  const groups = new Map<number, string[]>()
  for (const [id, count] of losses) groups.set(count, [...(groups.get(count) ?? []), id])
  return groups
}

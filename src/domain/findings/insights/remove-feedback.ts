import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/fail.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import { holdFeedback, markDeleted } from '#domain/sources/feedback/queries.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { holdThemes, shiftCounts } from './links.ts'
import { lockInsights, updateInsight } from './queries.ts'

/** What the machine found here and nowhere else; what a person touched or another source supports stays. */
const foundHereAlone = (db: Db, org: string, id: string) =>
  db.rows<{ id: string }>(sql`
    select id from insight i where org_id = ${org} and feedback_id = ${id} and origin = 'auto' and not edited_by_human and deleted_at is null
      and not exists (select 1 from quote q where q.org_id = i.org_id and q.insight_id = i.id and q.feedback_id is not null and q.feedback_id <> ${id})`)

/** What was said goes, and with it what the machine found in it alone. */
export async function removeFeedback({ db, org, now }: Ctx, id: string) {
  const held = (await holdFeedback(db, org, id)) ?? notFound('feedback')
  if (held.deleted) return
  const insights = await lockInsights(db, org, (await foundHereAlone(db, org, id)).map((row) => row.id))
  await holdThemes(db, org, [...new Set(insights.flatMap((insight) => insight.theme_ids))])
  for (const insight of insights) {
    await updateInsight(db, org, insight.id, { deleted_at: now })
    if (insight.live) await shiftCounts(db, org, insight.theme_ids, -1)
  }
  await refreshOpportunitiesOf(db, org, insights.map((insight) => insight.id))
  await markDeleted(db, org, id)
}

import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { holdThemes, shiftCounts } from './links.ts'
import { type InsightRow, lockInsights } from './queries.ts'

/** What the machine found here and nowhere else; what a person touched or another source supports stays. */
const foundHereAlone = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string }>(sql`
    select id from insight i where org_id = ${org} and origin = 'auto' and not edited_by_human and deleted_at is null
      and id in (
        select id from insight where org_id = ${org} and feedback_id = any(${ids}::uuid[])
        union select insight_id from quote where org_id = ${org} and feedback_id = any(${ids}::uuid[]))
      and not exists (select 1 from feedback f where f.org_id = i.org_id and f.deleted_at is null and f.id <> all(${ids}::uuid[]) and (f.id = i.feedback_id
        or f.id in (select q.feedback_id from quote q where q.org_id = i.org_id and q.insight_id = i.id)))`)

/** Deletes pieces of feedback, and with them what was found in them alone; counts and ranks follow. */
export async function hideFeedback(db: Db, org: string, ids: readonly string[]) {
  await db.run(
    sql`select 1 from feedback_item where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`,
  )
  const insights = await lockInsights(
    db,
    org,
    (await foundHereAlone(db, org, ids)).map((row) => row.id),
  )
  if (insights.length) {
    const themes = [...new Set(insights.flatMap((insight) => insight.theme_ids))]
    await holdThemes(db, org, themes)
    await db.run(
      sql`update insight set deleted_at = now(), updated_at = now() where org_id = ${org} and id = any(${insights.map((one) => one.id)}::uuid[])`,
    )
    for (const [count, those] of byCount(insights.filter((insight) => insight.live)))
      await shiftCounts(db, org, those, -count)
    await refreshOpportunitiesOf(
      db,
      org,
      insights.map((insight) => insight.id),
    )
  }
  const gone = await db.rows<{ contact_id: string | null }>(sql`
    with gone as (update feedback set deleted_at = now() where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null returning id, contact_id)
    update feedback_state s set status = case when status in ('received', 'queued') then 'skipped' else status end, updated_at = now()
    from gone where s.org_id = ${org} and s.feedback_id = gone.id returning gone.contact_id`)
  await evaluateContacts(
    db,
    org,
    gone.map((row) => row.contact_id),
    'feedback',
  )
}

/** The themes by how many of the insights they lose. */
function byCount(insights: readonly InsightRow[]): Map<number, string[]> {
  const lost = new Map<string, number>()
  for (const id of insights.flatMap((insight) => insight.theme_ids)) lost.set(id, (lost.get(id) ?? 0) + 1)
  const groups = new Map<number, string[]>()
  for (const [id, count] of lost) groups.set(count, [...(groups.get(count) ?? []), id])
  return groups
}

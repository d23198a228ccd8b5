import { updateLabels } from '#domain/findings/insights/queries-analyzed.ts'
import { markWritten } from '#domain/llm-tasks/queries-texts.ts'
import type { ReviewedFinding } from '#engine/llm/rewrite-findings.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type WaitingInsight = ReviewedFinding & { id: string; feedback_id: string }
/** Without a statement: edited by a person, deleted or erased since. */
type WaitingRow = Omit<WaitingInsight, 'statement'> & { statement: string | null }

/** Those whose labels are all reviewed come first. */
export const listWaitingInsights = (db: Db, org: string, limit: number) =>
  db.rows<WaitingRow>(sql`
    select t.resource_id as id, i.feedback_id, i.name, i.sentiment, i.category, coalesce(i.confidence, 1) as confidence,
      q.text as statement, i.source, r.feedback_id is not null as "reviewsLabels",
      case when f.rating_max > f.rating_min then f.rating_value || ' of ' || f.rating_max
        when n.score is not null then n.score || ' of 10' end as rating
    from language_model_task t
    left join insight i on i.org_id = ${org} and i.id = t.resource_id and i.live and i.origin = 'auto'
      and not i.edited_by_human
    left join quote q on q.org_id = ${org} and q.insight_id = i.id and q.is_representative and not q.redacted
    left join label_review_item r on r.org_id = ${org} and r.feedback_id = i.feedback_id
    left join feedback f on f.org_id = ${org} and f.id = i.feedback_id
    left join nps_response n on n.org_id = ${org} and n.feedback_id = i.feedback_id and n.deleted_at is null
    where t.org_id = ${org} and t.kind = 'insight' and not t.done
    order by (r.feedback_id is null), t.resource_id limit ${limit}`)

export type InsightChange = { before: WaitingInsight; after: WaitingInsight }

/** Answers the ids of those that nobody has changed in between. The rows are locked. */
export async function updateReviewedInsights(
  db: Db,
  org: string,
  model: string,
  changes: readonly InsightChange[],
): Promise<Set<string>> {
  const ids = await updateLabels(db, org, changes)
  await markWritten(db, org, 'insight', { ids, model })
  return new Set(ids)
}

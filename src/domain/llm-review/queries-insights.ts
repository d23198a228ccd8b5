import { markWritten } from '#domain/llm-tasks/queries-texts.ts'
import type { ReviewedFinding } from '#engine/llm/rewrite-findings.ts'
import { textArray, uuidArray } from '#store/binary-arrays.ts'
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
  const texts = (value: (one: InsightChange) => string) => textArray(changes.map(value))
  const rows = await db.rows<{ id: string }>(sql`
    update insight i set name = x.name, sentiment = x.sentiment, category = x.category, updated_at = now()
    from unnest(${uuidArray(changes.map(({ before }) => before.id))}::uuid[],
      ${texts(({ after }) => after.name)}::text[],
      ${texts(({ after }) => after.sentiment)}::text[], ${texts(({ after }) => after.category)}::text[],
      ${texts(({ before }) => before.name)}::text[], ${texts(({ before }) => before.sentiment)}::text[],
      ${texts(({ before }) => before.category)}::text[])
      as x (id, name, sentiment, category, old_name, old_sentiment, old_category)
    where i.org_id = ${org} and i.id = x.id and i.live and not i.edited_by_human and i.name = x.old_name
      and i.sentiment = x.old_sentiment and i.category = x.old_category
    returning i.id`)
  const ids = rows.map((row) => row.id)
  await markWritten(db, org, 'insight', { ids, model })
  return new Set(ids)
}

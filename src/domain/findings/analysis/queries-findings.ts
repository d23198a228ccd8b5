import type { Finding } from '#engine/analyze.ts'
import { uuidArray } from '#store/binary-arrays.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { isTouched } from './queries-touched.ts'
import type { QueuedItem } from './queries.ts'

/* The insights of an item, before and after it is analyzed. */

/**
 * `erased`: the contact was erased, and the quote with it. `is_automatic`: found by the analysis and not touched by a
 * person.
 */
export type ExistingInsight = {
  id: string
  feedback_id: string
  name: string
  sentiment: string
  category: string
  analysis_version: string | null
  quote: string | null
  quote_id: string | null
  start: number | null
  end: number | null
  erased: boolean
  is_automatic: boolean
  live: boolean
}

/** Every insight of these items, also those a person has deleted, which must not come back. */
export const listExistingInsights = (db: Db, org: string, feedbackIds: readonly string[]) =>
  db.rows<ExistingInsight>(sql`
    select i.id, i.feedback_id, i.name, i.sentiment, i.category, i.analysis_version,
      coalesce(q.text, i.quote) as quote, q.id as quote_id, q.start_offset as start, q.end_offset as end,
      coalesce(q.redacted and q.start_offset is null, false) as erased,
      i.origin = 'auto' and i.deleted_at is null and not ${isTouched(org)} as is_automatic, i.live
    from unnest(${uuidArray(feedbackIds)}::uuid[]) as f (id)
    cross join lateral (
      select * from insight i where i.org_id = ${org} and i.feedback_id = f.id and i.superseded_by_id is null
      offset 0) i
    left join quote q on q.org_id = ${org} and q.insight_id = i.id and q.is_representative order by i.id`)

/** An insight as its event shows it. */
type StoredInsight = {
  id: string
  name: string
  sentiment: string
  category: string
  quote: string
  feedback_id: string
}
export type AnalyzedInsight = StoredInsight & { finding: Finding; item: QueuedItem; quote_id: string }
/** `isChanged`: in a field that people see, and not only in its version. */
export type UpdatedInsight = StoredInsight & { finding: Finding; previous: ExistingInsight; isChanged: boolean }
export type SupersededInsight = { id: string; feedback_id: string; supersededBy: string | null }

export const toStoredInsight = ({
  id,
  name,
  sentiment,
  category,
  quote,
  feedback_id,
}: StoredInsight): StoredInsight => ({
  id,
  name,
  sentiment,
  category,
  quote,
  feedback_id,
})

import type { Static } from 'typebox'
import type { Feedback } from '#contract/resources/feedback.ts'
import { contactReference } from '#domain/sources/contacts/queries.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import { selectList } from '#store/table/define.ts'
import { displayedStatus } from './queries-status.ts'
import type { RatingColumns } from './rules.ts'
import { feedbackStateTable, feedbackTable } from './table.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import type { Category } from '#vocabulary/categories.ts'

export type FeedbackView = Static<typeof Feedback>
export type FeedbackRow = FeedbackView & { deleted_at: string | null }

const columns = selectList(feedbackTable, 'f', ['deleted_at'])
const stateColumns = selectList(feedbackStateTable, 'f', [], ['status'])

/** Feedback in the form of the contract. */
export const feedbackSelect = (org: string, items: Sql) => sql`
  select ${columns}, ${stateColumns}, ${displayedStatus(org)} as status,
    case when f.rating_value is not null then json_build_object(
      'value', f.rating_value, 'scale_min', f.rating_min, 'scale_max', f.rating_max) end as rating,
    ${contactReference},
    (select count(*) from insight i
      where i.org_id = f.org_id and i.org_id = ${org} and i.feedback_id = f.id and i.live) as insight_count
  from (${items}) f
  left join contact c on c.org_id = f.org_id and c.org_id = ${org} and c.id = f.contact_id and c.deleted_at is null`

export const findFeedback = async (db: Db, org: string, id: string): Promise<FeedbackView | undefined> => {
  const row = await db.first<FeedbackRow>(
    feedbackSelect(org, sql`select * from feedback_item where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && toFeedback(row)
}

export const toFeedback = ({ deleted_at: _, ...item }: FeedbackRow): FeedbackView => item

export type InsightSummary = {
  id: string
  name: string
  sentiment: Sentiment
  category: Category
}

const maxInsights = 100
export const listInsightSummaries = (db: Db, org: string, id: string) =>
  db.rows<InsightSummary>(sql`
    select id, name, sentiment, category from insight
    where org_id = ${org} and feedback_id = ${id} and live order by id limit ${maxInsights}`)

export type LockedFeedback = RatingColumns &
  Pick<FeedbackView, 'id' | 'content' | 'source' | 'contact_id' | 'custom_fields'> & { deleted: boolean }

export const lockFeedback = (db: Db, org: string, id: string) =>
  db.first<LockedFeedback>(sql`
    select id, source, content, contact_id, rating_value, rating_min, rating_max, custom_fields,
      deleted_at is not null as deleted
    from feedback_item where org_id = ${org} and id = ${id} for no key update`)

/** The ids of those that exist; locked in their order, so that two requests wait for each other. */
export const lockLiveFeedback = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id from feedback_item
      where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null order by id for no key update`)
  ).map((row) => row.id)

export const findFeedbackIds = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`select id from feedback where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`,
    )
  ).map((row) => row.id)

/** The ids of stored feedback, by source and external id as JSON. */
export const findFeedbackIdsByReference = async (
  db: Db,
  org: string,
  references: readonly { source: string; external_id: string }[],
): Promise<Map<string, string>> => {
  if (references.length === 0) return new Map()
  const rows = await db.rows<{ id: string; source: string; external_id: string }>(sql`
    select f.id, f.source, f.external_id
    from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as x (source text, external_id text)
    join feedback f on f.org_id = ${org} and f.source = x.source and f.external_id = x.external_id
      and f.deleted_at is null`)
  return new Map(rows.map(({ id, source, external_id }) => [JSON.stringify([source, external_id]), id]))
}

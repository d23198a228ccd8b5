import type { Static } from 'typebox'
import type { feedback } from '#contract/resources/feedback.ts'
import { customFieldFilters } from '#domain/custom-fields/queries-filter.ts'
import { dailyCounts } from '#domain/daily-counts/queries.ts'
import { ofAccount, ofSegment } from '#domain/sources/contacts/queries.ts'
import type { Db } from '#store/db.ts'
import { type DocumentRow, readTexts } from '#store/document-page.ts'
import { ofPayingPeople } from '#domain/ranking/account-reach/queries-account-filters.ts'
import { defineList } from '#store/lists/define.ts'
import type { DocumentList } from '#store/lists/document-list.ts'
import { contains, equals, few, from, tagged, until, whether } from '#store/lists/filters.ts'
import { conditionsOf, filtersOf } from '#store/lists/page-statement.ts'
import { instantOf } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { appendedMembers } from '#store/table/document.ts'
import { displayedStatus, displayedStatusIn, skippedFor } from './queries-status.ts'
import { textIndex } from './queries-text.ts'
import { feedbackStateTable, feedbackTable } from './table.ts'

export type FeedbackListQuery = Static<(typeof feedback.listFeedback)['query']>

const hasInsights = (org: string): Sql => sql`exists (
  select 1 from insight i where i.org_id = ${org} and i.feedback_id = feedback.id and i.live)`

const list = defineList<FeedbackListQuery>()({
  table: feedbackTable,
  view: 'feedback_item',
  live: raw('deleted_at is null'),
  orders: {},
  windowsDelta: false,
  filters: {
    ...customFieldFilters,
    q: contains(['title', 'content'], textIndex),
    status: { where: (statuses, { org }) => displayedStatusIn(org, statuses), reach: 'elsewhere' },
    skip_reason: { where: skippedFor, reach: 'elsewhere' },
    language: { where: (languages) => equals('language', languages), reach: 'elsewhere' },
    contact_id: few('contact_id'),
    batch_id: few('batch_id'),
    segment_id: ofSegment,
    account_id: ofAccount,
    ...ofPayingPeople,
    tag: tagged,
    has_insights: whether(hasInsights),
    rating_min: (least) => sql`rating_value >= ${least}`,
    rating_max: (most) => sql`rating_value <= ${most}`,
    occurred_after: from('occurred_at'),
    occurred_before: until('occurred_at'),
  },
})

/** What is not in the document: the state, which each step of the analysis changes, and long texts. */
const membersOf = ({ org }: { org: string }): Sql => sql`|| ',"content":' || to_json(left(feedback.content, 50000))
  || ',"status":"' || ${displayedStatus(org, 'feedback')} || '"' ${appendedMembers(feedbackStateTable, 'feedback')}`

/** What other tables know of the items of a page, each read once. */
const partsOfPage = (org: string) => ({
  contacts: sql`
    select c.id, '{"id":"' || c.id || '","name":' || coalesce(to_json(c.name)::text, 'null')
      || ',"email":' || coalesce(to_json(c.email)::text, 'null') || '}' as text
    from contact c
    where c.org_id = ${org} and c.id = any(array(select contact_id from page)) and c.deleted_at is null`,
  insights: sql`
    select feedback_id as id, count(*)::text as text from insight
    where org_id = ${org} and feedback_id = any(array(select id from page)) and live group by feedback_id`,
})
type Part = keyof ReturnType<typeof partsOfPage>

/** Completes the documents of a page. */
function closeFeedback(row: DocumentRow<Part>): (id: string, contactId: string) => string {
  const [contacts, insights] = [readTexts(row.contacts), readTexts(row.insights)]
  return (id, contactId) => `,"contact":${contacts.get(contactId) ?? 'null'},"insight_count":${insights.get(id) ?? 0}`
}

export const feedbackDocuments: DocumentList<FeedbackListQuery, Part> = {
  list,
  members: membersOf,
  extra: "coalesce(feedback.contact_id::text, '')",
  columns: ['contact_id'],
  gone: { deletedAt: 'deleted_at', mergedInto: 'null::text' },
  parts: partsOfPage,
  close: closeFeedback,
}

/** Conditions on rows of `feedback_item`, named `feedback`. */
export const feedbackFilters = (org: string, query: FeedbackListQuery) => filtersOf(list, org, query)

/** Filters that daily counts answer, one of them at a time beside the range. */
function feedbackSeries({ source, source_type, occurred_after, occurred_before, ...others }: FeedbackListQuery) {
  const { limit: _, ...filters } = others
  if (Object.values(filters).some((value) => value !== undefined) || (source && source_type)) return undefined
  const range = { from: occurred_after && instantOf(occurred_after), to: occurred_before && instantOf(occurred_before) }
  if (source) return { series: 'feedback.source' as const, range: { ...range, values: source } }
  return source_type
    ? { series: 'feedback.source_type' as const, range: { ...range, values: source_type } }
    : { series: 'feedback' as const, range }
}

export const countFeedback = async (db: Db, org: string, query: FeedbackListQuery) => {
  const by = feedbackSeries(query)
  if (!by) return countFilteredFeedback(db, org, query)
  return (await db.first<{ count: number }>(
    sql`select coalesce(sum(d.count), 0) as count from ${dailyCounts(org, by.series, by.range)} d`,
  ))!.count
}

const countFilteredFeedback = async (db: Db, org: string, query: FeedbackListQuery) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from feedback_item feedback where ${allOf(conditionsOf(list, org, query))}`))!.count

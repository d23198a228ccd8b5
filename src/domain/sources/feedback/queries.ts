import type { Static } from 'typebox'
import type { Feedback, feedback } from '#contract/resources/feedback.ts'
import type { categoryKeys } from '#contract/core/shapes.ts'
import { dailyCounts } from '#domain/daily-counts/queries.ts'
import type { Db } from '#store/open.ts'
import { documentItem, type DocumentRow, readDocuments, readTexts, sortKey, tombstone } from '#store/document-page.ts'
import {
  after,
  containing,
  createdWithin,
  hasTag,
  type Key,
  type Order,
  orderBy,
  pageLimit,
  instantOf,
} from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { listWindow, windowedPage } from '#store/windowed-page.ts'
import { contactReference, inSegment, isInSegment } from '#domain/sources/contacts/queries.ts'
import type { RatingColumns } from './rules.ts'
import { textIndexed } from './queries-text.ts'
import { displayedStatus, displayedStatusIn } from './queries-status.ts'

export type FeedbackView = Static<typeof Feedback>
export type FeedbackListQuery = Partial<Static<(typeof feedback.listFeedback)['query']>> & { limit: number }
export type FeedbackRow = FeedbackView & { deleted_at: string | null }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byTime: Order = { by: 'occurred_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<FeedbackListQuery['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-occurred_at': byTime,
  occurred_at: { ...byTime, descending: false },
}
export const orderOf = (query: FeedbackListQuery): Order =>
  query.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[query.sort ?? '-created_at']

/** Feedback in the form of the contract. */
export const feedbackSelect = (org: string, items: Sql) => sql`
  select f.id, f.external_id, f.source, f.source_type, f.title, f.content, f.language, f.contact_id, f.url,
    f.tags, f.metadata, ${displayedStatus(org)} as status, f.skip_reason, f.duplicate_of_id, f.batch_id,
    f.integration_id, f.csv_upload_id, f.occurred_at, f.created_at, f.updated_at, f.deleted_at,
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

/**
 * What is not in the document of the item `f`: its state, which each step of the analysis changes, and long texts.
 * Interviews can hold megabytes; lists are limited to the maximum length of feedback.
 */
const membersOf = (org: string): Sql => sql`',"content":' || to_json(left(f.content, 50000))
  || ',"metadata":' || f.metadata || ',"status":"' || ${displayedStatus(org)}
  || '","skip_reason":' || coalesce(to_json(f.skip_reason)::text, 'null')
  || ',"duplicate_of_id":' || coalesce('"' || f.duplicate_of_id || '"', 'null')
  || ',"language":' || coalesce(to_json(f.language)::text, 'null')
  || ',"updated_at":' || iso_json(f.updated_at)`

function itemOf(org: string, { updated_since, include_deleted }: FeedbackListQuery, order: Order): Sql {
  const key = sortKey(order)
  const live = documentItem(sql`f.document || ${membersOf(org)}`, raw("coalesce(f.contact_id::text, '')"), key)
  return updated_since && include_deleted
    ? sql`case when f.deleted_at is null then ${live}
        else ${tombstone(raw('f.deleted_at'), raw('null::text'), key)} end`
    : live
}

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
type FeedbackPage = DocumentRow<keyof ReturnType<typeof partsOfPage>>

/** Completes the documents of a page. */
export function feedbackCloser(row: FeedbackPage): (id: string, contactId: string) => string {
  const [contacts, insights] = [readTexts(row.contacts), readTexts(row.insights)]
  return (id, contactId) => `,"contact":${contacts.get(contactId) ?? 'null'},"insight_count":${insights.get(id) ?? 0}`
}

export const listFeedback = (db: Db, org: string, query: FeedbackListQuery, keys: readonly Key[] | undefined) => {
  const order = orderOf(query)
  const page = sql`
    select f.id, f.contact_id, ${itemOf(org, query, order)} as item
    from (${pageQuery(org, query, order, keys)}) f order by ${orderBy(order)}`
  return readDocuments(db, org, { page, parts: partsOfPage(org), updated_since: query.updated_since })
}

function pageQuery(org: string, query: FeedbackListQuery, order: Order, keys: readonly Key[] | undefined): Sql {
  const scope = [sql`org_id = ${org}`, ...state(query), after(order, keys)]
  if (!needsWindow(query))
    return sql`
      select * from feedback_item feedback where ${allOf([...scope, ...filters(org, query)])}
      order by ${orderBy(order)} limit ${pageLimit(query)}`
  const limit = sql`${query.limit + 1}`
  const { segment_id, ...others } = query
  const tagged =
    query.tag && order.by === 'id' ? listWindow('feedback', [...scope, raw("tags <> '{}'")], order) : undefined
  const page = windowedPage({
    table: 'feedback',
    scope,
    filters: [...filters(org, others), segment_id ? isInSegment(org, segment_id) : undefined],
    window: tagged,
    farFilters: [...filters(org, query), query.q ? textIndexed(org, query.q) : undefined],
    order,
    limit,
  })
  return sql`select * from feedback_item where org_id = ${org} and id = any(array(select id from (${page}) page))`
}

/** Filters that many or few pieces may match; those on the state are in a table of its own. */
const needsWindow = ({ q, tag, segment_id, contact_id, batch_id, ...f }: FeedbackListQuery) =>
  !(f.status ?? f.language ?? f.updated_since ?? contact_id ?? batch_id) &&
  [q, tag, segment_id, ...(f.sort?.endsWith('occurred_at') ? [] : [f.occurred_after, f.occurred_before])].some(Boolean)

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
    sql`select coalesce(sum(d.neutral), 0) as count from ${dailyCounts(org, by.series, by.range)} d`,
  ))!.count
}

const countFilteredFeedback = async (db: Db, org: string, query: FeedbackListQuery) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from feedback_item feedback
    where ${allOf([sql`org_id = ${org}`, ...feedbackConditions(org, query)])}`))!.count

/** An index with the column before the id has the rows of one value in the order of the list. */
const oneOf = (column: string, values: readonly string[]): Sql =>
  values.length === 1 ? sql`${raw(column)} = ${values[0]}` : sql`${raw(column)} = any(${values})`

export const feedbackConditions = (org: string, query: FeedbackListQuery): (Sql | undefined)[] => [
  ...state(query),
  ...filters(org, query),
]

/** What the index of an order has or begins at. */
const state = (query: FeedbackListQuery): (Sql | undefined)[] => [
  query.updated_since && query.include_deleted ? undefined : raw('deleted_at is null'),
  ...createdWithin(query),
  query.updated_since ? sql`updated_at >= ${instantOf(query.updated_since)}` : undefined,
  query.sort?.endsWith('occurred_at') ? occurredWithin(query) : undefined,
]

const occurredWithin = ({ occurred_after, occurred_before }: FeedbackListQuery): Sql =>
  allOf([
    occurred_after ? sql`occurred_at >= ${instantOf(occurred_after)}` : undefined,
    occurred_before ? sql`occurred_at < ${instantOf(occurred_before)}` : undefined,
  ])

const filters = (org: string, query: FeedbackListQuery): (Sql | undefined)[] => [
  query.status && displayedStatusIn(org, query.status),
  query.source && oneOf('source', query.source),
  query.source_type && oneOf('source_type', query.source_type),
  query.language && oneOf('language', query.language),
  query.tag && hasTag(org, query.tag),
  query.contact_id ? sql`contact_id = ${query.contact_id}` : undefined,
  query.batch_id ? sql`batch_id = ${query.batch_id}` : undefined,
  query.segment_id ? inSegment(org, query.segment_id) : undefined,
  query.has_insights === undefined
    ? undefined
    : sql`${raw(query.has_insights ? '' : 'not')} exists (
        select 1 from insight i where i.org_id = ${org} and i.feedback_id = feedback.id and i.live)`,
  query.rating_min === undefined ? undefined : sql`rating_value >= ${query.rating_min}`,
  query.rating_max === undefined ? undefined : sql`rating_value <= ${query.rating_max}`,
  query.q ? sql`(title ilike ${containing(query.q)} or content ilike ${containing(query.q)})` : undefined,
  query.occurred_after || query.occurred_before ? occurredWithin(query) : undefined,
]

export type InsightSummary = {
  id: string
  name: string
  sentiment: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL'
  category: (typeof categoryKeys)[number]
}

const maxInsights = 100
export const listInsights = (db: Db, org: string, id: string) =>
  db.rows<InsightSummary>(sql`
    select id, name, sentiment, category from insight
    where org_id = ${org} and feedback_id = ${id} and live order by id limit ${maxInsights}`)

export type LockedFeedback = RatingColumns & {
  id: string
  content: string
  source: string
  contact_id: string | null
  deleted: boolean
}
export const lockFeedback = (db: Db, org: string, id: string) =>
  db.first<LockedFeedback>(sql`
    select id, source, content, contact_id, rating_value, rating_min, rating_max, deleted_at is not null as deleted
    from feedback_item where org_id = ${org} and id = ${id} for no key update`)

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

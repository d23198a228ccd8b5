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
import { isoTimestamp } from '#store/session.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { listWindow, windowedPage } from '#store/windowed-page.ts'

type Company = {
  name?: string
  domain?: string
  plan?: string
  mrr?: number
  size?: number
  attributes?: Record<string, unknown>
}

export type ContactRow = {
  id: string
  name: string | null
  email: string | null
  phone: string | null
  title: string | null
  company: Company | null
  country: string | null
  language: string | null
  attributes: Record<string, unknown>
  tags: string[]
  identities: { provider: string; external_id: string }[]
  segment_ids: string[]
  feedback_count: number
  insight_count: number
  positive: number
  negative: number
  neutral: number
  nps_score: number | null
  nps_at: string | null
  first_seen_at: string
  last_feedback_at: string | null
  merged_into_id: string | null
  erased_at: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

const columns = raw(`c.id, c.name, c.email, c.phone, c.title, c.company, c.country, c.language, c.attributes, c.tags,
  c.segment_ids::text[] as segment_ids, c.nps_score, c.nps_at, c.first_seen_at, c.merged_into_id, c.erased_at,
  c.created_at, c.updated_at, c.deleted_at`)

/** A contact with its identities and the counts of its feedback and insights. */
export const findContact = (db: Db, org: string, id: string) =>
  db.first<ContactRow>(sql`
    select ${columns}, f.*, i.*,
      (select coalesce(json_agg(json_build_object('provider', provider, 'external_id', external_id)
          order by provider, external_id), '[]')
        from contact_identity where org_id = ${org} and contact_id = ${id}) as identities
    from contact c
    cross join (select count(*) as feedback_count, max(occurred_at) as last_feedback_at
      from feedback where org_id = ${org} and contact_id = ${id} and deleted_at is null) f
    cross join (select count(*) as insight_count, count(*) filter (where sentiment = 'POSITIVE') as positive,
        count(*) filter (where sentiment = 'NEGATIVE') as negative,
        count(*) filter (where sentiment = 'NEUTRAL') as neutral
      from insight where org_id = ${org} and contact_id = ${id} and live) i
    where c.org_id = ${org} and c.id = ${id}`)

export type ContactStatus = { id: string; deleted: boolean; merged_into_id: string | null; erased: boolean }

export const findContactStatus = (db: Db, org: string, id: string) =>
  db.first<ContactStatus>(sql`
    select id, deleted_at is not null as deleted, merged_into_id, erased_at is not null as erased
    from contact where org_id = ${org} and id = ${id}`)

/** Locked in the order of their ids, so that two changes of the same contacts wait instead of deadlocking. */
export const lockContacts = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<ContactStatus>(sql`
    select id, deleted_at is not null as deleted, merged_into_id, erased_at is not null as erased
    from contact where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)

export type ContactListQuery = {
  limit: number
  q?: string
  email?: string
  provider?: string
  external_id?: string
  segment_id?: string
  company?: string
  tag?: string[]
  nps_type?: ('promoter' | 'passive' | 'detractor')[]
  has_feedback?: boolean
  created_after?: string
  created_before?: string
  updated_since?: string
  include_deleted?: boolean
  sort?: '-created_at' | 'created_at' | 'name' | '-name' | '-updated_at'
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byName = "lower(coalesce(name, ''))"
const orders: Record<NonNullable<ContactListQuery['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  name: { by: byName, type: 'text', descending: false },
  '-name': { by: byName, type: 'text', descending: true },
  '-updated_at': { by: 'updated_at', type: 'timestamptz', descending: true },
}
export const orderOf = (query: ContactListQuery): Order =>
  query.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[query.sort ?? '-created_at']

/** What other tables know of the contacts of a page, each read once: members to append to their documents. */
const partsOfPage = (org: string) => ({
  identities: sql`
    select contact_id as id, json_agg(json_build_object('provider', provider, 'external_id', external_id)
      order by provider, external_id)::text as text
    from contact_identity where org_id = ${org} and contact_id = any(array(select id from page)) group by contact_id`,
  feedback: sql`
    select contact_id as id, count(*) || ' ' || max(occurred_at) as text
    from feedback where org_id = ${org} and contact_id = any(array(select id from page)) and deleted_at is null
    group by contact_id`,
  insights: sql`
    select contact_id as id, count(*) filter (where sentiment = 'POSITIVE')
      || ' ' || count(*) filter (where sentiment = 'NEGATIVE')
      || ' ' || count(*) filter (where sentiment = 'NEUTRAL') as text
    from insight where org_id = ${org} and contact_id = any(array(select id from page)) and live group by contact_id`,
})

function feedbackMembers(text: string | undefined): string {
  if (text === undefined) return ',"feedback_count":0,"last_feedback_at":null'
  const space = text.indexOf(' ')
  return `,"feedback_count":${text.slice(0, space)},"last_feedback_at":"${isoTimestamp(text.slice(space + 1))}"`
}

function insightMembers(text = '0 0 0'): string {
  const [positive, negative, neutral] = text.split(' ') as [string, string, string]
  const breakdown = `{"positive":${positive},"negative":${negative},"neutral":${neutral}}`
  return `,"insight_count":${Number(positive) + Number(negative) + Number(neutral)},"sentiment_breakdown":${breakdown}`
}

type ContactPage = DocumentRow<keyof ReturnType<typeof partsOfPage>>

/** Completes the documents of a page. */
export function contactCloser(row: ContactPage): (id: string) => string {
  const [identities, feedback, insights] = [readTexts(row.identities), readTexts(row.feedback), readTexts(row.insights)]
  return (id) => {
    const counts = feedbackMembers(feedback.get(id)) + insightMembers(insights.get(id))
    return `,"identities":${identities.get(id) ?? '[]'}${counts}`
  }
}

export const listContacts = (
  db: Db,
  org: string,
  { condition, ...query }: ContactListQuery & { /** An additional condition on the contact. */ condition?: Sql },
  keys: readonly Key[] | undefined,
) => {
  const order = orderOf(query)
  const scope = [...state(org, query), after(order, keys)]
  const filters = [...conditions(org, query), condition]
  const narrowed = order.by === 'id' ? narrowedBy(query) : undefined
  const rows = needsWindow(query)
    ? windowedPage({
        table: 'contact',
        scope,
        window: narrowed && listWindow('contact', [...scope, narrowed], order),
        filters,
        farFilters: [...filters, query.q ? textIndexed(org, query.q) : undefined],
        order,
        limit: sql`${query.limit + 1}`,
      })
    : sql`select * from contact where ${allOf([...scope, ...filters])}
        order by ${orderBy(order)} limit ${condition ? sql`${query.limit + 1}` : pageLimit(query)}`
  const page = sql`select id, ${itemOf(query, order)} as item from (${rows}) contact order by ${orderBy(order)}`
  return readDocuments(db, org, { page, parts: partsOfPage(org), updated_since: query.updated_since })
}

function itemOf({ updated_since, include_deleted }: ContactListQuery, order: Order): Sql {
  const key = sortKey(order)
  const live = documentItem(raw('document'), raw("''"), key)
  return updated_since && include_deleted
    ? sql`case when deleted_at is null then ${live}
        else ${tombstone(raw('deleted_at'), raw('merged_into_id'), key)} end`
    : live
}

/** Filters that many or few contacts may match. */
const needsWindow = ({ q, tag, segment_id, nps_type }: ContactListQuery) =>
  (q ?? tag ?? segment_id ?? nps_type) !== undefined

/** The condition of an index on the contacts that can match. */
const narrowedBy = ({ tag, segment_id }: ContactListQuery): Sql | undefined => {
  if (segment_id) return raw("segment_ids <> '{}'")
  return tag && raw("tags <> '{}'")
}

/** How many contacts match, counted up to `max`. */
export const countContacts = async (db: Db, org: string, query: ContactListQuery, max: number) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from contact where ${allOf([...state(org, query), ...conditions(org, query)])} limit ${max}) matching`))!
    .count

const npsTypes = { promoter: 'nps_score >= 9', passive: 'nps_score between 7 and 8', detractor: 'nps_score <= 6' }

const matchesText = (text: string) => {
  const pattern = containing(text)
  return sql`(name ilike ${pattern} or email ilike ${pattern} or company->>'name' ilike ${pattern})`
}

/** The expression of the index `contact_text`; implied by the filter, apart from line breaks in the text. */
const textIndexed = (org: string, text: string) => sql`
  array[org_id] @> array[${org}] and (coalesce(name, '') || E'\\n' || coalesce(email, '') || E'\\n'
    || coalesce(company->>'name', '')) ilike ${containing(text)}`

/** What the index of an order has or begins at. */
const state = (org: string, query: ContactListQuery): (Sql | undefined)[] => [
  sql`org_id = ${org}`,
  query.updated_since && query.include_deleted ? undefined : raw('deleted_at is null'),
  ...createdWithin(query),
  query.updated_since ? sql`updated_at >= ${instantOf(query.updated_since)}` : undefined,
]

const conditions = (org: string, query: ContactListQuery): (Sql | undefined)[] => [
  query.q ? matchesText(query.q) : undefined,
  query.email ? sql`mailbox = mailbox(${query.email})` : undefined,
  query.provider || query.external_id
    ? sql`id in (select contact_id from contact_identity where ${allOf([
        sql`org_id = ${org}`,
        query.provider ? sql`provider = ${query.provider}` : undefined,
        query.external_id ? sql`external_id = ${query.external_id}` : undefined,
      ])})`
    : undefined,
  query.segment_id ? sql`segment_ids @> array[${query.segment_id}]::uuid[]` : undefined,
  query.company
    ? sql`(lower(company->>'name') = lower(${query.company}) or lower(company->>'domain') = lower(${query.company}))`
    : undefined,
  query.tag && hasTag(org, query.tag),
  query.nps_type && raw(`(${query.nps_type.map((type) => npsTypes[type]).join(' or ')})`),
  query.has_feedback === undefined
    ? undefined
    : sql`${raw(query.has_feedback ? '' : 'not')} exists (
        select 1 from feedback f where f.org_id = ${org} and f.contact_id = contact.id and f.deleted_at is null)`,
]

/** Those of the ids that belong to a contact that is not deleted. */
export const findContactIds = async (db: Db, org: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(
        sql`select id from contact where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`,
      )
    ).map((row) => row.id),
  )

/** A condition on `contact_id`: the contact is in the segment. */
export const inSegment = (org: string, segment: string): Sql =>
  sql`contact_id in (
    select id from contact c
    where c.org_id = ${org} and c.segment_ids @> array[${segment}]::uuid[] and c.deleted_at is null)`

/** The same for each row by itself, without reading the whole segment. */
export const isInSegment = (org: string, segment: string): Sql =>
  sql`(
    select c.segment_ids @> array[${segment}]::uuid[] from contact c
    where c.org_id = ${org} and c.id = contact_id and c.deleted_at is null)`

/** The contact joined as `c`, in the short form that other resources show. */
export const contactReference = raw(
  "case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'email', c.email) end as contact",
)

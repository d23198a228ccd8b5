import type { Static } from 'typebox'
import type { nps } from '#contract/resources/nps.ts'
import type { NpsResponse } from '#contract/resources/nps-shapes.ts'
import { npsTypeOf } from '#engine/nps/score.ts'
import { contactReference, inSegment, isInSegment } from '#domain/sources/contacts/queries.ts'
import { textIndexed } from '#domain/sources/feedback/queries-text.ts'
import { displayedStatus } from '#domain/sources/feedback/queries-status.ts'
import type { Db } from '#store/open.ts'
import {
  after,
  containing,
  createdWithin,
  hasTag,
  type Key,
  type Order,
  orderBy,
  instantOf,
  syncUntil,
} from '#store/page.ts'
import { allOf, assignments, raw, type Sql, sql } from '#store/sql.ts'
import { windowedPage } from '#store/windowed-page.ts'

export type NpsView = Static<typeof NpsResponse>
export type NpsListQuery = Static<(typeof nps.listNpsResponses)['query']>
export type ResponseRow = Omit<NpsView, 'type'> & { deleted_at: string | null; sort_key: string; sync_until: string }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byTime: Order = { by: 'responded_at', type: 'timestamptz', descending: true }
const byScore: Order = { by: 'score', type: 'integer', descending: true }
const orders: Record<NonNullable<NpsListQuery['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-responded_at': byTime,
  responded_at: { ...byTime, descending: false },
  '-score': byScore,
  score: { ...byScore, descending: false },
}
export const orderOf = (query: NpsListQuery): Order =>
  query.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[query.sort ?? '-created_at']

const maxInsights = 100

/** Responses in the form of the contract; the reason is the current content of their feedback. */
const responseSelect = (org: string, responses: Sql) => sql`
  select r.id, r.score, f.content as reason, r.contact_id, r.survey_id, f.id as feedback_id, r.source, r.external_id,
    r.tags, ${displayedStatus(org)} as analysis_status, r.responded_at, r.created_at, r.updated_at, r.deleted_at,
    ${contactReference},
    array(
      select i.id::text from insight i where i.org_id = f.org_id and i.org_id = ${org} and i.feedback_id = f.id
        and i.live
      order by i.id limit ${maxInsights}) as insight_ids
  from (${responses}) r
  left join feedback_item f on f.org_id = r.org_id and f.org_id = ${org} and f.id = r.feedback_id
    and f.deleted_at is null
  left join contact c on c.org_id = r.org_id and c.org_id = ${org} and c.id = r.contact_id and c.deleted_at is null`

export const toResponse = ({ deleted_at: _, sort_key: __, sync_until: ___, ...row }: ResponseRow): NpsView => ({
  ...row,
  type: npsTypeOf(row.score),
})

export const findResponse = async (db: Db, org: string, id: string): Promise<NpsView | undefined> => {
  const row = await db.first<ResponseRow>(
    responseSelect(org, sql`select * from nps_response where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && toResponse(row)
}

/** The sort key is read as text, so that a cursor holds it without loss of precision. */
export const listResponses = (db: Db, org: string, query: NpsListQuery, keys: readonly Key[] | undefined) => {
  const order = orderOf(query)
  const key = raw(
    { uuid: "''", integer: `${order.by}::text`, timestamptz: `iso(${order.by})` }[
      order.type as 'uuid' | 'integer' | 'timestamptz'
    ],
  )
  return db.rows<ResponseRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${responseSelect(org, pageQuery(org, query, order, keys))}) s
    order by ${orderBy(order)}`)
}

function pageQuery(org: string, query: NpsListQuery, order: Order, keys: readonly Key[] | undefined): Sql {
  const scope = [sql`org_id = ${org}`, ...state(query), after(order, keys)]
  const limit = sql`${query.limit + 1}`
  const { q, segment_id, theme_id, ...others } = query
  if (!needsWindow(query))
    return sql`
      select * from nps_response where ${allOf([...scope, ...conditions(org, query)])}
      order by ${orderBy(order)} limit ${limit}`
  return windowedPage({
    table: 'nps_response',
    scope,
    filters: [
      ...conditions(org, others),
      q ? hasReason(org, sql`f.content ilike ${containing(q)} offset 0`) : undefined,
      segment_id ? isInSegment(org, segment_id) : undefined,
      theme_id ? hasTheme(org, theme_id) : undefined,
    ],
    farFilters: conditions(org, query),
    order,
    limit,
  })
}

/** Filters that many or few responses may match. */
const needsWindow = ({ q, tag, segment_id, theme_id, source, contact_id, ...f }: NpsListQuery) =>
  contact_id === undefined &&
  [q, tag, segment_id, theme_id, source, ...(isByTime(f) ? [] : [f.occurred_after, f.occurred_before])].some(Boolean)

const isByTime = ({ sort, updated_since }: Pick<NpsListQuery, 'sort' | 'updated_since'>) =>
  !updated_since && sort?.endsWith('responded_at')

const ranges = { PROMOTER: 'score >= 9', PASSIVE: 'score between 7 and 8', DETRACTOR: 'score <= 6' }

const hasReason = (org: string, condition: Sql = raw('true')) => sql`exists (
  select 1 from feedback f
  where f.org_id = ${org} and f.id = nps_response.feedback_id and f.deleted_at is null and ${condition})`

const reasonContains = (org: string, text: string) => sql`feedback_id in (
  select feedback.id from feedback where feedback.org_id = ${org} and feedback.deleted_at is null
    and ${textIndexed(org, text)} and feedback.content ilike ${containing(text)})`

/** For each row by itself, without reading the whole theme. */
const hasTheme = (org: string, theme: string) => sql`exists (
  select 1 from insight i where i.org_id = ${org} and i.feedback_id = nps_response.feedback_id and i.live
    and i.theme_ids @> array[${theme}]::uuid[] offset 0)`

const oneSource = (source: readonly string[]): Sql =>
  source.length === 1 ? sql`source = ${source[0]}` : sql`source = any(${source})`

/** What the index of an order has or begins at. */
const state = (query: NpsListQuery): (Sql | undefined)[] => [
  query.updated_since && query.include_deleted ? undefined : raw('deleted_at is null'),
  ...createdWithin(query),
  query.updated_since ? sql`updated_at >= ${instantOf(query.updated_since)}` : undefined,
  isByTime(query) ? respondedWithin(query) : undefined,
]

const respondedWithin = ({ occurred_after, occurred_before }: NpsListQuery): Sql =>
  allOf([
    occurred_after ? sql`responded_at >= ${instantOf(occurred_after)}` : undefined,
    occurred_before ? sql`responded_at < ${instantOf(occurred_before)}` : undefined,
  ])

const conditions = (org: string, query: NpsListQuery): (Sql | undefined)[] => [
  query.type && raw(`(${query.type.map((type) => ranges[type]).join(' or ')})`),
  query.score && sql`score = any(${query.score}::smallint[])`,
  query.has_reason === undefined ? undefined : sql`${raw(query.has_reason ? '' : 'not')} ${hasReason(org)}`,
  query.theme_id
    ? sql`feedback_id in (
        select i.feedback_id from insight_theme l
        join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
        where l.org_id = ${org} and l.theme_id = ${query.theme_id})`
    : undefined,
  query.q ? reasonContains(org, query.q) : undefined,
  query.segment_id ? inSegment(org, query.segment_id) : undefined,
  query.contact_id ? sql`contact_id = ${query.contact_id}` : undefined,
  query.survey_id ? sql`survey_id = ${query.survey_id}` : undefined,
  query.source && oneSource(query.source),
  query.tag && hasTag(org, query.tag),
  isByTime(query) ? undefined : respondedWithin(query),
]

export type LockedResponse = {
  id: string
  score: number
  source: string
  contact_id: string | null
  feedback_id: string | null
  reason: string | null
  tags: string[]
  responded_at: string
  deleted: boolean
}

/** Locks in a statement of its own: one that waited for a lock still sees joined rows as they were before the wait. */
export const lockResponse = async (db: Db, org: string, id: string) => {
  await db.run(sql`select 1 from nps_response where org_id = ${org} and id = ${id} for no key update`)
  return db.first<LockedResponse>(sql`
    select r.id, r.score, r.source, r.contact_id, f.id as feedback_id, f.content as reason, r.tags, r.responded_at,
      r.deleted_at is not null as deleted
    from nps_response r
    left join feedback f on f.org_id = r.org_id and f.org_id = ${org} and f.id = r.feedback_id and f.deleted_at is null
    where r.org_id = ${org} and r.id = ${id}`)
}

export const markDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`update nps_response set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)

export const markResponsesDeleted = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update nps_response set deleted_at = now(), updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`)

type ResponseColumns = { tags?: string[] | undefined; contact_id?: string | null | undefined; updated_at: Date }

export const updateResponseColumns = (db: Db, org: string, id: string, columns: ResponseColumns) =>
  db.run(sql`update nps_response set ${assignments(columns)} where org_id = ${org} and id = ${id}`)

export const listContactsOfResponses = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ contact_id: string }>(sql`
      select distinct contact_id from nps_response
      where org_id = ${org} and id = any(${ids}::uuid[]) and contact_id is not null`)
  ).map((row) => row.contact_id)

/** Sets the latest score of contacts and returns those for which it changed. */
export const updateLatestScores = async (db: Db, org: string, contactIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      update contact c set nps_score = l.score, nps_at = l.responded_at, updated_at = now()
      from unnest(${contactIds}::uuid[]) as x (id)
      left join lateral (
        select r.score, r.responded_at from nps_response r
        where r.org_id = ${org} and r.contact_id = x.id and r.deleted_at is null
        order by r.responded_at desc, r.id desc limit 1) l on true
      where c.org_id = ${org} and c.id = x.id and (c.nps_score, c.nps_at) is distinct from (l.score, l.responded_at)
      returning c.id`)
  ).map((row) => row.id)

export const findSurveyIds = async (db: Db, org: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (await db.rows<{ id: string }>(sql`select id from survey where org_id = ${org} and id = any(${ids}::uuid[])`)).map(
      (row) => row.id,
    ),
  )

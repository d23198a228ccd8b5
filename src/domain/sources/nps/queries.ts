import type { Static } from 'typebox'
import type { nps, NpsResponse } from '#contract/resources/nps.ts'
import { npsTypeOf } from '#engine/nps.ts'
import { shownStatus } from '#domain/sources/feedback/under-way.ts'
import type { Db } from '#store/open.ts'
import { after, containing, type Key, type Order, orderBy, instantOf, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'

export type Response = Static<typeof NpsResponse>
export type Wanted = Static<(typeof nps.listNpsResponses)['query']>
export type ResponseRow = Omit<Response, 'type'> & { deleted_at: string | null; sort_key: string; sync_until: string }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byTime: Order = { by: 'responded_at', type: 'timestamptz', descending: true }
const byScore: Order = { by: 'score', type: 'integer', descending: true }
const orders: Record<NonNullable<Wanted['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-responded_at': byTime,
  responded_at: { ...byTime, descending: false },
  '-score': byScore,
  score: { ...byScore, descending: false },
}
export const orderOf = (wanted: Wanted): Order =>
  wanted.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[wanted.sort ?? '-created_at']

const maxInsights = 100

/** Some responses as the contract shows them; the reason is what their feedback says now. */
const shown = (org: string, which: Sql) => sql`
  select r.id, r.score, f.content as reason, r.contact_id, r.survey_id, f.id as feedback_id, r.source, r.external_id, r.tags, ${shownStatus(org)} as analysis_status,
    r.responded_at, r.created_at, r.updated_at, r.deleted_at,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'email', c.email) end as contact,
    array(select i.id::text from insight i where i.org_id = f.org_id and i.feedback_id = f.id and i.live order by i.id limit ${maxInsights}) as insight_ids
  from (${which}) r left join feedback_item f on f.org_id = r.org_id and f.id = r.feedback_id and f.deleted_at is null
  left join contact c on c.org_id = r.org_id and c.id = r.contact_id and c.deleted_at is null`

export const responseOf = ({ deleted_at: _, sort_key: __, sync_until: ___, ...row }: ResponseRow): Response => ({
  ...row,
  type: npsTypeOf(row.score),
})

export const responseById = async (db: Db, org: string, id: string): Promise<Response | undefined> => {
  const row = await db.first<ResponseRow>(
    shown(org, sql`select * from nps_response where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && responseOf(row)
}

/** The sort key comes back as text, so that it returns in a cursor exactly as it was. */
export const pageOfResponses = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined) => {
  const order = orderOf(wanted)
  const key = raw(
    { uuid: "''", integer: `${order.by}::text`, timestamptz: `iso(${order.by})` }[
      order.type as 'uuid' | 'integer' | 'timestamptz'
    ],
  )
  return db.rows<ResponseRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${shown(
      org,
      sql`
      select * from nps_response where ${allOf([sql`org_id = ${org}`, ...conditions(org, wanted), after(order, keys)])}
      order by ${orderBy(order)} limit ${wanted.limit + 1}`,
    )}) s
    order by ${orderBy(order)}`)
}
const ranges = { PROMOTER: 'score >= 9', PASSIVE: 'score between 7 and 8', DETRACTOR: 'score <= 6' }

/** Those whose contact is in a segment. */
export const inSegment = (org: string, segment: string) =>
  sql`contact_id in (select id from contact c where c.org_id = ${org} and c.segment_ids @> array[${segment}]::uuid[] and c.deleted_at is null)`

const reasonOf = (org: string, more: Sql = raw('true')) =>
  sql`exists (select 1 from feedback f where f.org_id = ${org} and f.id = nps_response.feedback_id and f.deleted_at is null and ${more})`

const conditions = (org: string, w: Wanted): (Sql | undefined)[] => [
  w.updated_since && w.include_deleted ? undefined : raw('deleted_at is null'),
  w.type && raw(`(${w.type.map((type) => ranges[type]).join(' or ')})`),
  w.score && sql`score = any(${w.score}::smallint[])`,
  w.has_reason === undefined ? undefined : sql`${raw(w.has_reason ? '' : 'not')} ${reasonOf(org)}`,
  w.theme_id
    ? sql`feedback_id in (select i.feedback_id from insight_theme l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
        where l.org_id = ${org} and l.theme_id = ${w.theme_id})`
    : undefined,
  w.q ? reasonOf(org, sql`f.content ilike ${containing(w.q)}`) : undefined,
  w.segment_id ? inSegment(org, w.segment_id) : undefined,
  w.contact_id ? sql`contact_id = ${w.contact_id}` : undefined,
  w.survey_id ? sql`survey_id = ${w.survey_id}` : undefined,
  w.source && sql`source = any(${w.source})`,
  w.tag && sql`tags && ${w.tag}`,
  w.created_after ? sql`created_at >= ${instantOf(w.created_after)}` : undefined,
  w.created_before ? sql`created_at < ${instantOf(w.created_before)}` : undefined,
  w.occurred_after ? sql`responded_at >= ${instantOf(w.occurred_after)}` : undefined,
  w.occurred_before ? sql`responded_at < ${instantOf(w.occurred_before)}` : undefined,
  w.updated_since ? sql`updated_at >= ${instantOf(w.updated_since)}` : undefined,
]

export type Held = {
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

export const holdResponse = (db: Db, org: string, id: string) =>
  db.first<Held>(sql`
    select r.id, r.score, r.source, r.contact_id, f.id as feedback_id, f.content as reason, r.tags, r.responded_at, r.deleted_at is not null as deleted
    from nps_response r left join feedback f on f.org_id = r.org_id and f.id = r.feedback_id and f.deleted_at is null
    where r.org_id = ${org} and r.id = ${id} for no key update of r`)

export const markDeleted = (db: Db, org: string, id: string) =>
  db.run(sql`update nps_response set deleted_at = now(), updated_at = now() where org_id = ${org} and id = ${id}`)

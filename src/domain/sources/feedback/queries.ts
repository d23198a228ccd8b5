import type { Static } from 'typebox'
import type { Feedback, feedback } from '#contract/resources/feedback.ts'
import type { categoryKeys } from '#contract/core/shapes.ts'
import type { Db } from '#store/open.ts'
import { after, containing, type Key, type Order, orderBy, instantOf, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { inStatus, shownStatus } from './under-way.ts'

export type Item = Static<typeof Feedback>
export type Wanted = Partial<Static<(typeof feedback.listFeedback)['query']>> & { limit: number }
export type FeedbackRow = Item & { deleted_at: string | null; sort_key: string; sync_until: string }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byTime: Order = { by: 'occurred_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<Wanted['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-occurred_at': byTime,
  occurred_at: { ...byTime, descending: false },
}
export const orderOf = (wanted: Wanted): Order =>
  wanted.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[wanted.sort ?? '-created_at']

/** Some items as the contract shows them. */
export const shown = (org: string, which: Sql, content = raw('f.content')) => sql`
  select f.id, f.external_id, f.source, f.source_type, f.title, ${content} as content, f.language, f.contact_id, f.url, f.tags, f.metadata, ${shownStatus(org)} as status, f.skip_reason,
    f.duplicate_of_id, f.batch_id, f.integration_id, f.csv_upload_id, f.occurred_at, f.created_at, f.updated_at, f.deleted_at,
    case when f.rating_value is not null then json_build_object('value', f.rating_value, 'scale_min', f.rating_min, 'scale_max', f.rating_max) end as rating,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'email', c.email) end as contact,
    (select count(*) from insight i where i.org_id = f.org_id and i.feedback_id = f.id and i.live) as insight_count
  from (${which}) f left join contact c on c.org_id = f.org_id and c.id = f.contact_id and c.deleted_at is null`

export const feedbackById = async (db: Db, org: string, id: string): Promise<Item | undefined> => {
  const row = await db.first<FeedbackRow>(
    shown(org, sql`select * from feedback_item where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && itemOf(row)
}

export const itemOf = ({ deleted_at: _, sort_key: __, sync_until: ___, ...item }: FeedbackRow): Item => item

/** An interview may hold megabytes; a list shows of each item no more than feedback may hold by itself. */
const begun = raw('left(f.content, 50000)')

/** The sort key comes back as text, so that it returns in a cursor exactly as it was. */
export const pageOfFeedback = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined) => {
  const order = orderOf(wanted)
  const key = order.by === 'id' ? raw("''") : raw(`iso(${order.by})`)
  return db.rows<FeedbackRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${shown(
      org,
      sql`
      select * from feedback_item feedback where ${allOf([sql`org_id = ${org}`, ...conditions(org, wanted), after(order, keys)])}
      order by ${orderBy(order)} limit ${wanted.limit + 1}`,
      begun,
    )}) s
    order by ${orderBy(order)}`)
}

export const countOfFeedback = async (db: Db, org: string, wanted: Wanted) =>
  (await db.first<{ count: number }>(
    sql`select count(*) as count from feedback_item feedback where ${allOf([sql`org_id = ${org}`, ...conditions(org, wanted)])}`,
  ))!.count

export const conditions = (org: string, w: Wanted): (Sql | undefined)[] => [
  w.updated_since && w.include_deleted ? undefined : raw('deleted_at is null'),
  w.status && inStatus(org, w.status),
  w.source && sql`source = any(${w.source})`,
  w.source_type && sql`source_type = any(${w.source_type})`,
  w.language && sql`language = any(${w.language})`,
  w.tag && sql`tags && ${w.tag}`,
  w.contact_id ? sql`contact_id = ${w.contact_id}` : undefined,
  w.batch_id ? sql`batch_id = ${w.batch_id}` : undefined,
  w.segment_id
    ? sql`contact_id in (select id from contact c where c.org_id = ${org} and c.segment_ids @> array[${w.segment_id}]::uuid[] and c.deleted_at is null)`
    : undefined,
  w.has_insights === undefined
    ? undefined
    : sql`${raw(w.has_insights ? '' : 'not')} exists (select 1 from insight i where i.org_id = ${org} and i.feedback_id = feedback.id and i.live)`,
  w.rating_min === undefined ? undefined : sql`rating_value >= ${w.rating_min}`,
  w.rating_max === undefined ? undefined : sql`rating_value <= ${w.rating_max}`,
  w.q ? sql`(title ilike ${containing(w.q)} or content ilike ${containing(w.q)})` : undefined,
  w.created_after ? sql`created_at >= ${instantOf(w.created_after)}` : undefined,
  w.created_before ? sql`created_at < ${instantOf(w.created_before)}` : undefined,
  w.occurred_after ? sql`occurred_at >= ${instantOf(w.occurred_after)}` : undefined,
  w.occurred_before ? sql`occurred_at < ${instantOf(w.occurred_before)}` : undefined,
  w.updated_since ? sql`updated_at >= ${instantOf(w.updated_since)}` : undefined,
]

export type FoundInsight = {
  id: string
  name: string
  sentiment: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL'
  category: (typeof categoryKeys)[number]
}

const maxInsights = 100
export const insightsIn = (db: Db, org: string, id: string) =>
  db.rows<FoundInsight>(sql`
    select id, name, sentiment, category from insight where org_id = ${org} and feedback_id = ${id} and live order by id limit ${maxInsights}`)

export type Held = { id: string; content: string; contact_id: string | null; deleted: boolean }
export const holdFeedback = (db: Db, org: string, id: string) =>
  db.first<Held>(
    sql`select id, content, contact_id, deleted_at is not null as deleted from feedback_item where org_id = ${org} and id = ${id} for no key update`,
  )

export const knownContacts = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string }>(
    sql`select id from contact where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`,
  )

export const knownFeedback = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string }>(
    sql`select id from feedback where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`,
  )

/** Which of these references are taken, by source and external id. */
export const idsByReference = async (
  db: Db,
  org: string,
  references: readonly { source: string; external_id: string }[],
): Promise<Map<string, string>> => {
  if (references.length === 0) return new Map()
  const rows = await db.rows<{ id: string; source: string; external_id: string }>(sql`
    select f.id, f.source, f.external_id from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as x (source text, external_id text)
    join feedback f on f.org_id = ${org} and f.source = x.source and f.external_id = x.external_id and f.deleted_at is null`)
  return new Map(rows.map(({ id, source, external_id }) => [JSON.stringify([source, external_id]), id]))
}

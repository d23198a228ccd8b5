import type { Static } from 'typebox'
import type { Segment, segments } from '#contract/resources/segments.ts'
import type { Db } from '#store/open.ts'
import { after, containing, instantOf, type Key, type Order, orderBy, syncUntil } from '#store/page.ts'
import { assignments, allOf, raw, type Sql, sql } from '#store/sql.ts'

export type Row = Static<typeof Segment>
export type Wanted = Static<(typeof segments.listSegments)['query']>
export type ListedRow = Row & { sort_key: string; sync_until: string }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const orders: Record<NonNullable<Wanted['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  name: { by: 'lower(name)', type: 'text', descending: false },
  '-name': { by: 'lower(name)', type: 'text', descending: true },
  '-updated_at': { by: 'updated_at', type: 'timestamptz', descending: true },
}
export const orderOf = (wanted: Wanted): Order =>
  wanted.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[wanted.sort ?? '-created_at']

/** Some segments with their contacts and insights counted in one pass over each. */
const shown = (org: string, which: Sql, more: Sql = raw('')) => sql`
  with s as materialized (${which}),
  people as (select m.id, count(*) as count from contact c cross join unnest(c.segment_ids) as m (id)
    where c.org_id = ${org} and c.deleted_at is null and c.segment_ids && array(select id from s) group by m.id),
  findings as (select m.id, count(*) as count from insight i cross join unnest(i.segment_ids) as m (id)
    where i.org_id = ${org} and i.live and i.segment_ids && array(select id from s) group by m.id)
  select s.id, s.name, s.slug, s.description, s.color, s.kind, s.rules, coalesce(p.count, 0) as contact_count, coalesce(f.count, 0) as insight_count, s.weight,
    s.ai_classification, s.last_evaluated_at, s.archived_at, s.created_at, s.updated_at ${more}
  from s left join people p on p.id = s.id left join findings f on f.id = s.id`

export const segmentById = (db: Db, org: string, id: string) =>
  db.first<Row>(shown(org, sql`select * from segment where org_id = ${org} and id = ${id}`))

/** The sort key comes back as text, so that it returns in a cursor exactly as it was. */
export const pageOfSegments = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined) => {
  const order = orderOf(wanted)
  const key = order.by === 'updated_at' ? 'iso(updated_at)' : `(${order.by})::text`
  return db.rows<ListedRow>(sql`
    select * from (${shown(
      org,
      sql`
      select *, ${raw(key)} as sort_key from segment where ${allOf([
        sql`org_id = ${org}`,
        wanted.include_archived || wanted.updated_since ? undefined : raw('archived_at is null'),
        wanted.kind && sql`kind = ${wanted.kind}`,
        wanted.q ? sql`(name ilike ${containing(wanted.q)} or description ilike ${containing(wanted.q)})` : undefined,
        wanted.updated_since ? sql`updated_at >= ${instantOf(wanted.updated_since)}` : undefined,
        after(order, keys),
      ])} order by ${orderBy(order)} limit ${wanted.limit + 1}`,
      sql`, s.sort_key, ${syncUntil}`,
    )}) s
    order by ${orderBy(order)}`)
}

export type Held = { id: string; kind: 'rules' | 'manual'; rules: Row['rules']; weight: number; archived: boolean }

export const holdSegment = (db: Db, org: string, id: string) =>
  db.first<Held>(
    sql`select id, kind, rules, weight, archived_at is not null as archived from segment where org_id = ${org} and id = ${id} for no key update`,
  )

export const colorsInUse = (db: Db, org: string) =>
  db.rows<{ color: string; uses: number }>(
    sql`select color, count(*) as uses from segment where org_id = ${org} and archived_at is null group by color`,
  )

export type NewSegment = {
  id: string
  name: string
  description: string | null
  color: string
  rules: object | null
  weight: number
  ai_classification: boolean
}

/** Zero rows when a live segment has the name already. */
export const insertSegment = (db: Db, org: string, s: NewSegment) =>
  db.run(sql`
    insert into segment (org_id, id, name, description, color, rules, weight, ai_classification)
    values (${org}, ${s.id}, ${s.name}, ${s.description}, ${s.color}, ${s.rules && JSON.stringify(s.rules)}::jsonb, ${s.weight}, ${s.ai_classification})
    on conflict (org_id, lower(name)) where archived_at is null do nothing`)

export const nameTaken = async (db: Db, org: string, name: string, except: string) =>
  (await db.first(
    sql`select 1 from segment where org_id = ${org} and lower(name) = lower(${name}) and archived_at is null and id <> ${except}`,
  )) !== undefined

export const updateSegment = (db: Db, org: string, id: string, given: Record<string, unknown>) =>
  db.run(sql`update segment set ${assignments(given)}, updated_at = now() where org_id = ${org} and id = ${id}`)

/** Plans that were meant for the segment are not any more; what somebody decided about its members is forgotten. */
export async function clearReferences(db: Db, org: string, id: string) {
  await db.run(sql`delete from opportunity_segment where org_id = ${org} and segment_id = ${id}`)
  await db.run(sql`delete from initiative_segment where org_id = ${org} and segment_id = ${id}`)
  await db.run(sql`delete from segment_member where org_id = ${org} and segment_id = ${id}`)
}

export type Why = 'manual' | 'excluded' | 'ai'

/** What somebody decided about some contacts. */
export const decisionsOn = (db: Db, org: string, segment: string, contactIds: readonly string[]) =>
  db.rows<{ contact_id: string; membership: Why }>(sql`
    select contact_id, membership from segment_member where org_id = ${org} and segment_id = ${segment} and contact_id = any(${contactIds}::uuid[])`)

export const decide = (db: Db, org: string, segment: string, contactIds: readonly string[], membership: Why) =>
  db.run(sql`
    insert into segment_member (org_id, segment_id, contact_id, membership)
    select ${org}, ${segment}::uuid, contact_id, ${membership} from unnest(${contactIds}::uuid[]) as contact_id
    on conflict (org_id, segment_id, contact_id) do update set membership = excluded.membership, created_at = now()
      where segment_member.membership <> excluded.membership`)

/** Contacts of a segment by why they are in it. */
export const withMembership = (org: string, segment: string, membership: 'rule' | 'manual' | 'ai'): Sql => {
  const decided = (which: Sql) =>
    sql`(select contact_id from segment_member where org_id = ${org} and segment_id = ${segment} and ${which})`
  return membership === 'rule'
    ? sql`id not in ${decided(raw("membership <> 'excluded'"))}`
    : sql`id in ${decided(sql`membership = ${membership}`)}`
}

import type { Static } from 'typebox'
import type { Initiative, InitiativeDetail } from '#contract/resources/initiatives.ts'
import { segmentsOf } from '#domain/planning/references/segments.ts'
import type { Db } from '#store/open.ts'
import { after, containing, instantOf, type Key, type Order, orderBy, syncUntil } from '#store/page.ts'
import { assignments, allOf, raw, type Sql, sql } from '#store/sql.ts'

export type Row = Static<typeof Initiative>
export type Detail = Static<typeof InitiativeDetail>
export type Status = Row['status']
export type Wanted = {
  limit: number
  status?: Status[]
  owner_id?: string
  segment_id?: string
  q?: string
  include_archived?: boolean
  updated_since?: string
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }

export const orderOf = (wanted: Wanted): Order =>
  wanted.updated_since ? { by: 'updated_at', type: 'timestamptz', descending: false } : newest

const columns = raw('o.id, o.title, o.slug, o.description, o.goal, o.status, o.created_at, o.updated_at')
const evidence = raw(`initiative_insight l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
  where l.org_id = o.org_id and l.initiative_id = o.id`)

export const pageOfInitiatives = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined) => {
  const order = orderOf(wanted)
  return db.rows<Row & { sort_key: string; sync_until: string }>(sql`
    select ${columns}, (select count(*) from ${evidence}) as leveraged_insights_count, iso(o.updated_at) as sort_key, ${syncUntil}
    from initiative o where ${allOf([sql`org_id = ${org}`, ...shown(org, wanted), after(order, keys)])}
    order by ${orderBy(order)} limit ${wanted.limit + 1}`)
}

const shown = (org: string, wanted: Wanted): (Sql | undefined)[] => [
  wanted.status || wanted.include_archived || wanted.updated_since ? undefined : raw("status <> 'archived'"),
  wanted.status && sql`status = any(${wanted.status})`,
  wanted.owner_id ? sql`owner_id = ${wanted.owner_id}` : undefined,
  wanted.segment_id
    ? sql`id in (select l.initiative_id from initiative_segment l
        join segment s on s.org_id = l.org_id and s.id = l.segment_id and s.archived_at is null
        where l.org_id = ${org} and l.segment_id = ${wanted.segment_id})`
    : undefined,
  wanted.q ? sql`concat_ws(E'\\n', title, description, goal) ilike ${containing(wanted.q)}` : undefined,
  wanted.updated_since ? sql`updated_at >= ${instantOf(wanted.updated_since)}` : undefined,
]

/** Everything the detail view shows, in one statement; what is archived elsewhere is not mentioned. */
export const initiativeById = (db: Db, org: string, id: string) =>
  db.first<Omit<Detail, 'segment_ids'>>(sql`
    select ${columns}, o.last_generated_at, o.owner_id, e.leveraged_insights_count, e.sentiment_breakdown,
      ${segmentsOf('initiative')} as segments,
      (select coalesce(json_agg(${sectionJson} order by ${sectionOrder}), '[]')
        from initiative_section s where s.org_id = o.org_id and s.initiative_id = o.id) as sections,
      (select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'status', p.status) order by p.id desc), '[]')
        from project p where p.org_id = o.org_id and p.initiative_id = o.id and p.status <> 'archived') as projects,
      (select coalesce(json_agg(p.id order by p.id), '[]')
        from opportunity p where p.org_id = o.org_id and p.initiative_id = o.id and p.status = 'active') as opportunity_ids,
      (select coalesce(json_agg(${changeJson} order by h.id), '[]') from (
        select * from initiative_status_change where org_id = o.org_id and initiative_id = o.id order by id desc
        limit ${maxChanges}) h) as status_history
    from initiative o, lateral (
      select count(*) as leveraged_insights_count, json_build_object('positive', count(*) filter (where i.sentiment = 'POSITIVE'),
        'negative', count(*) filter (where i.sentiment = 'NEGATIVE'),
        'neutral', count(*) filter (where i.sentiment = 'NEUTRAL')) as sentiment_breakdown
      from ${evidence}) e
    where o.org_id = ${org} and o.id = ${id}`)

const maxChanges = raw('100')
const changeJson = raw(
  "json_build_object('from', h.from_status, 'to', h.to_status, 'at', iso(h.at), 'actor', h.actor_id)",
)
const sectionJson = raw(
  "case when s.metadata is null then json_build_object('key', s.key, 'content', s.content, 'updated_at', iso(s.updated_at)) " +
    "else json_build_object('key', s.key, 'content', s.content, 'updated_at', iso(s.updated_at), 'metadata', s.metadata) end",
)
const sectionOrder = raw("coalesce(array_position(array['overview', 'evidence'], s.key), 9), s.created_at, s.key")

/** The initiative as it is now, held until the transaction ends. */
export const lockInitiative = (db: Db, org: string, id: string) =>
  db.first<Pick<Detail, 'id' | 'status' | 'title' | 'description' | 'goal' | 'owner_id'>>(sql`
    select id, status, title, description, goal, owner_id from initiative where org_id = ${org} and id = ${id} for no key update`)

export const initiativeExists = async (db: Db, org: string, id: string) =>
  (await db.first(sql`select 1 from initiative where org_id = ${org} and id = ${id}`)) !== undefined

export type NewInitiative = Pick<Detail, 'id' | 'slug' | 'title' | 'description' | 'goal' | 'status' | 'owner_id'>

export const insertInitiative = (db: Db, org: string, o: NewInitiative) =>
  db.run(sql`
    insert into initiative (org_id, id, slug, title, description, goal, status, owner_id)
    values (${org}, ${o.id}, ${o.slug}, ${o.title}, ${o.description}, ${o.goal}, ${o.status}, ${o.owner_id})
    on conflict (org_id, slug) do nothing`)

/** Sets the given columns, of which there is at least one. */
export const updateInitiative = (db: Db, org: string, id: string, given: Record<string, unknown>) =>
  db.run(sql`update initiative set ${assignments(given)}, updated_at = now() where org_id = ${org} and id = ${id}`)

export const touchInitiative = (db: Db, org: string, id: string) =>
  db.run(sql`update initiative set updated_at = now() where org_id = ${org} and id = ${id}`)

export type StatusChange = { id: string; initiative: string; from: Status; to: Status; actor: string }

export const insertStatusChange = (db: Db, org: string, c: StatusChange) =>
  db.run(sql`
    insert into initiative_status_change (org_id, initiative_id, id, from_status, to_status, actor_id)
    values (${org}, ${c.initiative}, ${c.id}, ${c.from}, ${c.to}, ${c.actor})`)

type Section = Detail['sections'][number]

export const sectionsOf = async (db: Db, org: string, id: string) =>
  (
    await db.rows<{ section: Section }>(sql`
    select ${sectionJson} as section from initiative_section s
    where s.org_id = ${org} and s.initiative_id = ${id} order by ${sectionOrder}`)
  ).map((row) => row.section)

export type NewSection = { key: string; content: string; metadata?: Record<string, unknown> | null | undefined }

/** New, or written over; metadata that is not mentioned stays. */
export const upsertSection = async (db: Db, org: string, id: string, by: string, s: NewSection) => {
  const metadata = s.metadata ? JSON.stringify(s.metadata) : null
  return (await db.first<{ section: Section }>(sql`
    insert into initiative_section as s (org_id, initiative_id, key, content, metadata, updated_by)
    values (${org}, ${id}, ${s.key}, ${s.content}, ${metadata}::json, ${by})
    on conflict (org_id, initiative_id, key) do update set content = excluded.content, updated_at = now(), updated_by = excluded.updated_by,
      metadata = ${s.metadata === undefined ? raw('s.metadata') : raw('excluded.metadata')}
    returning ${sectionJson} as section`))!.section
}

export const deleteSection = (db: Db, org: string, id: string, key: string) =>
  db.run(sql`delete from initiative_section where org_id = ${org} and initiative_id = ${id} and key = ${key}`)

export const pageOfProjects = (db: Db, org: string, id: string, limit: number, keys: readonly Key[] | undefined) =>
  db.rows<Detail['projects'][number]>(sql`
    select id, title, status from project
    where ${allOf([sql`org_id = ${org} and initiative_id = ${id} and status <> 'archived'`, after(newest, keys)])}
    order by ${orderBy(newest)} limit ${limit + 1}`)

import type { Static } from 'typebox'
import type { Input } from '#contract/core/route.ts'
import type { Initiative, InitiativeDetail, initiatives } from '#contract/resources/initiatives.ts'
import { customFieldFilters } from '#domain/custom-fields/queries-filter.ts'
import { segmentsJson } from '#domain/planning/references/queries-segments.ts'
import type { Db } from '#store/open.ts'
import { defineList } from '#store/lists/define.ts'
import { contains } from '#store/lists/filters.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { after, type Key, newestFirst, orderBy } from '#store/page.ts'
import { pipelined } from '#store/pipelined.ts'
import { assignments, allOf, raw, type Sql, sql } from '#store/sql.ts'
import { jsonMembers, selectList, selectListed } from '#store/table/define.ts'
import { insertRow } from '#store/table/insert-row.ts'
import type { InitiativeStatus } from '#vocabulary/statuses.ts'
import { initiativeSectionTable, initiativeTable, type NewInitiative } from './table.ts'

type InitiativeRow = Static<typeof Initiative>
export type InitiativeDetailRow = Static<typeof InitiativeDetail>
type InitiativeListQuery = Input<typeof initiatives.listInitiatives>

const columns = selectList(initiativeTable, 'o')
const listedColumns = selectListed(initiativeTable, 'o')
const evidenceCount = raw('o.positive_count + o.negative_count + o.neutral_count as leveraged_insights_count')

const initiativeList = defineList<InitiativeListQuery>()({
  table: initiativeTable,
  orders: {},
  scope: ({ status, include_archived, updated_since }) => [
    status || include_archived || updated_since ? undefined : raw("status <> 'archived'"),
  ],
  filters: {
    ...customFieldFilters,
    segment_id: (id, { org }) => sql`id in (
      select l.initiative_id from initiative_segment l
      join segment s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.segment_id and s.archived_at is null
      where l.org_id = ${org} and l.segment_id = ${id})`,
    q: contains(["concat_ws(E'\\n', title, description, goal)"]),
    include_archived: { elsewhere: 'scope' },
  },
})

export const initiativeRows: RowList<InitiativeListQuery, InitiativeRow> = {
  list: initiativeList,
  select: (_, page) => sql`select ${listedColumns}, ${evidenceCount} from (${page}) o`,
  present: (row) => row,
}

/** The detail view in one statement, without archived segments, projects and opportunities. */
export const findInitiative = (db: Db, org: string, id: string) =>
  db.first<Omit<InitiativeDetailRow, 'segment_ids'>>(sql`
    select ${columns}, ${evidenceCount},
      json_build_object('positive', o.positive_count, 'negative', o.negative_count,
        'neutral', o.neutral_count) as sentiment_breakdown,
      ${segmentsJson(org, 'initiative')} as segments,
      (select coalesce(json_agg(${sectionJson} order by ${sectionOrder}), '[]')
        from initiative_section s where s.org_id = o.org_id and s.org_id = ${org}
          and s.initiative_id = o.id) as sections,
      (select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'status', p.status) order by p.id desc),
        '[]')
        from project p
        where p.org_id = o.org_id and p.org_id = ${org} and p.initiative_id = o.id
          and p.status <> 'archived') as projects,
      (select coalesce(json_agg(p.id order by p.id), '[]')
        from opportunity p
        where p.org_id = o.org_id and p.org_id = ${org} and p.initiative_id = o.id and p.status = 'active')
          as opportunity_ids,
      (select coalesce(json_agg(${changeJson} order by h.id), '[]') from (
        select * from initiative_status_change where org_id = ${org} and initiative_id = o.id order by id desc
        limit ${maxChanges}) h) as status_history
    from initiative o
    where o.org_id = ${org} and o.id = ${id}`)

const maxChanges = raw('100')
const changeJson = raw(
  "json_build_object('from', h.from_status, 'to', h.to_status, 'at', iso(h.at), 'actor', h.actor_id)",
)
const sectionJson = sql`case when s.metadata is null
  then json_build_object(${jsonMembers(initiativeSectionTable, 's', [], ['metadata'])})
  else json_build_object(${jsonMembers(initiativeSectionTable, 's')}) end`
const sectionOrder = raw("coalesce(array_position(array['overview', 'evidence'], s.key), 9), s.created_at, s.key")

export type InitiativeState = Pick<
  InitiativeDetailRow,
  'id' | 'status' | 'title' | 'description' | 'goal' | 'owner_id' | 'custom_fields'
>
const lockedInitiative = (org: string, id: string): Sql => sql`
  select id, status, title, description, goal, owner_id, custom_fields from initiative
  where org_id = ${org} and id = ${id} for no key update`

export const lockInitiative = (db: Db, org: string, id: string) => db.first<InitiativeState>(lockedInitiative(org, id))

/** Undefined also while another transaction holds the lock. */
export const tryLockInitiative = (db: Db, org: string, id: string) =>
  db.first<InitiativeState>(sql`${lockedInitiative(org, id)} skip locked`)

export const initiativeExists = async (db: Db, org: string, id: string) =>
  (await db.first(sql`select 1 from initiative where org_id = ${org} and id = ${id}`)) !== undefined

const initiativeRow = insertRow(initiativeTable)

export const insertInitiative = (db: Db, org: string, row: NewInitiative) =>
  db.run(sql`insert into initiative ${initiativeRow(org, row)} on conflict (org_id, slug) do nothing`)

/** Needs at least one column. */
export const updateInitiativeColumns = (db: Db, org: string, id: string, columnsToSet: Record<string, unknown>) =>
  db.run(
    sql`update initiative set ${assignments(columnsToSet)}, updated_at = now() where org_id = ${org} and id = ${id}`,
  )

export const touchInitiative = (db: Db, org: string, id: string) =>
  db.run(sql`update initiative set updated_at = now() where org_id = ${org} and id = ${id}`)

type StatusChange = {
  id: string
  initiative: string
  from: InitiativeStatus
  to: InitiativeStatus
  actor: string
}

export const insertInitiativeStatusChange = (db: Db, org: string, c: StatusChange) =>
  db.run(sql`
    insert into initiative_status_change (org_id, initiative_id, id, from_status, to_status, actor_id)
    values (${org}, ${c.initiative}, ${c.id}, ${c.from}, ${c.to}, ${c.actor})`)

type Section = InitiativeDetailRow['sections'][number]

export const listSections = async (db: Db, org: string, id: string) =>
  (
    await db.rows<{ section: Section }>(sql`
    select ${sectionJson} as section from initiative_section s
    where s.org_id = ${org} and s.initiative_id = ${id} order by ${sectionOrder}`)
  ).map((row) => row.section)

export type NewSection = { key: string; content: string; metadata?: Record<string, unknown> | null | undefined }

const sectionRow = insertRow(initiativeSectionTable)

/** Absent metadata stays unchanged. */
export const upsertInitiativeSection = async (db: Db, org: string, id: string, s: NewSection & { user: string }) => {
  const { user: updated_by, ...section } = s
  const written = db.run(sql`
    insert into initiative_section as s ${sectionRow(org, { ...section, initiative_id: id, updated_by })}
    on conflict (org_id, initiative_id, key) do update set content = excluded.content,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by,
      metadata = ${s.metadata === undefined ? raw('s.metadata') : raw('excluded.metadata')}`)
  const [, stored] = await pipelined(db, [written, findSection(db, org, id, s.key)])
  return stored!.section
}

const findSection = (db: Db, org: string, id: string, key: string) =>
  db.first<{ section: Section }>(sql`
    select ${sectionJson} as section from initiative_section s
    where s.org_id = ${org} and s.initiative_id = ${id} and s.key = ${key}`)

export const deleteSection = (db: Db, org: string, id: string, key: string) =>
  db.run(sql`delete from initiative_section where org_id = ${org} and initiative_id = ${id} and key = ${key}`)

export const listInitiativeProjects = (
  db: Db,
  org: string,
  id: string,
  { limit, keys }: { limit: number; keys: readonly Key[] | undefined },
) =>
  db.rows<InitiativeDetailRow['projects'][number]>(sql`
    select id, title, status from project
    where ${allOf([sql`org_id = ${org} and initiative_id = ${id} and status <> 'archived'`, after(newestFirst, keys)])}
    order by ${orderBy(newestFirst)} limit ${limit + 1}`)

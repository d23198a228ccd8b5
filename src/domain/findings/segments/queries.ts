import type { Static } from 'typebox'
import type { Segment, segments } from '#contract/resources/segments.ts'
import { dailyCounts } from '#domain/daily-counts/queries.ts'
import { deleteMemberships, type SegmentMembership } from '#domain/segmentation/queries-members.ts'
import type { SegmentWithRules } from '#domain/segmentation/queries.ts'
import type { Db } from '#store/open.ts'
import { defineList } from '#store/lists/define.ts'
import { contains } from '#store/lists/filters.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { assignments, raw, type Sql, sql } from '#store/sql.ts'
import { selectList } from '#store/table/define.ts'
import { insertRow } from '#store/table/insert-row.ts'
import { type NewSegment, segmentTable } from './table.ts'

export type SegmentRow = Static<typeof Segment>
type SegmentListQuery = Static<(typeof segments.listSegments)['query']>

/** Some segments with the counts of their contacts and insights. */
const withCounts = (org: string, segments: Sql) => sql`
  with s as materialized (${segments}),
  contact_count as (select d.value, sum(d.count) as count
    from ${dailyCounts(org, 'contact.segment', { values: raw('select id::text from s') })} d group by 1),
  insight_count as (select d.value, sum(d.count) as count
    from ${dailyCounts(org, 'insight.segment', { values: raw('select id::text from s') })} d group by 1)
  select ${selectList(segmentTable, 's')}, coalesce(c.count, 0) as contact_count, coalesce(i.count, 0) as insight_count
  from s left join contact_count c on c.value = s.id::text left join insight_count i on i.value = s.id::text`

export const findSegment = (db: Db, org: string, id: string) =>
  db.first<SegmentRow>(withCounts(org, sql`select * from segment where org_id = ${org} and id = ${id}`))

const segmentList = defineList<SegmentListQuery>()({
  table: segmentTable,
  orders: { name: { by: 'lower(name)', type: 'text' } },
  scope: ({ include_archived, updated_since }) => [
    include_archived || updated_since ? undefined : raw('archived_at is null'),
  ],
  filters: { q: contains(['name', 'description']), include_archived: { elsewhere: 'scope' } },
})

export const segmentRows: RowList<SegmentListQuery, SegmentRow> = {
  list: segmentList,
  select: withCounts,
  present: (row) => row,
}

export type LockedSegment = {
  id: string
  kind: 'rules' | 'manual'
  rules: SegmentRow['rules']
  weight: number
  archived: boolean
}

export const lockSegment = (db: Db, org: string, id: string) =>
  db.first<LockedSegment>(sql`
    select id, kind, rules, weight, archived_at is not null as archived from segment
    where org_id = ${org} and id = ${id} for no key update`)

export const listSegmentColors = (db: Db, org: string) =>
  db.rows<{ color: string; uses: number }>(
    sql`select color, count(*) as uses from segment where org_id = ${org} and archived_at is null group by color`,
  )

const segmentRow = insertRow(segmentTable)

/** Zero rows when a live segment has the name already. */
export const insertSegment = (db: Db, org: string, row: NewSegment) =>
  db.run(sql`
    insert into segment ${segmentRow(org, row)}
    on conflict (org_id, lower(name)) where archived_at is null do nothing`)

export const isSegmentNameTaken = async (db: Db, org: string, name: string, except: string) =>
  (await db.first(sql`
    select 1 from segment
    where org_id = ${org} and lower(name) = lower(${name}) and archived_at is null and id <> ${except}`)) !== undefined

export const updateSegment = (db: Db, org: string, id: string, columns: Record<string, unknown>) =>
  db.run(sql`update segment set ${assignments(columns)}, updated_at = now() where org_id = ${org} and id = ${id}`)

/** Removes the segment from plans and deletes its manual memberships. */
export async function deleteReferences(db: Db, org: string, id: string) {
  await db.run(sql`delete from opportunity_segment where org_id = ${org} and segment_id = ${id}`)
  await db.run(sql`delete from initiative_segment where org_id = ${org} and segment_id = ${id}`)
  await deleteMemberships(db, org, id)
}

export const listManualMemberships = (db: Db, org: string, segment: string, contactIds: readonly string[]) =>
  db.rows<{ contact_id: string; membership: SegmentMembership }>(sql`
    select contact_id, membership from segment_member
    where org_id = ${org} and segment_id = ${segment} and contact_id = any(${contactIds}::uuid[])`)

/** A condition on contacts of a segment: how they became members. */
export const hasMembership = (org: string, segment: string, membership: 'rule' | 'manual' | 'ai'): Sql => {
  const members = (condition: Sql) =>
    sql`(select contact_id from segment_member where org_id = ${org} and segment_id = ${segment} and ${condition})`
  return membership === 'rule'
    ? sql`id not in ${members(raw("membership <> 'excluded'"))}`
    : sql`id in ${members(sql`membership = ${membership}`)}`
}

/** The segment with its rules, which an archived one has no longer. */
export const listSegmentWithRules = (db: Db, org: string, id: string) =>
  db.rows<SegmentWithRules>(sql`
    select id, case when archived_at is null then rules end as rules from segment where org_id = ${org} and id = ${id}`)

export const countOrganizationContacts = async (db: Db, org: string) =>
  (await db.first<{ count: number }>(
    sql`select coalesce(sum(d.count), 0) as count from ${dailyCounts(org, 'contact')} d`,
  ))!.count

export const listOrgsWithRules = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select distinct s.org_id from segment s join organization o on o.id = s.org_id and o.feature_segments
    where s.archived_at is null and s.rules is not null order by s.org_id`)

export const markEvaluated = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update segment set last_evaluated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)

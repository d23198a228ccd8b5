import type { Db } from '#store/open.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import { type DiscussedKind, discussedKinds, type NoticedKind } from '#vocabulary/discussions.ts'

/* The objects that people comment on, follow and are notified about; the row is `o` in every expression. */

export type ObjectRef = { type: DiscussedKind; id: string }

type ObjectKind = {
  table: string
  title: string
  gone?: string
  archived?: string
  mergedInto?: string
  owner?: string
}

const kinds: Readonly<Record<DiscussedKind, ObjectKind>> = {
  insight: {
    table: 'insight',
    title: 'o.name',
    gone: 'o.deleted_at is not null',
    mergedInto: 'coalesce(o.merged_into_id, o.superseded_by_id)',
  },
  feedback: {
    table: 'feedback',
    title: "coalesce(nullif(o.title, ''), left(o.content, 100))",
    gone: 'o.deleted_at is not null',
  },
  theme: { table: 'theme', title: 'o.name', archived: 'o.archived_at is not null', mergedInto: 'o.merged_into_id' },
  opportunity: {
    table: 'opportunity',
    title: 'o.title',
    archived: "o.status <> 'active'",
    mergedInto: 'o.merged_into_id',
    owner: 'o.owner_id',
  },
  initiative: { table: 'initiative', title: 'o.title', archived: "o.status = 'archived'", owner: 'o.owner_id' },
  project: { table: 'project', title: 'o.title', archived: "o.status = 'archived'", owner: 'o.owner_id' },
  account: {
    table: 'account',
    title: "coalesce(o.name, o.domains[1], o.mail_domains[1], '')",
    gone: 'o.deleted_at is not null',
    mergedInto: 'o.merged_into_id',
    owner: 'o.owner_id',
  },
}

const otherTitles: Readonly<Record<Exclude<NoticedKind, DiscussedKind>, { table: string; title: string }>> = {
  csv_upload: { table: 'csv_upload', title: 'o.file_name' },
  change_set: { table: 'change_set', title: 'o.title' },
  webhook: { table: 'webhook', title: 'o.url' },
}

type ObjectState = {
  title: string
  owner_id: string | null
  gone: boolean
  archived: boolean
  merged_into_id: string | null
}

const stateColumns = ({ title, owner, gone, archived, mergedInto }: ObjectKind) =>
  raw(`${title} as title, ${owner ?? 'null'}::text as owner_id, ${gone ?? 'false'} as gone,
    ${archived ?? 'false'} as archived, ${mergedInto ?? 'null'}::uuid as merged_into_id`)

export const findObject = (db: Db, org: string, { type, id }: ObjectRef) => {
  const kind = kinds[type]
  return db.first<ObjectState>(sql`
    select ${stateColumns(kind)} from ${raw(kind.table)} o where o.org_id = ${org} and o.id = ${id}`)
}

/** The ids of the object and of all that were merged into it. */
export function idsWithMerged(org: string, { type, id }: ObjectRef): Sql {
  const { table, mergedInto } = kinds[type]
  if (!mergedInto) return sql`select ${id}::uuid`
  return sql`
    with recursive merged (id) as (
      select ${id}::uuid
      union select o.id from merged m join ${raw(table)} o on o.org_id = ${org} and ${raw(mergedInto)} = m.id)
    select id from merged`
}

/** Of a row with `object_type` and `object_id`: whether the object is there, itself or through a merge. */
export const isObjectPresent = (org: string, row: string, { archived = true } = {}): Sql =>
  sql`case ${raw(row)}.object_type ${join(
    discussedKinds.map((name) => {
      const { table, gone, archived: isArchived, mergedInto } = kinds[name]
      const away = [...(gone ? [gone] : []), ...(!archived && isArchived ? [isArchived] : [])]
      const present = away.length ? `not (${away.join(' or ')})` : 'true'
      return sql`when ${raw(`'${name}'`)} then exists (
        select 1 from ${raw(table)} o where o.org_id = ${org} and o.id = ${raw(row)}.object_id
          and ${raw(mergedInto ? `(${present} or ${mergedInto} is not null)` : present)})`
    }),
    ' ',
  )} else true end`

/** Of the same: the name of the object, null when it is gone. */
export const objectTitle = (org: string, row: string): Sql =>
  sql`case ${raw(row)}.object_type ${join(
    Object.entries({ ...kinds, ...otherTitles }).map(
      ([name, { table, title }]) => sql`when ${raw(`'${name}'`)} then (
        select ${raw(title)} from ${raw(table)} o where o.org_id = ${org} and o.id = ${raw(row)}.object_id)`,
    ),
    ' ',
  )} end`

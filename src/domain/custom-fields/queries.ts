import type { Db } from '#store/open.ts'
import type { Key } from '#store/page.ts'
import { assignments, type Sql, sql } from '#store/sql.ts'
import { type SelectedOf, selectList } from '#store/table/define.ts'
import type { CustomFieldObject } from '#vocabulary/custom-fields.ts'
import { customFieldTable } from './table.ts'

export type FieldRow = SelectedOf<typeof customFieldTable>
const columns = selectList(customFieldTable, 'f')

type Page = {
  limit: number
  types: readonly CustomFieldObject[]
  withArchived: boolean
  keys: readonly Key[] | undefined
}

/** Of the given types, in the order of each. */
export const listFields = (db: Db, org: string, { limit, types, withArchived, keys = [null, null, null] }: Page) =>
  db.rows<FieldRow>(sql`
    select ${columns} from custom_field f
    where f.org_id = ${org} and f.object_type = any(${types}::text[]) and (${withArchived} or f.archived_at is null)
      and (${keys[0]!}::text is null
        or (f.object_type, f.position, f.id) > (${keys[0]!}::text, ${keys[1]!}::integer, ${keys[2]!}::uuid))
    order by f.object_type, f.position, f.id limit ${limit + 1}`)

export const findField = (db: Db, org: string, id: string) =>
  db.first<FieldRow>(sql`select ${columns} from custom_field f where f.org_id = ${org} and f.id = ${id}`)

/** All of a type, locked in the order of their ids: values that are being written keep their definitions until then. */
const lockFields = (db: Db, org: string, ofType: Sql) =>
  db.rows<FieldRow>(sql`
    select ${columns} from custom_field f where f.org_id = ${org} and f.object_type = ${ofType}
    order by f.id for no key update`)

export const lockFieldsOfType = (db: Db, org: string, type: CustomFieldObject) => lockFields(db, org, sql`${type}`)

/** Of the type of the given one. */
export const lockFieldsBeside = (db: Db, org: string, id: string) =>
  lockFields(db, org, sql`(select o.object_type from custom_field o where o.org_id = ${org} and o.id = ${id})`)

type NewField = Pick<FieldRow, 'id' | 'object_type' | 'key' | 'name' | 'description' | 'kind' | 'options' | 'position'>

export const insertField = async (db: Db, org: string, f: NewField) =>
  (await db.first<FieldRow>(sql`
    insert into custom_field as f (org_id, id, object_type, key, name, description, kind, options, position)
    values (${org}, ${f.id}, ${f.object_type}, ${f.key}, ${f.name}, ${f.description}, ${f.kind},
      ${JSON.stringify(f.options)}::jsonb, ${f.position})
    returning ${columns}`))!

type FieldChange = { updated_at: Date } & Partial<Pick<FieldRow, 'name' | 'description'>> & {
    options?: string
    archived_at?: Date | null
  }

export const updateField = (db: Db, org: string, id: string, change: FieldChange) =>
  db.run(sql`
    update custom_field set ${assignments(change)}
    where org_id = ${org} and id = ${id}`)

/** Numbers fields in the order of their ids in the list. */
export const updateFieldPositions = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update custom_field f set position = x.position
    from unnest(${ids}::uuid[]) with ordinality as x (id, position)
    where f.org_id = ${org} and f.id = x.id and f.position <> x.position`)

import type { Static } from 'typebox'
import type { context } from '#contract/resources/context.ts'
import type { Db } from '#store/open.ts'
import { defineList } from '#store/lists/define.ts'
import { contains } from '#store/lists/filters.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { assignments, raw, sql } from '#store/sql.ts'
import { type SelectedOf, selectList } from '#store/table/define.ts'
import { insertRow } from '#store/table/insert-row.ts'
import { contextEntryTable, type NewContextEntry } from './table.ts'

type EntryRow = SelectedOf<typeof contextEntryTable>
type EntryListQuery = Static<(typeof context.listContextEntries)['query']>

const columns = selectList(contextEntryTable, 'context_entry')

const entryList = defineList<EntryListQuery>()({
  table: contextEntryTable,
  live: raw('deleted_at is null'),
  orders: {},
  scope: ({ include_expired, updated_since }) => [
    include_expired || updated_since ? undefined : raw('(expires_at is null or expires_at > now())'),
  ],
  filters: { q: contains(['title', 'content']), include_expired: { elsewhere: 'scope' } },
})

export const entryRows: RowList<EntryListQuery, EntryRow> = {
  list: entryList,
  select: (_, page) => sql`select ${columns}, deleted_at from (${page}) context_entry`,
  present: (row) => row,
}

const entryRow = insertRow(contextEntryTable)

export const insertEntry = async (db: Db, org: string, row: NewContextEntry) =>
  (await db.first<EntryRow>(sql`insert into context_entry ${entryRow(org, row)} returning ${columns}`))!

export const updateEntry = (db: Db, org: string, id: string, changes: Record<string, unknown>) =>
  db.first<EntryRow>(sql`
    update context_entry set ${assignments(changes)}, updated_at = now()
    where org_id = ${org} and id = ${id} and deleted_at is null returning ${columns}`)

/** Idempotent; returns zero when the entry never existed. */
export const deleteEntry = (db: Db, org: string, id: string) =>
  db.run(sql`
    update context_entry set deleted_at = coalesce(deleted_at, (select now())), updated_at = case
      when deleted_at is null then (select now()) else updated_at end
    where org_id = ${org} and id = ${id}`)

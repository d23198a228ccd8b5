import type { Static } from 'typebox'
import type { Contact, ContactInput } from '#contract/resources/contacts.ts'
import { accountsBehind } from '#domain/ranking/account-reach/queries-account-filters.ts'
import { contactTable } from '#domain/sources/contacts/table.ts'
import type { ThemeListQuery } from '#domain/findings/themes/queries-list.ts'
import { themeTable } from '#domain/findings/themes/table.ts'
import { defineList } from '#store/lists/define.ts'
import { contains } from '#store/lists/filters.ts'
import { text } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

/* What `tsc` must refuse: a field or a filter that is written in one place and forgotten in another. Never run. */

type Shown = Static<typeof Contact>
type Sent = Static<typeof ContactInput>
const { columns, elsewhere, writtenElsewhere } = contactTable as unknown as {
  columns: (typeof contactTable)['columns']
  elsewhere: Record<
    'identities' | 'feedback_count' | 'insight_count' | 'sentiment_breakdown' | 'last_feedback_at' | 'latest_nps',
    string
  >
  writtenElsewhere: Record<'identities' | 'account_identity', string>
}
const department = text({ nullable: true, erasure: 'cleared', written: 'replaced', merged: 'first' })

type Wider = Shown & { department: string | null }
type WiderSent = Sent & { department?: string | null }

// A field of the contract that the table does not know.
defineTable<Wider, Sent>()('contact', {
  columns,
  // @ts-expect-error department is neither a column nor elsewhere
  elsewhere,
  writtenElsewhere,
})
// A field that callers send and nothing stores.
defineTable<Shown, WiderSent>()('contact', {
  columns,
  elsewhere,
  // @ts-expect-error department is written to no column
  writtenElsewhere,
})
// A column that the contract does not know.
defineTable<Shown, Sent>()('contact', {
  // @ts-expect-error department is no field of a contact
  columns: { ...columns, department },
  elsewhere,
  writtenElsewhere,
})
// A text of which nobody said what an erasure does with it.
// @ts-expect-error erasure is missing
text({ nullable: true, written: 'replaced' })
// Both: two files.
defineTable<Wider, WiderSent>()('contact', { columns: { ...columns, department }, elsewhere, writtenElsewhere })

const themeFilters = {
  q: contains(['name']),
  include_archived: { elsewhere: 'scope' },
  segment_id: contains(['id']),
  ...accountsBehind('theme'),
}
const themeOrders = { revenue: { by: 'yearly_revenue', type: 'double precision' } } as const

// A filter of the contract that no column answers.
defineList<ThemeListQuery & { owner?: string }>()({
  table: themeTable,
  orders: themeOrders,
  // @ts-expect-error owner has no condition
  filters: themeFilters,
})
// A sort of the contract that no column answers.
defineList<Omit<ThemeListQuery, 'sort'> & { sort?: 'loudness' }>()({
  table: themeTable,
  // @ts-expect-error loudness has no expression
  orders: {},
  filters: themeFilters,
})
// A filter by a column of the table is the contract alone: one file.
defineList<ThemeListQuery & { color?: string[] }>()({
  table: themeTable,
  orders: themeOrders,
  filters: themeFilters,
})

import type { Static } from 'typebox'
import type { context, ContextEntry } from '#contract/resources/context.ts'
import { flag, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RowToInsert } from '#store/table/insert-row.ts'

type Input = Static<(typeof context.createContextEntry)['body']>

export const contextEntryTable = defineTable<Static<typeof ContextEntry>, Input>()('context_entry', {
  columns: {
    id: uuid({ written: 'once' }),
    kind: text({ erasure: 'fixed', written: 'replaced' }),
    title: text({ erasure: 'team', written: 'replaced' }),
    content: text({ erasure: 'team', written: 'replaced' }),
    pinned: flag({ written: 'replaced' }),
    expires_at: time({ nullable: true, written: 'replaced' }),
    author_id: text({ nullable: true, erasure: 'fixed', written: 'once' }),
    created_at: time(),
    updated_at: time(),
    deleted_at: time({ nullable: true, internal: true }),
  },
  elsewhere: {},
  writtenElsewhere: {},
})

export type NewContextEntry = RowToInsert<typeof contextEntryTable>

import type { Static } from 'typebox'
import type { ContextEntry } from '#contract/resources/context.ts'
import { flag, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

export const contextEntryTable = defineTable<Static<typeof ContextEntry>>()('context_entry', {
  columns: {
    id: uuid(),
    kind: text({ erasure: 'fixed' }),
    title: text({ erasure: 'team' }),
    content: text({ erasure: 'team' }),
    pinned: flag(),
    expires_at: time({ nullable: true }),
    author_id: text({ nullable: true, erasure: 'fixed' }),
    created_at: time(),
    updated_at: time(),
    deleted_at: time({ nullable: true, internal: true }),
  },
  elsewhere: {},
  writtenElsewhere: {},
})

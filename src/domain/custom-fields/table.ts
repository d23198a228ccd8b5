import type { Static } from 'typebox'
import type { CustomField } from '#contract/resources/custom-fields.ts'
import { integer, jsonb, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

type Field = Static<typeof CustomField>

export const customFieldTable = defineTable<Field>()('custom_field', {
  columns: {
    id: uuid(),
    object_type: text({ erasure: 'fixed' }),
    key: text({ erasure: 'team' }),
    name: text({ erasure: 'team' }),
    description: text({ nullable: true, erasure: 'team' }),
    kind: text({ erasure: 'fixed' }),
    options: jsonb<Field['options']>()({ erasure: 'team' }),
    position: integer(),
    archived_at: time({ nullable: true }),
    created_at: time(),
    updated_at: time(),
  },
  elsewhere: {},
  writtenElsewhere: {},
})

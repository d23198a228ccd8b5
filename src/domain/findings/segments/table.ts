import type { Static } from 'typebox'
import type { Segment } from '#contract/resources/segments.ts'
import { double, flag, jsonb, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

export const segmentTable = defineTable<Static<typeof Segment>>()('segment', {
  columns: {
    id: uuid(),
    name: text({ erasure: 'team' }),
    color: text({ erasure: 'team' }),
    created_at: time(),
    updated_at: time(),
    archived_at: time({ nullable: true }),
    weight: double(),
    description: text({ nullable: true, erasure: 'team' }),
    rules: jsonb<Static<typeof Segment>['rules']>()({ nullable: true, erasure: 'team' }),
    kind: text({ erasure: 'computed' }),
    slug: text({ erasure: 'computed' }),
    ai_classification: flag(),
    last_evaluated_at: time({ nullable: true }),
  },
  elsewhere: { contact_count: 'daily_count', insight_count: 'daily_count' },
  writtenElsewhere: {},
})

import type { Static } from 'typebox'
import type { Segment, segments } from '#contract/resources/segments.ts'
import { double, flag, jsonb, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RowToInsert } from '#store/table/insert-row.ts'

type Input = Static<(typeof segments.createSegment)['body']>

export const segmentTable = defineTable<Static<typeof Segment>, Input>()('segment', {
  columns: {
    id: uuid({ written: 'once' }),
    name: text({ erasure: 'team', written: 'replaced' }),
    color: text({ erasure: 'team', written: 'replaced' }),
    created_at: time(),
    updated_at: time(),
    archived_at: time({ nullable: true }),
    weight: double({ default: '1', written: 'replaced' }),
    description: text({ nullable: true, erasure: 'team', written: 'replaced' }),
    rules: jsonb<Static<typeof Segment>['rules']>()({ nullable: true, erasure: 'team', written: 'replaced' }),
    kind: text({ erasure: 'computed' }),
    slug: text({ erasure: 'computed' }),
    ai_classification: flag({ default: 'false', written: 'replaced' }),
    last_evaluated_at: time({ nullable: true }),
  },
  elsewhere: { contact_count: 'daily_count', insight_count: 'daily_count' },
  writtenElsewhere: { kind: 'computed from rules' },
})

export type NewSegment = RowToInsert<typeof segmentTable>

import type { Static } from 'typebox'
import type { InitiativeDetail } from '#contract/resources/initiatives.ts'
import { integer, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

export const initiativeTable = defineTable<Static<typeof InitiativeDetail>>()('initiative', {
  columns: {
    id: uuid(),
    title: text({ erasure: 'team' }),
    slug: text({ erasure: 'team' }),
    description: text({ nullable: true, erasure: 'team' }),
    goal: text({ nullable: true, erasure: 'team' }),
    status: text({ erasure: 'fixed' }),
    owner_id: text({ nullable: true, erasure: 'fixed', detail: true }),
    last_generated_at: time({ nullable: true, detail: true }),
    archived_at: time({ nullable: true, internal: true }),
    created_at: time(),
    updated_at: time(),
    positive_count: integer({ internal: true }),
    negative_count: integer({ internal: true }),
    neutral_count: integer({ internal: true }),
  },
  elsewhere: {
    leveraged_insights_count: 'the three counts',
    sentiment_breakdown: 'the three counts',
    sections: 'initiative_section',
    segment_ids: 'initiative_segment',
    segments: 'initiative_segment',
    projects: 'project',
    opportunity_ids: 'opportunity',
    status_history: 'initiative_status_change',
  },
  writtenElsewhere: {},
})

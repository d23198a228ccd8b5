import type { Static } from 'typebox'
import type { AccountReach } from '#contract/core/account-reach.ts'
import type { InitiativeDetail, initiatives } from '#contract/resources/initiatives.ts'
import { integer, json, jsonb, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RowToInsert } from '#store/table/insert-row.ts'
import type { CustomFieldValue } from '#vocabulary/custom-fields.ts'

type Detail = Static<typeof InitiativeDetail>
type Input = Static<(typeof initiatives.createInitiative)['body']>
const words = { erasure: 'team', written: 'replaced' } as const

export const initiativeTable = defineTable<Detail, Input>()('initiative', {
  columns: {
    id: uuid({ written: 'once' }),
    title: text(words),
    slug: text({ erasure: 'team', written: 'once' }),
    description: text({ ...words, nullable: true }),
    goal: text({ ...words, nullable: true }),
    status: text({ default: "'draft'", erasure: 'fixed', written: 'replaced' }),
    owner_id: text({ nullable: true, erasure: 'fixed', written: 'replaced', detail: true }),
    last_generated_at: time({ nullable: true, detail: true }),
    account_reach: json<NonNullable<Static<typeof AccountReach>>>()({ nullable: true, erasure: 'fixed' }),
    archived_at: time({ nullable: true, internal: true }),
    created_at: time(),
    updated_at: time(),
    positive_count: integer({ internal: true }),
    negative_count: integer({ internal: true }),
    neutral_count: integer({ internal: true }),
    custom_fields: jsonb<Record<string, CustomFieldValue>>()({ erasure: 'team', written: 'keys' }),
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
  writtenElsewhere: { segment_ids: 'initiative_segment' },
})

export type NewInitiative = RowToInsert<typeof initiativeTable>

type Section = Detail['sections'][number]

export const initiativeSectionTable = defineTable<Section>()('initiative_section', {
  columns: {
    initiative_id: uuid({ internal: true, written: 'once' }),
    key: text({ erasure: 'fixed', written: 'once' }),
    content: text(words),
    /** A section without metadata is shown without the field. */
    metadata: json<Record<string, unknown>>()({ ...words, nullable: true, converted: true }),
    created_at: time({ internal: true }),
    updated_at: time(),
    updated_by: text({ nullable: true, erasure: 'fixed', internal: true, written: 'replaced' }),
  },
  elsewhere: {},
  writtenElsewhere: {},
})

import type { Static } from 'typebox'
import type { ThemeDetail } from '#contract/resources/themes.ts'
import { flag, integer, text, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'

export const themeTable = defineTable<Static<typeof ThemeDetail>>()('theme', {
  columns: {
    id: uuid(),
    name: text({ erasure: 'generated' }),
    color: text({ erasure: 'fixed' }),
    notes: text({ nullable: true, erasure: 'generated' }),
    definition: text({ nullable: true, erasure: 'team', detail: true }),
    origin: text({ erasure: 'fixed', detail: true }),
    insight_count: integer(),
    merged_into_id: uuid({ nullable: true, detail: true }),
    archived_at: time({ nullable: true, detail: true }),
    created_at: time(),
    updated_at: time(),
    pinned: flag({ internal: true }),
    is_catch_all: flag({ internal: true }),
    area: text({ nullable: true, erasure: 'fixed', internal: true }),
    document: text({ erasure: 'computed', internal: true }),
  },
  elsewhere: {
    language_model: 'language_model_text',
    sentiment_breakdown: 'daily_count',
    category_breakdown: 'daily_count',
    subtheme_count: 'counted in subtheme',
    trend: 'daily_count',
    first_insight_at: 'daily_count',
    last_insight_at: 'daily_count',
  },
  writtenElsewhere: {},
  storedDocument: ['id', 'name', 'color', 'notes', 'insight_count', 'created_at', 'updated_at'],
})

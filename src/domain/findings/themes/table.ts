import type { Static } from 'typebox'
import type { AccountReach } from '#contract/core/account-reach.ts'
import type { ThemeDetail, themes } from '#contract/resources/themes.ts'
import { double, flag, integer, json, text, texts, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RowToInsert } from '#store/table/insert-row.ts'

type Input = Static<(typeof themes.createTheme)['body']>

export const themeTable = defineTable<Static<typeof ThemeDetail>, Input>()('theme', {
  columns: {
    id: uuid({ written: 'once' }),
    name: text({ erasure: 'generated', written: 'replaced' }),
    color: text({ erasure: 'fixed', written: 'replaced' }),
    notes: text({ nullable: true, erasure: 'generated', written: 'replaced' }),
    definition: text({ nullable: true, erasure: 'team', written: 'replaced', detail: true }),
    belongs: texts({ default: "'{}'", erasure: 'team', written: 'replaced', detail: true }),
    does_not_belong: texts({ default: "'{}'", erasure: 'team', written: 'replaced', detail: true }),
    origin: text({ erasure: 'fixed', detail: true }),
    insight_count: integer(),
    account_reach: json<NonNullable<Static<typeof AccountReach>>>()({ nullable: true, erasure: 'fixed' }),
    yearly_revenue: double({ internal: true }),
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

export type ThemeToInsert = RowToInsert<typeof themeTable>

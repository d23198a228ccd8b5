import type { Static } from 'typebox'
import type { InsightDetail, insights } from '#contract/resources/insights.ts'
import { date, flag, integer, real, searchVector, text, texts, time, uuid, uuids } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RowToInsert } from '#store/table/insert-row.ts'

export const insightTable = defineTable<Static<typeof InsightDetail>>()('insight', {
  columns: {
    id: uuid(),
    name: text({ erasure: 'words' }),
    sentiment: text({ erasure: 'fixed' }),
    category: text({ erasure: 'fixed' }),
    quote: text({ nullable: true, erasure: 'cleared' }),
    description: text({ nullable: true, erasure: 'words', detail: true }),
    confidence: real({ nullable: true, detail: true }),
    origin: text({ erasure: 'fixed', detail: true }),
    status: text({ erasure: 'fixed', detail: true }),
    feedback_id: uuid({ nullable: true, detail: true }),
    contact_id: uuid({ nullable: true, detail: true }),
    user_email: text({ nullable: true, erasure: 'cleared', detail: true }),
    user_name: text({ nullable: true, erasure: 'cleared', detail: true }),
    interview_date: date({ nullable: true, detail: true }),
    source: text({ nullable: true, erasure: 'fixed', detail: true }),
    source_type: text({ nullable: true, erasure: 'fixed', detail: true }),
    source_url: text({ nullable: true, erasure: 'url', detail: true }),
    language: text({ nullable: true, erasure: 'fixed', detail: true }),
    segment_ids: uuids({ detail: true }),
    tags: texts({ erasure: 'words', detail: true }),
    theme_ids: uuids({ internal: true }),
    superseded_by_id: uuid({ nullable: true, detail: true }),
    merged_into_id: uuid({ nullable: true, internal: true }),
    edited_by_human: flag({ detail: true }),
    occurred_at: time({ detail: true }),
    created_at: time(),
    updated_at: time(),
    deleted_at: time({ nullable: true, internal: true }),
    live: flag({ internal: true }),
    document: text({ erasure: 'computed', internal: true }),
    segments_overridden: flag({ internal: true }),
    analysis_version: text({ nullable: true, erasure: 'fixed', detail: true }),
    search_vector: searchVector(),
    themes_overridden: flag({ internal: true }),
  },
  elsewhere: {
    themes: 'theme',
    language_model: 'language_model_text',
    theme_confidence: 'insight_vector',
    theme_suggestions: 'insight_vector',
    subject: 'insight_vector',
    aspect: 'insight_vector',
    quotes: 'quote',
    evidence_of: 'the link tables of plans',
  },
  writtenElsewhere: {},
  storedDocument: ['id', 'name', 'sentiment', 'category', 'quote', 'created_at', 'updated_at'],
})

type QuoteRoute = (typeof insights)['addInsightQuote']
const offset = integer({ nullable: true, internal: true, written: 'replaced' })

export const quoteTable = defineTable<Static<QuoteRoute['result']>, Static<QuoteRoute['body']>>()('quote', {
  columns: {
    id: uuid({ written: 'once' }),
    insight_id: uuid({ written: 'once' }),
    feedback_id: uuid({ nullable: true, written: 'once' }),
    /** Hidden in the resource once the quote is redacted. */
    text: text({ erasure: 'cleared', written: 'replaced', converted: true }),
    start_offset: offset,
    end_offset: offset,
    speaker: text({ nullable: true, erasure: 'cleared', written: 'once' }),
    verified: flag({ written: 'replaced' }),
    is_representative: flag({ default: 'false', written: 'once' }),
    redacted: flag(),
    created_at: time(),
  },
  elsewhere: { start: 'start_offset', end: 'end_offset' },
  writtenElsewhere: { allow_unverified: 'not stored' },
})

export type NewQuote = RowToInsert<typeof quoteTable>

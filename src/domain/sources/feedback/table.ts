import type { Static } from 'typebox'
import type { Feedback, FeedbackInput } from '#contract/resources/feedback.ts'
import { bytes, double, jsonb, searchVector, text, texts, time, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RecordOf } from '#store/table/record-writes.ts'
import type { CustomFieldValue } from '#vocabulary/custom-fields.ts'

type Resource = Static<typeof Feedback>
type Input = Static<typeof FeedbackInput>
type StateField = 'status' | 'skip_reason' | 'duplicate_of_id' | 'language' | 'updated_at'

const inState = 'feedback_state'
const ofRating = 'rating_value, rating_min and rating_max'
const rating = { nullable: true, internal: true, written: 'replaced' } as const

/** What was said. */
export const feedbackTable = defineTable<Resource, Input>()('feedback', {
  columns: {
    id: uuid({ written: 'once' }),
    source: text({ erasure: 'fixed', written: 'once' }),
    source_type: text({ erasure: 'fixed', written: 'replaced' }),
    title: text({ nullable: true, erasure: 'words', written: 'replaced' }),
    /** Interviews can hold megabytes, of which lists show the beginning. */
    content: text({ erasure: 'words', written: 'replaced', detail: true }),
    contact_id: uuid({ nullable: true, written: 'replaced' }),
    url: text({ nullable: true, erasure: 'url', written: 'replaced' }),
    occurred_at: time({ default: 'now()', written: 'replaced' }),
    created_at: time(),
    deleted_at: time({ nullable: true, internal: true }),
    external_id: text({ nullable: true, erasure: 'references', written: 'once' }),
    rating_value: double(rating),
    rating_min: double(rating),
    rating_max: double(rating),
    tags: texts({ erasure: 'words', written: 'replaced' }),
    metadata: jsonb<Record<string, unknown>>()({ erasure: 'words', written: 'replaced' }),
    batch_id: uuid({ nullable: true, written: 'once' }),
    integration_id: uuid({ nullable: true }),
    csv_upload_id: uuid({ nullable: true, written: 'once' }),
    content_hash: bytes({ nullable: true, internal: true, erasure: 'cleared', written: 'always' }),
    search_vector: searchVector(),
    document: text({ erasure: 'computed', internal: true }),
    custom_fields: jsonb<Record<string, CustomFieldValue>>()({ erasure: 'words', written: 'keys' }),
  },
  elsewhere: {
    status: inState,
    skip_reason: inState,
    duplicate_of_id: inState,
    language: inState,
    updated_at: inState,
    rating: ofRating,
    contact: 'contact',
    insight_count: 'counted in insight',
  },
  writtenElsewhere: {
    language: inState,
    analyze: 'status and skip_reason in feedback_state',
    rating: ofRating,
    contact: 'contact',
    dedupe: 'not stored',
  },
  storedDocument: [
    'id',
    'external_id',
    'source',
    'source_type',
    'title',
    'contact_id',
    'url',
    'tags',
    'rating_value',
    'rating_min',
    'rating_max',
    'batch_id',
    'integration_id',
    'csv_upload_id',
    'occurred_at',
    'created_at',
  ],
  views: {
    feedback_item: `
      select f.*, s.status, s.skip_reason, s.duplicate_of_id, s.language, s.updated_at
      from feedback f join feedback_state s on s.org_id = f.org_id and s.feedback_id = f.id`,
  },
})

/** What needs an analysis gets the status of the row: queued again, or skipped. */
const ofAnalysis = <const Name extends string>(name: Name) =>
  ({
    erasure: 'fixed',
    written: 'always',
    next: `case when x.needs_analysis then x.${name} else s.${name} end`,
  }) as const

/** How far its analysis is; changed by each step, so apart from what was said. */
export const feedbackStateTable = defineTable<Pick<Resource, StateField>, Pick<Input, 'language'>>()('feedback_state', {
  columns: {
    feedback_id: uuid({ internal: true, written: 'once' }),
    /** Shown as `analyzing` while a job has claimed it. */
    status: text({ ...ofAnalysis('status'), detail: true }),
    skip_reason: text({ ...ofAnalysis('skip_reason'), nullable: true }),
    duplicate_of_id: uuid({ nullable: true }),
    language: text({ nullable: true, erasure: 'fixed', written: 'replaced' }),
    updated_at: time(),
  },
  elsewhere: {},
  writtenElsewhere: {},
  storedDocument: [],
})

type NewState = Omit<RecordOf<typeof feedbackStateTable>, 'feedback_id'>
/** A row to insert; in an update, null keeps the stored value. */
export type NewFeedback = RecordOf<typeof feedbackTable> & NewState & { content_hash: string }

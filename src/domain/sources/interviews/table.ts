import type { Static } from 'typebox'
import type { Interview, TranscriptSegment } from '#contract/resources/interview-shapes.ts'
import type { interviews } from '#contract/resources/interviews.ts'
import { bigint, date, flag, integer, jsonb, text, texts, uuid } from '#store/table/columns.ts'
import { defineTable } from '#store/table/define.ts'
import type { RowToInsert } from '#store/table/insert-row.ts'
import type { RecordOf } from '#store/table/record-writes.ts'
import type { Participant } from './compose.ts'

type Input = Static<(typeof interviews.createInterview)['body']>

/** Version 0.1 stored `confirmed` as `told`. */
export type StoredParticipant = Omit<Participant, 'confirmed'> & { confirmed?: boolean; told?: boolean }

const inFeedback = 'feedback'
const inState = 'feedback_state'

/** What an interview has beside its feedback, which has the same id. */
export const interviewTable = defineTable<Static<typeof Interview>, Input>()('interview', {
  columns: {
    id: uuid({ written: 'once' }),
    interview_date: date({ written: 'replaced' }),
    participants: jsonb<StoredParticipant[]>()({
      default: "'[]'",
      erasure: 'cleared',
      written: 'replaced',
      converted: true,
    }),
    role_guessed: flag({ written: 'replaced' }),
    interviewer_ids: texts({ erasure: 'fixed', written: 'replaced' }),
    transcript_format: text({ nullable: true, erasure: 'fixed', written: 'replaced' }),
    duration_seconds: integer({ nullable: true, written: 'replaced' }),
    word_count: integer({ written: 'replaced' }),
    segment_count: integer({ written: 'replaced' }),
    summary: text({ nullable: true, erasure: 'generated' }),
  },
  elsewhere: {
    feedback_id: 'id',
    title: inFeedback,
    contact_id: inFeedback,
    contact: 'contact',
    tags: inFeedback,
    recording_url: 'url in feedback',
    source: inFeedback,
    external_id: inFeedback,
    created_at: inFeedback,
    updated_at: inState,
    language: inState,
    status: 'status in feedback_state',
    error_code: 'status in feedback_state',
    insight_count: 'counted in insight',
  },
  writtenElsewhere: {
    title: inFeedback,
    contact_id: inFeedback,
    contact: 'contact',
    tags: inFeedback,
    recording_url: 'url in feedback',
    source: inFeedback,
    external_id: inFeedback,
    language: inState,
    analyze: 'status in feedback_state',
    transcript: 'interview_segment',
    segments: 'interview_segment',
  },
})

export type NewInterview = RowToInsert<typeof interviewTable>

export const transcriptSegmentTable = defineTable<Static<typeof TranscriptSegment>>()('interview_segment', {
  columns: {
    interview_id: uuid({ internal: true }),
    position: integer({ internal: true, written: 'once' }),
    speaker: text({ nullable: true, erasure: 'cleared', written: 'replaced' }),
    start_ms: bigint({ nullable: true, written: 'replaced' }),
    end_ms: bigint({ nullable: true, written: 'replaced' }),
    text: text({ erasure: 'words', written: 'replaced' }),
  },
  elsewhere: { index: 'position', role: 'participants in interview' },
  writtenElsewhere: {},
})

export type NewTranscriptSegment = RecordOf<typeof transcriptSegmentTable>

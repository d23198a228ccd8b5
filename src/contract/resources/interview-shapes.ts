import Type from 'typebox'
import { ContactInput, Language } from './contacts.ts'
import { Url } from './feedback.ts'
import { ContactRef, Id, UserId } from '#contract/core/ids.ts'
import { closed, Count, nullable, oneOf, withDefault, withoutExample } from '#contract/core/shapes.ts'
import { FilledText, Name, Tags, Text } from '#contract/core/texts.ts'
import { Day, Time } from '#contract/core/times.ts'

export const InterviewStatus = oneOf('processing', 'ready', 'failed')
const Role = oneOf('customer', 'interviewer', 'other')
const formats = ['vtt', 'srt', 'google_meet', 'otter', 'zoom', 'lookback', 'plain'] as const
const Format = oneOf(...formats)
const Milliseconds = nullable(Type.Integer({ minimum: 0, maximum: 4e9, examples: [61_000] }))
export const Speaker = Name('Ana Lima', 80)
const megabyte = 1024 * 1024
const exampleText = 'Mia Koch: How do you export today?\n\nAna Lima: By hand, every Friday, and it takes me an hour.'
export const exampleTranscript = { format: 'auto', text: exampleText }
/** Larger than the text limit, because JSON escaping adds to the size. */
export const bodyLimit = 5 * megabyte

export const TranscriptSegment = Type.Object(
  {
    index: Count,
    speaker: nullable(Type.String({ examples: ['Ana Lima'] })),
    role: Role,
    start_ms: Milliseconds,
    end_ms: Milliseconds,
    text: Type.String({ examples: ['By hand, every Friday, and it takes me an hour.'] }),
  },
  { ...closed, $id: 'TranscriptSegment' },
)

const Participant = Type.Object(
  {
    speaker: Type.String({ examples: ['Ana Lima'] }),
    role: Role,
    name: Type.String({ examples: ['Ana Lima'] }),
    contact_id: nullable(Id),
  },
  { ...closed, $id: 'InterviewParticipant' },
)

export const Interview = Type.Object(
  {
    id: Id,
    feedback_id: Id,
    title: Type.String({ examples: ['Call with Ana Lima'] }),
    interview_date: Day,
    status: InterviewStatus,
    error_code: nullable(Type.String({ examples: ['ANALYSIS_FAILED'] })),
    contact_id: nullable(Id),
    contact: nullable(ContactRef),
    participants: Type.Array(Participant),
    role_guessed: Type.Boolean({
      description: 'The customer was not specified; the most frequent speaker after the first is assumed.',
    }),
    interviewer_ids: Type.Array(UserId),
    transcript_format: nullable(Format),
    language: nullable(Type.String({ examples: ['en'] })),
    duration_seconds: nullable(Count),
    word_count: Count,
    segment_count: Count,
    insight_count: Count,
    summary: nullable(Type.String({ examples: ['Ana exports by hand and waits for a schedule.'] })),
    tags: Type.Array(Type.String({ examples: ['export'] })),
    recording_url: nullable(Type.String({ examples: ['https://example.com/recordings/1'] })),
    source: Type.String({ examples: ['interview'] }),
    external_id: nullable(Type.String({ examples: ['call-1717'] })),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Interview' },
)
export const InterviewJobId = nullable(Id)
export const WrittenInterview = Type.Object(
  { ...Interview.properties, job_id: InterviewJobId },
  { ...closed, $id: 'StoredInterview' },
)

export const TranscriptInput = Type.Object(
  {
    format: withDefault(oneOf('auto', ...formats), 'auto'),
    text: Text(exampleText, 2 * megabyte, 1),
  },
  { ...closed, examples: [exampleTranscript] },
)
const SegmentInput = Type.Object(
  {
    speaker: Type.Optional(nullable(Speaker)),
    role: Type.Optional(Role),
    start_ms: Type.Optional(Milliseconds),
    end_ms: Type.Optional(Milliseconds),
    text: FilledText('By hand, every Friday.', 50_000),
  },
  closed,
)
const SegmentsInput = Type.Array(SegmentInput, {
  minItems: 1,
  maxItems: 20_000,
  examples: [[{ speaker: 'Ana Lima', text: 'By hand, every Friday.' }]],
})
const ParticipantInput = Type.Object(
  {
    speaker: Speaker,
    role: Type.Optional(Role),
    name: Type.Optional({
      ...Name('Ana Lima', 80),
      description: 'Renames the speaker in the whole transcript.',
    }),
    contact_id: Type.Optional(nullable(Id)),
  },
  closed,
)

export const interviewTitle = Name('Call with Ana Lima')
export const optionalFields = {
  contact_id: withoutExample(nullable(Id)),
  contact: ContactInput,
  participants: Type.Array(ParticipantInput, {
    maxItems: 100,
    examples: [[{ speaker: 'Ana Lima', role: 'customer' }]],
  }),
  interviewer_ids: Type.Array(UserId, { maxItems: 20, uniqueItems: true, examples: [[]] }),
  tags: Tags,
  recording_url: nullable(Url),
  language: nullable(Language),
}
export const transcript = { transcript: Type.Optional(TranscriptInput), segments: Type.Optional(SegmentsInput) }
export const textOrSegments = {
  anyOf: ['transcript', 'segments'].map((name) => ({ properties: { [name]: {} }, required: [name] })),
}

export const segmentParams = Type.Object(
  { interviewId: Id, index: Type.String({ pattern: '^(0|[1-9][0-9]{0,5})$', examples: ['0'] }) },
  closed,
)

export const InterviewPreview = Type.Object(
  {
    format: Format,
    title: nullable(Type.String({ examples: ['Call with Ana Lima'], description: 'From the lines above the speech.' })),
    interview_date: nullable(
      Type.String({ format: 'date', examples: ['2026-05-02'], description: 'From the lines above the speech.' }),
    ),
    segment_count: Count,
    word_count: Count,
    duration_seconds: nullable(Count),
    role_guessed: Type.Boolean(),
    speakers: Type.Array(
      Type.Object(
        {
          speaker: nullable(Type.String({ examples: ['Ana Lima'] })),
          role: Role,
          segment_count: Count,
          word_count: Count,
        },
        closed,
      ),
    ),
    segments: Type.Array(TranscriptSegment, { description: 'The first 50.' }),
  },
  { ...closed, $id: 'TranscriptPreview' },
)

import Type from 'typebox'
import { ContactInput, Language } from './contacts.ts'
import { Source, Url } from './feedback.ts'
import { InsightFilters, InsightListItem } from './insights.ts'
import { routes } from '#contract/core/route.ts'
import {
  closed,
  Count,
  Day,
  Deleted,
  Id,
  Name,
  nullable,
  oneOf,
  orTombstone,
  page,
  PageQuery,
  Pagination,
  several,
  Tag,
  Tags,
  Text,
  Time,
  UserId,
  When,
  withDefault,
} from '#contract/core/shapes.ts'

export const InterviewStatus = oneOf('processing', 'ready', 'failed')
const Role = oneOf('customer', 'interviewer', 'other')
const formats = ['vtt', 'srt', 'google_meet', 'otter', 'zoom', 'lookback', 'plain'] as const
const Format = oneOf(...formats)
const Moment = nullable(Type.Integer({ minimum: 0, maximum: 4e9, examples: [61_000] }))
const Speaker = Name('Ana Lima', 80)
const megabyte = 1024 * 1024
const exampleText = 'Mia Koch: How do you export today?\n\nAna Lima: By hand, every Friday, and it takes me an hour.'
const exampleTranscript = { format: 'auto', text: exampleText }
/** Escaped as JSON, two megabytes of text may take more. */
const bodyLimit = 5 * megabyte

export const Segment = Type.Object(
  {
    index: Count,
    speaker: nullable(Type.String({ examples: ['Ana Lima'] })),
    role: Role,
    start_ms: Moment,
    end_ms: Moment,
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
    contact: nullable(
      Type.Object(
        {
          id: Id,
          name: nullable(Type.String({ examples: ['Ana Lima'] })),
          email: nullable(Type.String({ examples: ['ana@example.com'] })),
        },
        closed,
      ),
    ),
    participants: Type.Array(Participant),
    role_guessed: Type.Boolean({
      description: 'Nobody said who the customer is; the most frequent speaker but the first is taken for them.',
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
const job_id = nullable(Id)
const Stored = Type.Object({ ...Interview.properties, job_id }, { ...closed, $id: 'StoredInterview' })

const TranscriptInput = Type.Object(
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
    start_ms: Type.Optional(Moment),
    end_ms: Type.Optional(Moment),
    text: Text('By hand, every Friday.', 50_000, 1),
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
      description: 'Another name renames the speaker in the whole transcript.',
    }),
    contact_id: Type.Optional(nullable(Id)),
  },
  closed,
)

const title = Name('Call with Ana Lima')
const optional = {
  contact_id: nullable(Id),
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
const transcript = { transcript: Type.Optional(TranscriptInput), segments: Type.Optional(SegmentsInput) }
const eitherWay = {
  anyOf: ['transcript', 'segments'].map((name) => ({ properties: { [name]: {} }, required: [name] })),
}

const interviewId = Type.Object({ interviewId: Id }, closed)
const segmentPlace = Type.Object(
  { interviewId: Id, index: Type.String({ pattern: '^(0|[1-9][0-9]{0,5})$', examples: ['0'] }) },
  closed,
)

const Preview = Type.Object(
  {
    format: Format,
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
    segments: Type.Array(Segment, { description: 'The first 50.' }),
  },
  { ...closed, $id: 'TranscriptPreview' },
)

export const interviews = routes({
  listInterviews: {
    method: 'GET',
    path: '/interviews',
    summary: 'List interviews, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(several(InterviewStatus)),
        contact_id: Type.Optional(Id),
        segment_id: Type.Optional(Id),
        source: Type.Optional(several(Source)),
        tag: Type.Optional(several(Tag)),
        q: Type.Optional(Text('export', 200, 2)),
        interview_after: Type.Optional(When),
        interview_before: Type.Optional(When),
        created_after: Type.Optional(When),
        created_before: Type.Optional(When),
        updated_since: Type.Optional(When),
        include_deleted: Type.Optional(Type.Boolean()),
        sort: Type.Optional(oneOf('-created_at', 'created_at', '-interview_date', 'interview_date')),
      },
      closed,
    ),
    result: page(orTombstone(Interview)),
  },
  getInterview: {
    method: 'GET',
    path: '/interviews/{interviewId}',
    summary: 'Read one interview',
    params: interviewId,
    result: Interview,
  },
  createInterview: {
    method: 'POST',
    path: '/interviews',
    summary: 'Send an interview with its transcript',
    status: 202,
    also: 201,
    bodyLimit,
    description:
      'The transcript as text in one of the formats, or as segments. 202 while it is analyzed, 201 when nobody asked for that.',
    body: Type.Object(
      {
        title,
        interview_date: Day,
        ...transcript,
        ...Type.Partial(Type.Object(optional)).properties,
        source: withDefault(Source, 'interview'),
        external_id: Type.Optional(Name('call-1717', 200)),
        analyze: withDefault(Type.Boolean({ description: 'False keeps the interview out of the analysis.' }), true),
      },
      {
        ...closed,
        ...eitherWay,
        examples: [
          {
            title: 'Call with Ana Lima',
            interview_date: '2026-05-02',
            source: 'interview',
            analyze: true,
            transcript: exampleTranscript,
          },
        ],
      },
    ),
    result: Stored,
    errors: ['DUPLICATE'],
  },
  parseTranscript: {
    method: 'POST',
    path: '/interviews/parse',
    summary: 'See how a transcript would be read; nothing is stored',
    bodyLimit,
    body: Type.Object(TranscriptInput.properties, closed),
    result: Preview,
  },
  updateInterview: {
    method: 'PATCH',
    path: '/interviews/{interviewId}',
    summary: 'Change an interview; another name renames a speaker everywhere',
    params: interviewId,
    body: Type.Partial(Type.Object({ title, interview_date: Day, ...optional }), { ...closed, minProperties: 1 }),
    result: Interview,
  },
  deleteInterview: {
    method: 'DELETE',
    path: '/interviews/{interviewId}',
    summary: 'Delete an interview; what the machine found in it alone goes with it',
    params: interviewId,
    result: Deleted,
  },
  getTranscript: {
    method: 'GET',
    path: '/interviews/{interviewId}/transcript',
    summary: 'Read the transcript of an interview',
    params: interviewId,
    query: Type.Object({ ...PageQuery, format: withDefault(oneOf('json', 'vtt', 'txt'), 'json') }, closed),
    result: Type.Object(
      {
        format: oneOf('json', 'vtt', 'txt'),
        data: Type.Array(Segment),
        pagination: Pagination,
        content: nullable(Type.String({ description: 'The whole of it, for vtt and txt.', examples: ['WEBVTT'] })),
      },
      closed,
    ),
  },
  replaceTranscript: {
    method: 'PATCH',
    path: '/interviews/{interviewId}/transcript',
    summary: 'Replace the transcript of an interview; it is analyzed again',
    params: interviewId,
    bodyLimit,
    body: Type.Object(transcript, { ...closed, ...eitherWay, examples: [{ transcript: exampleTranscript }] }),
    result: Stored,
  },
  updateTranscriptSegment: {
    method: 'PATCH',
    path: '/interviews/{interviewId}/transcript/segments/{index}',
    summary: 'Correct one segment of a transcript',
    params: segmentPlace,
    body: Type.Partial(Type.Object({ speaker: nullable(Speaker), text: Text('By hand, every Monday.', 50_000, 1) }), {
      ...closed,
      minProperties: 1,
    }),
    result: Segment,
  },
  listInterviewInsights: {
    method: 'GET',
    path: '/interviews/{interviewId}/insights',
    summary: 'List what was found in an interview',
    params: interviewId,
    query: Type.Object(InsightFilters, closed),
    result: page(orTombstone(InsightListItem)),
  },
  analyzeInterview: {
    method: 'POST',
    path: '/interviews/{interviewId}/analyze',
    summary: 'Analyze an interview again',
    status: 202,
    params: interviewId,
    result: Type.Object({ interview_id: Id, job_id, status: InterviewStatus }, closed),
  },
})

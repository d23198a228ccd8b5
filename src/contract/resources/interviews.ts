import Type from 'typebox'
import { Source } from './feedback.ts'
import { InsightFilters } from './insight-filters.ts'
import { InsightListItem } from './insights.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, Id, pathIds } from '#contract/core/ids.ts'
import { deltaFilters, orTombstone, page, PageQuery, Pagination } from '#contract/core/pages.ts'
import { anyOfFields, closed, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { FilledText, Name, Tag, Text } from '#contract/core/texts.ts'
import { createdRange, Day, When } from '#contract/core/times.ts'
import {
  InterviewStatus,
  Speaker,
  exampleTranscript,
  bodyLimit,
  TranscriptSegment,
  Interview,
  InterviewJobId,
  WrittenInterview,
  TranscriptInput,
  interviewTitle,
  optionalFields,
  transcript,
  textOrSegments,
  segmentParams,
  InterviewPreview,
} from './interview-shapes.ts'

export const interviews = defineRoutes({
  listInterviews: {
    method: 'GET',
    path: '/interviews',
    summary: 'List interviews, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(multiValue(InterviewStatus)),
        contact_id: Type.Optional(Id),
        segment_id: Type.Optional(Id),
        source: Type.Optional(multiValue(Source)),
        tag: Type.Optional(multiValue(Tag)),
        q: Type.Optional(Text('export', 200, 2)),
        interview_after: Type.Optional(When),
        interview_before: Type.Optional(When),
        ...createdRange,
        ...deltaFilters,
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
    params: pathIds('interviewId'),
    result: Interview,
  },
  createInterview: {
    method: 'POST',
    effect: 'adds',
    path: '/interviews',
    summary: 'Send an interview with its transcript',
    status: 202,
    alternateStatus: 201,
    bodyLimit,
    description: 'The transcript as text in one of the formats, or as segments. 202 if it is analyzed, 201 if not.',
    body: Type.Object(
      {
        title: interviewTitle,
        interview_date: Day,
        ...transcript,
        ...Type.Partial(Type.Object(optionalFields)).properties,
        source: withDefault(Source, 'interview'),
        external_id: Type.Optional(Name('call-1717', 200)),
        analyze: withDefault(Type.Boolean({ description: 'False excludes the interview from the analysis.' }), true),
      },
      {
        ...closed,
        ...textOrSegments,
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
    result: WrittenInterview,
    errors: ['DUPLICATE'],
  },
  parseTranscript: {
    method: 'POST',
    effect: 'none',
    path: '/interviews/parse',
    summary: 'See how a transcript would be read; nothing is stored',
    bodyLimit,
    body: Type.Object(TranscriptInput.properties, closed),
    result: InterviewPreview,
  },
  updateInterview: {
    method: 'PATCH',
    effect: 'updates',
    path: '/interviews/{interviewId}',
    summary: 'Change an interview; another name renames a speaker everywhere',
    params: pathIds('interviewId'),
    body: anyOfFields({ title: interviewTitle, interview_date: Day, ...optionalFields }),
    result: Interview,
  },
  deleteInterview: {
    method: 'DELETE',
    path: '/interviews/{interviewId}',
    summary: 'Delete an interview; what the machine found in it alone goes with it',
    params: pathIds('interviewId'),
    result: Deleted,
  },
  getTranscript: {
    method: 'GET',
    path: '/interviews/{interviewId}/transcript',
    summary: 'Read the transcript of an interview',
    params: pathIds('interviewId'),
    query: Type.Object({ ...PageQuery, format: withDefault(oneOf('json', 'vtt', 'txt'), 'json') }, closed),
    result: Type.Object(
      {
        format: oneOf('json', 'vtt', 'txt'),
        data: Type.Array(TranscriptSegment),
        pagination: Pagination,
        content: nullable(Type.String({ description: 'The whole of it, for vtt and txt.', examples: ['WEBVTT'] })),
      },
      closed,
    ),
  },
  replaceTranscript: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/interviews/{interviewId}/transcript',
    summary: 'Replace the transcript of an interview; it is analyzed again',
    params: pathIds('interviewId'),
    bodyLimit,
    body: Type.Object(transcript, { ...closed, ...textOrSegments, examples: [{ transcript: exampleTranscript }] }),
    result: WrittenInterview,
  },
  updateTranscriptSegment: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/interviews/{interviewId}/transcript/segments/{index}',
    summary: 'Correct one segment of a transcript',
    params: segmentParams,
    body: anyOfFields({ speaker: nullable(Speaker), text: FilledText('By hand, every Monday.', 50_000) }),
    result: TranscriptSegment,
  },
  listInterviewInsights: {
    method: 'GET',
    path: '/interviews/{interviewId}/insights',
    summary: 'List what was found in an interview',
    params: pathIds('interviewId'),
    query: Type.Object(InsightFilters, closed),
    result: page(orTombstone(InsightListItem)),
  },
  analyzeInterview: {
    method: 'POST',
    effect: 'overwrites',
    path: '/interviews/{interviewId}/analyze',
    summary: 'Analyze an interview again',
    status: 202,
    params: pathIds('interviewId'),
    result: Type.Object({ interview_id: Id, job_id: InterviewJobId, status: InterviewStatus }, closed),
  },
})

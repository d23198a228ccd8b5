import Type from 'typebox'
import { routes } from '#contract/core/route.ts'
import { RowError, rows, RowStatus, RowSummary } from '#contract/core/batch-rows.ts'
import {
  closed,
  Count,
  Deleted,
  Id,
  nullable,
  oneOf,
  orTombstone,
  page,
  PageQuery,
  Text,
  When,
  withDefault,
} from '#contract/core/shapes.ts'
import { Slug } from './surveys.ts'
import {
  SurveyResponse,
  WrittenResponse,
  response,
  backfill,
  ResponseInput,
  QuestionSummary,
  submittedRange,
  surveyId,
  responseId,
  Definition,
  ResponseFile,
} from './survey-response-shapes.ts'

export const surveyResponses = routes({
  listSurveyResponses: {
    method: 'GET',
    path: '/surveys/{surveyId}/responses',
    summary: 'List the responses to a survey, newest first',
    params: surveyId,
    query: Type.Object(
      {
        ...PageQuery,
        completed: Type.Optional(Type.Boolean()),
        contact_id: Type.Optional(Id),
        ...submittedRange,
        question_key: Type.Optional({
          ...Slug,
          description: 'Responses that answered this question, or with value those with this answer.',
        }),
        value: Type.Optional(Text('5', 200, 1)),
        created_after: Type.Optional(When),
        created_before: Type.Optional(When),
        updated_since: Type.Optional(When),
        include_deleted: Type.Optional(Type.Boolean()),
        sort: Type.Optional(oneOf('-created_at', 'created_at', '-submitted_at', 'submitted_at')),
      },
      closed,
    ),
    result: page(orTombstone(SurveyResponse)),
  },
  getSurveyResponse: {
    method: 'GET',
    path: '/surveys/{surveyId}/responses/{responseId}',
    summary: 'Read one response',
    params: responseId,
    result: SurveyResponse,
  },
  createSurveyResponse: {
    method: 'POST',
    effect: 'overwrites',
    path: '/surveys/{surveyId}/responses',
    summary: 'Answer a survey',
    status: 201,
    alternateStatus: 200,
    params: surveyId,
    description:
      'A repeated external_id updates the response answer by answer, or leaves it unchanged. Open text becomes ' +
      'feedback, an NPS answer an NPS response.',
    body: Type.Object({ ...response, backfill }, closed),
    result: WrittenResponse,
    errors: ['INVALID_STATE'],
  },
  bulkSurveyResponses: {
    method: 'POST',
    effect: 'overwrites',
    path: '/surveys/{surveyId}/responses/bulk',
    summary: 'Send up to 500 responses, row by row',
    rate: 'bulk',
    bodyLimit: 5 * 1024 * 1024,
    params: surveyId,
    body: Type.Object({ items: rows(ResponseInput, 500), backfill }, closed),
    result: Type.Object(
      {
        job_id: nullable(Id),
        summary: RowSummary,
        results: Type.Array(
          Type.Object(
            {
              index: Count,
              status: RowStatus,
              id: nullable(Id),
              external_id: nullable(Type.String({ examples: ['r-1'] })),
              error: nullable(RowError),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
    errors: ['INVALID_STATE'],
  },
  deleteSurveyResponse: {
    method: 'DELETE',
    path: '/surveys/{surveyId}/responses/{responseId}',
    summary: 'Delete a response with the feedback it became',
    params: responseId,
    result: Deleted,
  },
  summarizeSurvey: {
    method: 'GET',
    path: '/surveys/{surveyId}/summary',
    replica: true,
    summary: 'What was answered, question by question',
    params: surveyId,
    query: Type.Object(submittedRange, closed),
    result: Type.Object(
      {
        survey_id: Id,
        response_count: Count,
        completed_count: Count,
        completion_rate: nullable(Type.Number({ minimum: 0, maximum: 1 })),
        questions: Type.Array(QuestionSummary),
      },
      closed,
    ),
  },
  exportSurvey: {
    method: 'GET',
    path: '/surveys/{surveyId}/export',
    replica: true,
    audit: 'ids',
    summary: 'Export a survey: its definition as JSON, its responses as CSV',
    rate: 'bulk',
    params: surveyId,
    description:
      'The JSON format can be posted to /surveys. The CSV format contains up to 5,000 responses, oldest first; ' +
      'continue with next_after.',
    query: Type.Object(
      {
        format: withDefault(oneOf('json', 'csv'), 'json'),
        after: Type.Optional({ ...Id, description: 'next_after of the previous file.' }),
      },
      closed,
    ),
    result: Type.Union([Definition, ResponseFile]),
    produces: ['text/csv'],
  },
})

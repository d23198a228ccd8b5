import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { bulkRequest, RowResults, rows, RowSummary } from '#contract/core/batch-rows.ts'
import { Deleted, Id, pathIds } from '#contract/core/ids.ts'
import { deltaFilters, orTombstone, page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Text } from '#contract/core/texts.ts'
import { createdRange } from '#contract/core/times.ts'
import { Slug } from './surveys.ts'
import {
  SurveyResponse,
  WrittenResponse,
  response,
  backfill,
  ResponseInput,
  QuestionSummary,
  submittedRange,
  Definition,
  ResponseFile,
} from './survey-response-shapes.ts'

export const surveyResponses = defineRoutes({
  listSurveyResponses: {
    method: 'GET',
    path: '/surveys/{surveyId}/responses',
    summary: 'List the responses to a survey, newest first',
    params: pathIds('surveyId'),
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
        ...createdRange,
        ...deltaFilters,
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
    params: pathIds('surveyId', 'responseId'),
    result: SurveyResponse,
  },
  createSurveyResponse: {
    method: 'POST',
    effect: 'overwrites',
    path: '/surveys/{surveyId}/responses',
    summary: 'Answer a survey',
    status: 201,
    alternateStatus: 200,
    params: pathIds('surveyId'),
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
    ...bulkRequest,
    params: pathIds('surveyId'),
    body: Type.Object({ items: rows(ResponseInput, 500), backfill }, closed),
    result: Type.Object(
      {
        job_id: nullable(Id),
        summary: RowSummary,
        results: RowResults({ external_id: nullable(Type.String({ examples: ['r-1'] })) }),
      },
      closed,
    ),
    errors: ['INVALID_STATE'],
  },
  deleteSurveyResponse: {
    method: 'DELETE',
    path: '/surveys/{surveyId}/responses/{responseId}',
    summary: 'Delete a response with the feedback it became',
    params: pathIds('surveyId', 'responseId'),
    result: Deleted,
  },
  summarizeSurvey: {
    method: 'GET',
    path: '/surveys/{surveyId}/summary',
    replica: true,
    summary: 'What was answered, question by question',
    params: pathIds('surveyId'),
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
    params: pathIds('surveyId'),
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

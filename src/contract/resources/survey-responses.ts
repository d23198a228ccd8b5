import Type from 'typebox'
import { ContactInput, Language } from './contacts.ts'
import { npsSummary } from './nps.ts'
import { routes } from '#contract/core/route.ts'
import { Metadata, RowError, rows, RowStatus, RowSummary } from '#contract/core/batch-rows.ts'
import {
  closed,
  Color,
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
  Text,
  Time,
  When,
  withDefault,
} from '#contract/core/shapes.ts'
import { QuestionInput, QuestionType, Slug, SurveyInput } from './surveys.ts'

export type AnswerValue = string | number | boolean | string[] | null
const free = Type.Record(Type.String(), Type.Unknown(), { examples: [{ page: '/pricing' }] })
const Value = Type.Unsafe<AnswerValue>({
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' } },
    { type: 'null' },
  ],
  examples: ['The export'],
  description:
    'Text, a number, a boolean, a day, the label of an option or the labels of several, by the type of the question.',
})
const optionIds = Type.Array(Type.String({ examples: ['speed'] }), { examples: [[]] })

export const SurveyResponse = Type.Object(
  {
    id: Id,
    survey_id: Id,
    external_id: nullable(Type.String({ examples: ['r-1'] })),
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
    completed: Type.Boolean(),
    submitted_at: Time,
    language: nullable(Type.String({ examples: ['en'] })),
    answers: Type.Array(
      Type.Object(
        {
          question_id: Id,
          key: Type.String({ examples: ['improve'] }),
          value: Value,
          option_ids: optionIds,
          feedback_id: nullable(Id),
        },
        closed,
      ),
    ),
    metadata: free,
    insight_count: Count,
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'SurveyResponse' },
)
const Answered = Type.Object(
  { ...SurveyResponse.properties, result: oneOf('created', 'updated', 'unchanged') },
  { ...closed, $id: 'StoredSurveyResponse' },
)

const AnswerInput = Type.Object(
  {
    question_id: Type.Optional(Id),
    key: Type.Optional(Slug),
    value: Type.Optional(
      Type.Unsafe<AnswerValue>({
        anyOf: [
          Text('The export', 50_000),
          { type: 'number', minimum: -1e15, maximum: 1e15 },
          { type: 'boolean' },
          { type: 'array', items: Text('Speed', 200), maxItems: 100 },
          { type: 'null' },
        ],
        examples: ['The export'],
      }),
    ),
    option_ids: Type.Optional(Type.Array(Slug, { maxItems: 100, uniqueItems: true, examples: [['speed']] })),
  },
  closed,
)
const response = {
  answers: Type.Array(AnswerInput, { maxItems: 200, examples: [[]] }),
  external_id: Type.Optional(Name('r-1', 200)),
  contact_id: Type.Optional(nullable(Id)),
  contact: Type.Optional(ContactInput),
  completed: withDefault(
    Type.Boolean({ description: 'False for somebody who stopped half way: required questions may be missing.' }),
    true,
  ),
  submitted_at: Type.Optional(Time),
  language: Type.Optional(Language),
  metadata: Type.Optional(Metadata(free)),
}
const backfill = withDefault(
  Type.Boolean({
    description: 'Takes responses also while the survey is not open: those collected earlier or elsewhere.',
  }),
  false,
)
export const ResponseInput = Type.Object(response, closed)

const number = Type.Number({ examples: [4.2] })
const pct = Type.Number({ minimum: 0, maximum: 100, examples: [62.5] })
const NpsBlock = Type.Object(npsSummary, closed)
const QuestionSummary = Type.Object(
  {
    question_id: Id,
    key: Type.String({ examples: ['improve'] }),
    type: QuestionType,
    text: Type.String({ examples: ['What should we improve?'] }),
    answered: Count,
    skipped: Count,
    options: nullable(
      Type.Array(
        Type.Object(
          { id: Type.String({ examples: ['speed'] }), label: Type.String({ examples: ['Speed'] }), count: Count, pct },
          closed,
        ),
      ),
    ),
    mean: nullable(number),
    median: nullable(number),
    min: nullable(number),
    max: nullable(number),
    distribution: nullable(Type.Array(Type.Object({ value: number, count: Count, pct }, closed))),
    nps: nullable(NpsBlock),
    earliest: nullable(Day),
    latest: nullable(Day),
    top_themes: nullable(
      Type.Array(
        Type.Object({ id: Id, name: Type.String({ examples: ['Export'] }), color: Color, count: Count }, closed),
      ),
    ),
  },
  { ...closed, $id: 'SurveyQuestionSummary' },
)

const submitted = {
  submitted_after: Type.Optional(When),
  submitted_before: Type.Optional(When),
  segment_id: Type.Optional(Id),
}
const surveyId = Type.Object({ surveyId: Id }, closed)
const responseId = Type.Object({ surveyId: Id, responseId: Id }, closed)

const Definition = Type.Object(
  {
    ...SurveyInput.properties,
    questions: Type.Array(QuestionInput),
  },
  { ...closed, $id: 'SurveyDefinition' },
)
const ResponseFile = Type.Object(
  {
    file_name: Type.String({ examples: ['how-is-it-going.csv'] }),
    content: Type.String({ examples: ['response_id,submitted_at,completed,email,improve'] }),
    row_count: Count,
    next_after: nullable(Id),
  },
  { ...closed, $id: 'SurveyResponseFile' },
)

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
        ...submitted,
        question_key: Type.Optional({
          ...Slug,
          description: 'Those who answered this question, or with value those who answered so.',
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
    path: '/surveys/{surveyId}/responses',
    summary: 'Answer a survey',
    status: 201,
    also: 200,
    params: surveyId,
    description:
      'The same external_id again updates the response answer by answer, or leaves it unchanged. Open text becomes feedback, an NPS answer an NPS response.',
    body: Type.Object({ ...response, backfill }, closed),
    result: Answered,
    errors: ['INVALID_STATE'],
  },
  bulkSurveyResponses: {
    method: 'POST',
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
    summary: 'What was answered, question by question',
    params: surveyId,
    query: Type.Object(submitted, closed),
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
    summary: 'Export a survey: its definition as JSON, its responses as CSV',
    rate: 'bulk',
    params: surveyId,
    description:
      'The JSON form can be posted to /surveys as it is. The CSV form holds up to 5,000 responses, oldest first; next_after leads on.',
    query: Type.Object(
      {
        format: withDefault(oneOf('json', 'csv'), 'json'),
        after: Type.Optional({ ...Id, description: 'next_after of the file before.' }),
      },
      closed,
    ),
    result: Type.Union([Definition, ResponseFile]),
    files: ['text/csv'],
  },
})

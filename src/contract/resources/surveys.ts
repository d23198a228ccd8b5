import Type from 'typebox'
import { Language } from './contacts.ts'
import { Source } from './feedback.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, Ids, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import {
  anyOfFields,
  closed,
  Count,
  multiValue,
  nullable,
  oneOf,
  withDefault,
  withoutExample,
} from '#contract/core/shapes.ts'
import { Name, Tag, Tags, Text } from '#contract/core/texts.ts'
import { createdRange, Time, When } from '#contract/core/times.ts'
import { slugPattern } from '#vocabulary/patterns.ts'

const questionTypes = [
  'open_text',
  'single_choice',
  'multi_choice',
  'rating',
  'nps',
  'csat',
  'ces',
  'number',
  'boolean',
  'date',
] as const
export const QuestionType = oneOf(...questionTypes)
const SurveyStatus = oneOf('draft', 'active', 'closed', 'archived')
export const Slug = Type.String({ pattern: slugPattern, examples: ['improve'] })
const bound = Type.Number({ minimum: -1e9, maximum: 1e9, examples: [5] })
const scaleLabel = nullable(Type.String({ examples: ['Very likely'] }))

const Option = Type.Object(
  { id: Type.String({ examples: ['speed'] }), label: Type.String({ examples: ['Speed'] }) },
  closed,
)
const Scale = Type.Object(
  { min: nullable(bound), max: nullable(bound), min_label: scaleLabel, max_label: scaleLabel },
  closed,
)

export const Question = Type.Object(
  {
    id: Id,
    key: Type.String({ examples: ['improve'] }),
    type: QuestionType,
    text: Type.String({ examples: ['What should we improve?'] }),
    required: Type.Boolean(),
    options: Type.Array(Option),
    scale: nullable(Scale),
    position: Count,
    analyze: Type.Boolean({ description: 'Whether answers become feedback; only for open_text.' }),
  },
  { ...closed, $id: 'SurveyQuestion' },
)

export const Survey = Type.Object(
  {
    id: Id,
    title: Type.String({ examples: ['How is it going?'] }),
    description: nullable(Type.String({ examples: ['Two questions, one minute.'] })),
    status: SurveyStatus,
    language: nullable(Type.String({ examples: ['en'] })),
    thank_you: nullable(Type.String({ examples: ['Thank you, we read every answer.'] })),
    source: Type.String({ examples: ['survey'] }),
    external_id: nullable(Type.String({ examples: ['tf-1717'] })),
    questions: Type.Array(Question),
    question_count: Count,
    response_count: Count,
    completion_rate: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        examples: [0.83],
        description: 'The share of completed responses; null without responses.',
      }),
    ),
    last_response_at: nullable(Time),
    starts_at: nullable(Time),
    ends_at: nullable(Time),
    tags: Type.Array(Type.String({ examples: ['onboarding'] })),
    public_url: nullable(
      Type.String({
        examples: ['https://feedback.example.com/s/earpub_3f9c…'],
        description: 'The public URL of the survey while it is active.',
      }),
    ),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Survey' },
)

const OptionInput = Type.Object(
  {
    id: Type.Optional({ ...Slug, description: 'Derived from the label by default.' }),
    label: Name('Speed'),
  },
  closed,
)
const label = Type.Optional(nullable(Name('Very likely', 100)))
const ScaleInput = Type.Object(
  { min: Type.Optional(nullable(bound)), max: Type.Optional(nullable(bound)), min_label: label, max_label: label },
  closed,
)
const question = {
  key: { ...Slug, description: 'Unique in the survey; derived from the text by default.' },
  text: Name('What should we improve?', 1000),
  required: Type.Boolean(),
  options: withoutExample(Type.Array(OptionInput, { maxItems: 100 })),
  scale: withoutExample(nullable(ScaleInput)),
  analyze: Type.Boolean(),
}
const { text, ...moreOfQuestion } = question
export const QuestionInput = Type.Object(
  { type: QuestionType, text, ...Type.Partial(Type.Object(moreOfQuestion)).properties },
  { ...closed, examples: [{ type: 'open_text', text: 'What should we improve?' }] },
)

const optional = {
  description: nullable(Text('Two questions, one minute.', 2000)),
  language: nullable(Language),
  thank_you: nullable(Text('Thank you, we read every answer.', 2000)),
  starts_at: nullable(Time),
  ends_at: nullable({ ...Time, examples: ['2030-05-02T10:00:00.000Z'] }),
  tags: Tags,
}
const title = Name('How is it going?')
const surveyFields = Type.Partial(Type.Object(optional)).properties
export const SurveyInput = Type.Object(
  {
    title,
    ...surveyFields,
    status: withDefault({ ...oneOf('draft', 'active'), examples: ['active'] }, 'draft'),
    source: withDefault(Source, 'survey'),
    external_id: Type.Optional(nullable(Name('tf-1717', 200))),
    questions: Type.Optional(
      Type.Array(QuestionInput, {
        maxItems: 200,
        examples: [[{ type: 'open_text', text: 'Why this score?', key: 'why' }]],
      }),
    ),
  },
  closed,
)

export const surveys = defineRoutes({
  listSurveys: {
    method: 'GET',
    path: '/surveys',
    summary: 'List surveys, newest first',
    description: 'Archived ones are excluded unless requested by status, include_archived or updated_since.',
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(multiValue(SurveyStatus)),
        q: Type.Optional(Text('how', 200, 2)),
        source: Type.Optional(multiValue(Source)),
        tag: Type.Optional(multiValue(Tag)),
        ...createdRange,
        updated_since: Type.Optional({ ...When, description: 'Oldest change first, including archived ones.' }),
        include_archived: Type.Optional(Type.Boolean()),
        sort: Type.Optional(oneOf('-created_at', 'created_at', 'title', '-title', '-updated_at')),
      },
      closed,
    ),
    result: page(Survey),
  },
  getSurvey: {
    method: 'GET',
    path: '/surveys/{surveyId}',
    summary: 'Read one survey with its questions',
    params: pathIds('surveyId'),
    result: Survey,
  },
  createSurvey: {
    method: 'POST',
    effect: 'adds',
    path: '/surveys',
    summary: 'Create a survey, also from an exported one',
    status: 201,
    body: SurveyInput,
    result: Survey,
    errors: ['DUPLICATE'],
  },
  updateSurvey: {
    method: 'PATCH',
    effect: 'removes',
    path: '/surveys/{surveyId}',
    summary: 'Change a survey, open or close it',
    params: pathIds('surveyId'),
    description: 'Transitions: draft to active, active to closed, closed to active, any to archived.',
    body: anyOfFields({ title, ...optional, status: { ...SurveyStatus, examples: ['active'] } }),
    result: Survey,
    errors: ['INVALID_STATE'],
  },
  archiveSurvey: {
    method: 'DELETE',
    path: '/surveys/{surveyId}',
    summary: 'Archive a survey; its responses stay',
    params: pathIds('surveyId'),
    result: Survey,
  },
  createSurveyQuestion: {
    method: 'POST',
    effect: 'adds',
    path: '/surveys/{surveyId}/questions',
    summary: 'Add a question at the end of a survey',
    status: 201,
    params: pathIds('surveyId'),
    body: QuestionInput,
    result: Question,
    errors: ['INVALID_STATE', 'DUPLICATE'],
  },
  updateSurveyQuestion: {
    method: 'PATCH',
    effect: 'updates',
    path: '/surveys/{surveyId}/questions/{questionId}',
    summary: 'Change a question',
    params: pathIds('surveyId', 'questionId'),
    description:
      'Once the survey has responses, the type and scale of a question are fixed, and options can be added or ' +
      'renamed but not removed.',
    body: anyOfFields({ text, ...moreOfQuestion, type: QuestionType }),
    result: Question,
    errors: ['INVALID_STATE', 'DUPLICATE'],
  },
  deleteSurveyQuestion: {
    method: 'DELETE',
    path: '/surveys/{surveyId}/questions/{questionId}',
    summary: 'Take a question out of a survey; answers given to it stay with their responses',
    params: pathIds('surveyId', 'questionId'),
    result: Type.Object({ id: Id, deleted: Type.Literal(true) }, closed),
    errors: ['INVALID_STATE'],
  },
  orderSurveyQuestions: {
    method: 'PATCH',
    effect: 'updates',
    path: '/surveys/{surveyId}/questions/order',
    summary: 'Put the questions of a survey in another order',
    params: pathIds('surveyId'),
    body: Type.Object({ question_ids: Ids(200) }, closed),
    result: Survey,
    errors: ['INVALID_STATE'],
  },
})

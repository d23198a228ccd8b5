import Type from 'typebox'
import { ContactInput, Language } from './contacts.ts'
import { npsSummaryFields } from './nps-shapes.ts'
import { Metadata, WriteResult } from '#contract/core/batch-rows.ts'
import { ContactRef, Id } from '#contract/core/ids.ts'
import { closed, Count, nullable, withDefault, withoutExample } from '#contract/core/shapes.ts'
import { Color, Name, Text } from '#contract/core/texts.ts'
import { Day, Time, When } from '#contract/core/times.ts'
import { QuestionInput, QuestionType, Slug, SurveyInput } from './surveys.ts'

export type AnswerValue = string | number | boolean | string[] | null
const FreeObject = Type.Record(Type.String(), Type.Unknown(), { examples: [{ page: '/pricing' }] })
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
    'Text, number, boolean, date, option label or list of option labels, depending on the type of the question.',
})
const optionIds = Type.Array(Type.String({ examples: ['speed'] }), { examples: [[]] })

export const SurveyResponse = Type.Object(
  {
    id: Id,
    survey_id: Id,
    external_id: nullable(Type.String({ examples: ['r-1'] })),
    contact_id: nullable(Id),
    contact: nullable(ContactRef),
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
    metadata: FreeObject,
    insight_count: Count,
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'SurveyResponse' },
)
export const WrittenResponse = Type.Object(
  { ...SurveyResponse.properties, result: WriteResult },
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
export const response = {
  answers: Type.Array(AnswerInput, { maxItems: 200, examples: [[{ key: 'why', value: 'The export is slow' }]] }),
  external_id: Type.Optional(Name('r-1', 200)),
  contact_id: Type.Optional(withoutExample(nullable(Id))),
  contact: Type.Optional(ContactInput),
  completed: withDefault(
    Type.Boolean({ description: 'False for a partial response: required questions may be missing.' }),
    true,
  ),
  submitted_at: Type.Optional(Time),
  language: Type.Optional(Language),
  metadata: Type.Optional(Metadata(FreeObject)),
}
export const backfill = withDefault(
  Type.Boolean({
    description: 'Accepts responses while the survey is not open, for example those collected elsewhere.',
  }),
  false,
)
export const ResponseInput = Type.Object(response, closed)

const number = Type.Number({ examples: [4.2] })
const pct = Type.Number({ minimum: 0, maximum: 100, examples: [62.5] })
const NpsBlock = Type.Object(npsSummaryFields, closed)
export const QuestionSummary = Type.Object(
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

export const submittedRange = {
  submitted_after: Type.Optional(When),
  submitted_before: Type.Optional(When),
  segment_id: Type.Optional(Id),
}

export const Definition = Type.Object(
  {
    ...SurveyInput.properties,
    questions: Type.Array(QuestionInput),
  },
  { ...closed, $id: 'SurveyDefinition' },
)
export const ResponseFile = Type.Object(
  {
    file_name: Type.String({ examples: ['how-is-it-going.csv'] }),
    content: Type.String({ examples: ['response_id,submitted_at,completed,email,improve'] }),
    row_count: Count,
    next_after: nullable(Id),
  },
  { ...closed, $id: 'SurveyResponseFile' },
)

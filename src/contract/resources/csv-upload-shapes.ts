import Type from 'typebox'
import { QuestionType } from './surveys.ts'
import { csvLimits, csvTypes, csvWarnings, rowCodes } from './csv-columns.ts'
import { Id, UserId } from '#contract/core/ids.ts'
import { closed, Count, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { exportNames } from '#vocabulary/export-products.ts'
import { slugPattern } from '#vocabulary/patterns.ts'

export const CsvType = oneOf(...csvTypes)
export const csvStatuses = [
  'uploaded',
  'mapped',
  'validated',
  'importing',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
  'rolling_back',
  'rolled_back',
] as const
const csvPlatforms = [...exportNames, 'qualtrics', 'generic'] as const
export const CsvStatus = oneOf(...csvStatuses)
const HeaderName = Type.String({ minLength: 1, maxLength: 520, examples: ['Comment'] })
const Target = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^[a-z_.]+$|^custom_fields\\.[a-z][a-z0-9_]{0,39}$|^metadata\\.[^\\u0000-\\u001f]{1,100}$',
  examples: ['content'],
  description: 'A column of the type, of feedback also custom_fields.<key>, or metadata.<key>.',
})
const scaleEnd = Type.Number({ minimum: -1000, maximum: 1000, examples: [5] })
const DateFormat = oneOf('auto', 'ymd', 'dmy', 'mdy')

const MappedColumn = Type.Object(
  {
    header: HeaderName,
    target: nullable(Target),
    date_format: Type.Optional(DateFormat),
    rating_scale: Type.Optional(
      Type.Object(
        { min: scaleEnd, max: scaleEnd },
        {
          ...closed,
          examples: [{ min: 1, max: 5 }],
          description: 'The scale of a rating column; by default recognized from its name and values.',
        },
      ),
    ),
  },
  closed,
)
const MappedQuestion = Type.Object(
  {
    header: HeaderName,
    type: QuestionType,
    key: Type.String({ pattern: slugPattern, examples: ['improve'] }),
  },
  closed,
)
const Unmapped = oneOf('metadata', 'ignore')
const MappingOptions = Type.Partial(
  Type.Object({
    on_error: Type.Unsafe<'skip' | 'stop'>({
      ...oneOf('skip', 'stop'),
      description: 'If a row has errors: skip imports the other rows, stop imports nothing.',
    }),
    dedupe: Type.Unsafe<'external_id' | 'content' | 'none'>({
      ...oneOf('external_id', 'content', 'none'),
      description: 'The columns that identify duplicate rows.',
    }),
    analyze: Type.Boolean(),
    default_source: Name('2025 survey', 64),
    date_format: DateFormat,
  }),
  { ...closed, examples: [{ on_error: 'skip', dedupe: 'external_id', analyze: true }] },
)

/** Problems and lines in the answer to an upload. */
export const maxCheckProblems = 100

const Mapping = Type.Object(
  { columns: Type.Array(MappedColumn), questions: Type.Array(MappedQuestion), unmapped: Unmapped },
  closed,
)
/** What a client says of the columns. */
export const mappingFields = {
  columns: Type.Array(MappedColumn, {
    maxItems: csvLimits.columns,
    examples: [[{ header: 'content', target: 'content' }]],
  }),
  questions: Type.Optional(
    Type.Array(MappedQuestion, {
      examples: [],
      maxItems: csvLimits.columns,
      description: 'Surveys only: the columns with answers.',
    }),
  ),
  unmapped: withDefault(Unmapped, 'metadata'),
  options: Type.Optional(MappingOptions),
}
const Issue = Type.Object(
  {
    header: nullable(Type.String({ examples: ['Email'] })),
    code: oneOf(...rowCodes),
    message: Type.String({ examples: ['is not an email address'] }),
  },
  closed,
)
export const PreviewRow = Type.Object(
  {
    row: Type.Integer({ minimum: 1, examples: [1] }),
    line: Type.Integer({ minimum: 1, examples: [2] }),
    values: Type.Record(Type.String(), Type.Unknown(), {
      examples: [{ content: 'CSV export fails' }],
      description: 'By target field, as it would be stored.',
    }),
    issues: Type.Array(Issue),
  },
  closed,
)

const Totals = Type.Object(
  { rows: Count, valid: Count, created: Count, updated: Count, unchanged: Count, skipped: Count, failed: Count },
  closed,
)
const uploadFields = {
  id: Id,
  type: CsvType,
  file_name: Type.String({ examples: ['feedback.csv'] }),
  size_bytes: Count,
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  status: CsvStatus,
  encoding: oneOf('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
  delimiter: oneOf(',', ';', '\t', '|'),
  header_rows: Type.Integer({ minimum: 1, maximum: 3, examples: [1] }),
  detected_platform: Type.Unsafe<(typeof csvPlatforms)[number]>({
    ...oneOf(...csvPlatforms),
    description: 'The product that wrote the file, recognized by its column names.',
  }),
  headers: Type.Array(Type.String({ examples: ['Comment'] })),
  row_count: Count,
  mapping: nullable(Mapping),
  options: nullable(MappingOptions),
  totals: Totals,
  error_count: Count,
  warning_count: Count,
  job_id: nullable(Id),
  batch_id: nullable(Id),
  survey_id: nullable(Id),
  created_by: nullable(UserId),
  started_at: nullable(Time),
  completed_at: nullable(Time),
  rollback_until: nullable(Time),
  created_at: Time,
  updated_at: Time,
}
export const CsvUpload = Type.Object(uploadFields, { ...closed, $id: 'CsvUpload' })
const detailFields = {
  ...uploadFields,
  suggested_mapping: Type.Object(
    {
      columns: Type.Array(
        Type.Object(
          {
            header: Type.String({ examples: ['Comment'] }),
            target: nullable(Type.String({ examples: ['content'] })),
            confidence: oneOf('high', 'medium', 'low'),
            date_format: Type.Optional(
              Type.Unsafe<'ymd' | 'dmy' | 'mdy' | 'ambiguous'>({
                ...oneOf('ymd', 'dmy', 'mdy', 'ambiguous'),
                description: 'The order in the dates of the column; ambiguous when the mapping must say it.',
              }),
            ),
            rating_scale: Type.Optional(
              Type.Object(
                { min: Type.Number({ examples: [1] }), max: Type.Number({ examples: [5] }) },
                { ...closed, description: 'The scale of a rating column.' },
              ),
            ),
          },
          closed,
        ),
      ),
      questions: Type.Array(MappedQuestion),
    },
    closed,
  ),
  warnings: Type.Array(
    Type.Object(
      {
        code: oneOf(...csvWarnings),
        message: Type.String({ examples: ['The same file was uploaded before.'] }),
      },
      closed,
    ),
  ),
}
export const CsvUploadDetail = Type.Object(detailFields, { ...closed, $id: 'CsvUploadDetail' })
export const RowProblem = Type.Object(
  {
    row: Type.Integer({ minimum: 1, description: 'Which row of data.', examples: [3] }),
    line: Type.Integer({ minimum: 1, description: 'Where it begins in the file.', examples: [4] }),
    header: nullable(Type.String({ examples: ['Email'] })),
    code: oneOf(...rowCodes),
    severity: oneOf('error', 'warning'),
    message: Type.String({ examples: ['is not an email address'] }),
    value: nullable(Type.String({ examples: ['ana(at)example.com'], description: 'The original value, shortened.' })),
  },
  { ...closed, $id: 'CsvRowError' },
)

const Lines = (description: string) =>
  Type.Object(
    { rows: Count, lines: Type.Array(Type.Integer({ minimum: 1, examples: [4] })) },
    { ...closed, description },
  )
const RowsCheck = Type.Object(
  {
    problems: Type.Array(RowProblem, {
      examples: [[]],
      description: `The first ${maxCheckProblems} problems: rows with errors, and rows that are skipped.`,
    }),
    undated: Lines('Rows without a date: they get the time of the import.'),
    repeated: Lines('Rows without an id that are imported although an earlier row is the same.'),
  },
  closed,
)
export const CreatedUpload = Type.Object(
  {
    ...detailFields,
    preview: Type.Array(PreviewRow),
    check: nullable(RowsCheck),
  },
  { ...closed, $id: 'CsvUploadCreated' },
)

export const base64Length = 4 * Math.ceil(csvLimits.bytes / 3)
export const stateErrors = ['INVALID_STATE'] as const

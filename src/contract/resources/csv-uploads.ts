import Type from 'typebox'
import { csvLimits, csvTypes, rowCodes } from './csv-columns.ts'
import { routes } from '#contract/core/route.ts'
import {
  closed,
  Count,
  Id,
  Name,
  nullable,
  oneOf,
  page,
  PageQuery,
  several,
  Time,
  UserId,
  When,
  withDefault,
} from '#contract/core/shapes.ts'

const CsvType = oneOf(...csvTypes)
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
const CsvStatus = oneOf(...csvStatuses)
const HeaderName = Type.String({ minLength: 1, maxLength: 520, examples: ['Comment'] })
const Target = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^[a-z_.]+$|^metadata\\.[^\\u0000-\\u001f]{1,100}$',
  examples: ['content'],
  description: 'A column of the type, or metadata.<key>.',
})
const DateFormat = oneOf('auto', 'ymd', 'dmy', 'mdy')
const QuestionType = oneOf(
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
)

const MappedColumn = Type.Object(
  {
    header: HeaderName,
    target: nullable(Target),
    date_format: Type.Optional(DateFormat),
  },
  closed,
)
const MappedQuestion = Type.Object(
  {
    header: HeaderName,
    type: QuestionType,
    key: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}$', examples: ['improve'] }),
  },
  closed,
)
const Unmapped = oneOf('metadata', 'ignore')
const Options = Type.Partial(
  Type.Object({
    on_error: Type.Unsafe<'skip' | 'stop'>({
      ...oneOf('skip', 'stop'),
      description: 'Skip leaves bad rows out; stop imports nothing when there is one.',
    }),
    dedupe: Type.Unsafe<'external_id' | 'content' | 'none'>({
      ...oneOf('external_id', 'content', 'none'),
      description: 'By what two rows are known to be one.',
    }),
    analyze: Type.Boolean(),
    default_source: Name('2025 survey', 64),
    date_format: DateFormat,
  }),
  { ...closed, examples: [{ on_error: 'skip', dedupe: 'external_id', analyze: true }] },
)

const Mapping = Type.Object(
  { columns: Type.Array(MappedColumn), questions: Type.Array(MappedQuestion), unmapped: Unmapped },
  closed,
)
const Issue = Type.Object(
  {
    header: nullable(Type.String({ examples: ['Email'] })),
    code: oneOf(...rowCodes),
    message: Type.String({ examples: ['is not an email address'] }),
  },
  closed,
)
const PreviewRow = Type.Object(
  {
    row: Type.Integer({ minimum: 1, examples: [1] }),
    line: Type.Integer({ minimum: 1, examples: [2] }),
    values: Type.Record(Type.String(), Type.Unknown(), {
      examples: [{ content: 'CSV export fails' }],
      description: 'By target, as it would be stored.',
    }),
    issues: Type.Array(Issue),
  },
  closed,
)

const Totals = Type.Object(
  { rows: Count, valid: Count, created: Count, updated: Count, unchanged: Count, skipped: Count, failed: Count },
  closed,
)
const fields = {
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
  detected_platform: oneOf('qualtrics', 'surveymonkey', 'typeform', 'generic'),
  headers: Type.Array(Type.String({ examples: ['Comment'] })),
  row_count: Count,
  mapping: nullable(Mapping),
  options: nullable(Options),
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
export const CsvUpload = Type.Object(fields, { ...closed, $id: 'CsvUpload' })
const detail = {
  ...fields,
  suggested_mapping: Type.Object(
    {
      columns: Type.Array(
        Type.Object(
          {
            header: Type.String({ examples: ['Comment'] }),
            target: nullable(Type.String({ examples: ['content'] })),
            confidence: oneOf('high', 'medium', 'low'),
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
        code: oneOf('ALREADY_UPLOADED', 'AMBIGUOUS_DATES', 'DUPLICATE_HEADERS'),
        message: Type.String({ examples: ['The same file was uploaded before.'] }),
      },
      closed,
    ),
  ),
}
const CsvUploadDetail = Type.Object(detail, { ...closed, $id: 'CsvUploadDetail' })
const Created = Type.Object({ ...detail, preview: Type.Array(PreviewRow) }, { ...closed, $id: 'CsvUploadCreated' })

const RowProblem = Type.Object(
  {
    row: Type.Integer({ minimum: 1, description: 'Which row of data.', examples: [3] }),
    line: Type.Integer({ minimum: 1, description: 'Where it begins in the file.', examples: [4] }),
    header: nullable(Type.String({ examples: ['Email'] })),
    code: oneOf(...rowCodes),
    severity: oneOf('error', 'warning'),
    message: Type.String({ examples: ['is not an email address'] }),
    value: nullable(Type.String({ examples: ['ana(at)example.com'], description: 'What stands there, shortened.' })),
  },
  { ...closed, $id: 'CsvRowError' },
)

const uploadId = Type.Object({ uploadId: Id }, closed)
const base64Length = 4 * Math.ceil(csvLimits.bytes / 3)
const states = ['INVALID_STATE'] as const

export const csvUploads = routes({
  getCsvTemplate: {
    method: 'GET',
    path: '/csv-uploads/templates/{type}',
    summary: 'A table to fill in: its header and two examples',
    description: 'With Accept: text/csv the table itself.',
    files: ['text/csv'],
    params: Type.Object({ type: CsvType }, closed),
    result: Type.Object(
      {
        type: CsvType,
        file_name: Type.String({ examples: ['feedback-template.csv'] }),
        content: Type.String({ examples: ['content,source\n'] }),
      },
      closed,
    ),
  },
  createCsvUpload: {
    method: 'POST',
    path: '/csv-uploads',
    summary: 'Upload a table: what it is made of, a suggested mapping and its first rows',
    status: 201,
    rate: 'bulk',
    description:
      'CSV with commas, semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252, up to 10 MB, 50,000 rows and 200 columns. Nothing is imported yet. The file is kept for 30 days after the last thing that happened to it.',
    bodyLimit: base64Length + 64 * 1024,
    upload: { part: 'file', name: 'file_name', bytes: 'content_base64', maxBytes: csvLimits.bytes },
    body: Type.Object(
      {
        type: CsvType,
        file_name: Name('feedback.csv', 255),
        content: Type.Optional(
          Type.String({
            maxLength: csvLimits.bytes,
            examples: ['content,respondent_email\nExport is slow,ana@example.com\n'],
          }),
        ),
        content_base64: Type.Optional(
          Type.String({ maxLength: base64Length, examples: ['Y29udGVudApFeHBvcnQgaXMgc2xvdwo='] }),
        ),
      },
      {
        ...closed,
        anyOf: [{ required: ['content'] }, { required: ['content_base64'] }],
        examples: [
          {
            type: 'feedback',
            file_name: 'feedback.csv',
            content: 'content,respondent_email\nExport is slow,ana@example.com\n',
          },
        ],
      },
    ),
    result: Created,
  },
  listCsvUploads: {
    method: 'GET',
    path: '/csv-uploads',
    summary: 'List uploaded tables, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(several(CsvStatus)),
        type: Type.Optional(several(CsvType)),
        created_after: Type.Optional(When),
        created_before: Type.Optional(When),
      },
      closed,
    ),
    result: page(CsvUpload),
  },
  getCsvUpload: {
    method: 'GET',
    path: '/csv-uploads/{uploadId}',
    summary: 'Read one uploaded table',
    params: uploadId,
    result: CsvUploadDetail,
  },
  previewCsvUpload: {
    method: 'GET',
    path: '/csv-uploads/{uploadId}/preview',
    summary: 'The first rows as they would be stored, with what is wrong in them',
    params: uploadId,
    description: 'By its mapping, or by the suggested one as long as there is none.',
    query: Type.Object({ limit: withDefault(Type.Integer({ minimum: 1, maximum: 50, examples: [10] }), 10) }, closed),
    result: Type.Object({ data: Type.Array(PreviewRow) }, closed),
    errors: states,
  },
  updateCsvMapping: {
    method: 'PATCH',
    path: '/csv-uploads/{uploadId}/mapping',
    summary: 'Say what each column is',
    params: uploadId,
    description: 'Replaces the mapping. Columns that are not named go by `unmapped`.',
    body: Type.Object(
      {
        columns: Type.Array(MappedColumn, { maxItems: csvLimits.columns }),
        questions: Type.Optional(
          Type.Array(MappedQuestion, {
            maxItems: csvLimits.columns,
            description: 'Surveys only: the columns that are answers.',
          }),
        ),
        unmapped: withDefault(Unmapped, 'metadata'),
        options: Type.Optional(Options),
      },
      closed,
    ),
    result: CsvUploadDetail,
    errors: states,
  },
  validateCsvUpload: {
    method: 'POST',
    path: '/csv-uploads/{uploadId}/validate',
    summary: 'Check every row and import none',
    status: 202,
    also: 200,
    params: uploadId,
    rate: 'bulk',
    description: 'Answers 200 when it is done, 202 with a job for more than 5,000 rows.',
    result: CsvUploadDetail,
    errors: states,
  },
  startCsvUpload: {
    method: 'POST',
    path: '/csv-uploads/{uploadId}/start',
    summary: 'Import the rows in the background',
    status: 202,
    params: uploadId,
    result: CsvUploadDetail,
    errors: states,
  },
  cancelCsvUpload: {
    method: 'POST',
    path: '/csv-uploads/{uploadId}/cancel',
    summary: 'Give an upload up; rows that are in stay until it is rolled back',
    params: uploadId,
    result: CsvUploadDetail,
    errors: states,
  },
  rollbackCsvUpload: {
    method: 'POST',
    path: '/csv-uploads/{uploadId}/rollback',
    summary: 'Take an import back: what it made goes, what it changed is as before',
    status: 202,
    params: uploadId,
    description: 'Within 30 days. What somebody changed since stays as they left it.',
    result: CsvUploadDetail,
    errors: states,
  },
  listCsvErrors: {
    method: 'GET',
    path: '/csv-uploads/{uploadId}/errors',
    summary: 'List what is wrong in which row',
    params: uploadId,
    files: ['text/csv'],
    description:
      'With format=csv the rejected rows as they came, with error_code and error_message, safe to open in a spreadsheet.',
    query: Type.Object({ ...PageQuery, format: withDefault(oneOf('json', 'csv'), 'json') }, closed),
    result: page(RowProblem),
    errors: states,
  },
})

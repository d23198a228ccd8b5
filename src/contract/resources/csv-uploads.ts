import Type, { type Static } from 'typebox'
import { pathIds } from '#contract/core/ids.ts'
import { csvLimits } from './csv-columns.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, multiValue, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { createdRange } from '#contract/core/times.ts'
import {
  CsvType,
  CsvStatus,
  mappingFields,
  PreviewRow,
  CsvUpload,
  CsvUploadDetail,
  CreatedUpload,
  RowProblem,
  base64Length,
  stateErrors,
} from './csv-upload-shapes.ts'

export const csvUploads = defineRoutes({
  getCsvTemplate: {
    method: 'GET',
    path: '/csv-uploads/templates/{type}',
    summary: 'A table to fill in: its header and two examples',
    description: 'With Accept: text/csv, the file itself.',
    produces: ['text/csv'],
    audit: false,
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
    effect: 'adds',
    path: '/csv-uploads',
    summary: 'Upload a table: what it is made of, a suggested mapping and its first rows',
    status: 201,
    rate: 'bulk',
    description:
      'CSV with commas, semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252, up to 10 MB, 50,000 rows and ' +
      '200 columns. Nothing is imported yet. The file is kept for 30 days after its last use.',
    bodyLimit: base64Length + 64 * 1024,
    upload: { part: 'file', name: 'file_name', bytes: 'content_base64', maxBytes: csvLimits.bytes },
    body: Type.Object(
      {
        type: Type.Optional(
          Type.Unsafe<Static<typeof CsvType>>({
            ...CsvType,
            description: 'By default the type of a recognized export, otherwise what the columns suggest.',
          }),
        ),
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
        mapping: Type.Optional(
          Type.Object(mappingFields, {
            ...closed,
            examples: [],
            description:
              'Maps the columns and checks every row at once, as the mapping and the validation do; `check` has the ' +
              'result. With `dry_run` nothing of the file is kept. Not in forms.',
          }),
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
    result: CreatedUpload,
  },
  listCsvUploads: {
    method: 'GET',
    path: '/csv-uploads',
    summary: 'List uploaded tables, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(multiValue(CsvStatus)),
        type: Type.Optional(multiValue(CsvType)),
        ...createdRange,
      },
      closed,
    ),
    result: page(CsvUpload),
  },
  getCsvUpload: {
    method: 'GET',
    path: '/csv-uploads/{uploadId}',
    summary: 'Read one uploaded table',
    params: pathIds('uploadId'),
    query: Type.Object(
      {
        type: Type.Optional(
          Type.Unsafe<Static<typeof CsvType>>({
            ...CsvType,
            description: 'Answers with the mapping that is suggested if the rows are of this type; nothing is changed.',
          }),
        ),
      },
      closed,
    ),
    result: CsvUploadDetail,
  },
  previewCsvUpload: {
    method: 'GET',
    path: '/csv-uploads/{uploadId}/preview',
    summary: 'The first rows as they would be stored, with what is wrong in them',
    params: pathIds('uploadId'),
    description: 'By its mapping, or by the suggested one if there is none.',
    query: Type.Object({ limit: withDefault(Type.Integer({ minimum: 1, maximum: 50, examples: [10] }), 10) }, closed),
    result: Type.Object({ data: Type.Array(PreviewRow) }, closed),
    errors: stateErrors,
  },
  updateCsvMapping: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/csv-uploads/{uploadId}/mapping',
    summary: 'Say what each column is',
    params: pathIds('uploadId'),
    description:
      'Replaces the mapping. `unmapped` applies to columns that are not listed. Dates such as 11/02/2026 that can be ' +
      'read in two ways need a `date_format`, of the column or in `options`. An import that was taken back can be ' +
      'mapped and started again.',
    body: Type.Object(
      {
        type: Type.Optional(
          Type.Unsafe<Static<typeof CsvType>>({
            ...CsvType,
            description: 'What the rows are, where it is something else than at the upload.',
          }),
        ),
        ...mappingFields,
      },
      closed,
    ),
    result: CsvUploadDetail,
    errors: stateErrors,
  },
  validateCsvUpload: {
    method: 'POST',
    effect: 'updates',
    path: '/csv-uploads/{uploadId}/validate',
    summary: 'Check every row and import none',
    status: 202,
    alternateStatus: 200,
    params: pathIds('uploadId'),
    rate: 'bulk',
    description: 'Returns 200 when done, 202 with a job for more than 5,000 rows.',
    result: CsvUploadDetail,
    errors: stateErrors,
  },
  startCsvUpload: {
    method: 'POST',
    effect: 'overwrites',
    path: '/csv-uploads/{uploadId}/start',
    summary: 'Import the rows in the background',
    status: 202,
    params: pathIds('uploadId'),
    result: CsvUploadDetail,
    errors: stateErrors,
  },
  cancelCsvUpload: {
    method: 'POST',
    effect: 'updates',
    path: '/csv-uploads/{uploadId}/cancel',
    summary: 'Give an upload up; rows that are in stay until it is rolled back',
    params: pathIds('uploadId'),
    result: CsvUploadDetail,
    errors: stateErrors,
  },
  rollbackCsvUpload: {
    method: 'POST',
    effect: 'removes',
    path: '/csv-uploads/{uploadId}/rollback',
    summary: 'Take an import back: what it made goes, what it changed is as before',
    status: 202,
    params: pathIds('uploadId'),
    description: 'Within 30 days. Records that were changed since are kept.',
    result: CsvUploadDetail,
    errors: stateErrors,
  },
  listCsvErrors: {
    method: 'GET',
    path: '/csv-uploads/{uploadId}/errors',
    summary: 'List what is wrong in which row',
    params: pathIds('uploadId'),
    produces: ['text/csv'],
    description:
      'With format=csv: the original rejected rows with error_code and error_message, safe to open in a spreadsheet.',
    query: Type.Object({ ...PageQuery, format: withDefault(oneOf('json', 'csv'), 'json') }, closed),
    result: page(RowProblem),
    errors: stateErrors,
  },
})

import type { FieldTexts } from './field-texts.ts'

const columns: FieldTexts = {
  columns: 'What each column of the file becomes.',
  'columns.header': 'The name of the column in the file.',
  'columns.date_format': 'The order of day, month and year in this column.',
  'columns.rating_scale.min': 'The worst rating in the column.',
  'columns.rating_scale.max': 'The best rating in the column.',
  questions: 'Of a survey: the columns with answers.',
  'questions.header': 'The name of the column in the file.',
  'questions.key': 'The name by which programs refer to the question.',
  'questions.type': 'What kind of answer the column has.',
}
/** The recognized order of dates is described where it is declared. */
const under = (name: string): FieldTexts =>
  Object.fromEntries(Object.entries(columns).map(([path, text]) => [`${name}.${path}`, text]))
const { 'suggested_mapping.columns.date_format': _, ...suggested } = under('suggested_mapping')
const options: FieldTexts = {
  options: 'How the rows are imported; null until it was chosen.',
  'options.analyze': 'Whether insights are looked for in the imported texts.',
  'options.default_source': 'The source of rows without one of their own.',
  'options.date_format': 'The order of day, month and year in columns that do not say it.',
}
const { questions: __, ...described } = columns
/** These two are described where they are declared, or for the mapping. */
const { 'mapping.questions': ___, ...givenMapping } = under('mapping')
const { options: ____, ...ofOptions } = options
const issue: FieldTexts = {
  header: 'The column with the problem; null if it is about the whole row.',
  code: 'What is wrong, for programs.',
  message: 'What is wrong, for people.',
}

/** CSV uploads. */
export const importTexts: Record<string, FieldTexts> = {
  CsvUpload: {
    type: 'What the rows of the file become.',
    file_name: 'What the file is called, for people.',
    size_bytes: 'The size of the file in bytes.',
    sha256: 'The SHA-256 digest of the file, in hexadecimal digits.',
    status: 'How far the import is.',
    encoding: 'The character encoding that was recognized.',
    delimiter: 'The character between columns that was recognized.',
    header_rows: 'The number of lines before the first row of data.',
    headers: 'The names of the columns.',
    row_count: 'The number of rows of data.',
    mapping: 'What each column becomes; null until it was chosen.',
    ...under('mapping'),
    'mapping.unmapped': 'What happens to columns that are not listed.',
    ...options,
    totals: 'What became of the rows so far.',
    'totals.rows': 'The number of rows that were read.',
    'totals.valid': 'The number of rows without errors.',
    'totals.created': 'The number of rows that became new objects.',
    'totals.updated': 'The number of rows that changed an existing object.',
    'totals.unchanged': 'The number of rows whose object was the same already.',
    'totals.skipped': 'The number of rows that were left out, such as duplicates.',
    'totals.failed': 'The number of rows with errors.',
    error_count: 'The number of errors in the rows.',
    warning_count: 'The number of warnings in the rows.',
    job_id: 'The job that checks, imports or rolls back; null if none was started.',
    batch_id: 'The batch that the imported items belong to; null before the import.',
    survey_id: 'The survey that the rows became responses of; null for other types.',
    completed_at: 'When the import ended; null before that.',
    rollback_until: 'Until when the import can be taken back; null before it was started.',
  },
  CsvUploadDetail: {
    suggested_mapping: 'What each column seems to be, by its name and values.',
    ...suggested,
    'suggested_mapping.columns.target': 'The field that it seems to fill; null if none fits.',
    'suggested_mapping.columns.confidence': 'How sure the suggestion is.',
    warnings: 'What to look at before the import.',
    'warnings.code': 'The warning for programs.',
    'warnings.message': 'The warning for people.',
  },
  CsvUploadCreated: {
    preview: 'The first rows, by the mapping that was given, otherwise by the suggested one.',
    check: 'What an import by the given mapping would do; null without a mapping.',
    'undated.rows': 'The number of these rows.',
    'undated.lines': 'The lines at which the first 100 of them begin.',
    'repeated.rows': 'The number of these rows.',
    'repeated.lines': 'The lines at which the first 100 of them begin.',
    'preview.row': 'The number of the row of data, from 1.',
    'preview.line': 'The line of the file at which the row begins, from 1.',
    'preview.issues': 'What is wrong in the row.',
    'issues.header': issue.header!,
    'issues.code': issue.code!,
    'issues.message': issue.message!,
  },
  Recognized: {
    kind: 'What it is taken for.',
    interview: 'The transcript and what it says of itself; null for other kinds.',
    table: 'What the rows and columns are; null for other kinds.',
    link: 'What would be connected; null for other kinds.',
  },
  RecognizedInterview: {
    format: 'The format that was recognized.',
    segment_count: 'The number of parts.',
    word_count: 'The number of words.',
    duration_seconds: 'How long it took, in seconds; null without times.',
    role_guessed: 'Whether the roles of the speakers are a guess.',
    speakers: 'The people who speak.',
    'speakers.speaker': 'The speaker; null for parts without one.',
    'speakers.role': 'What the speaker seems to be in the interview.',
    'speakers.segment_count': 'The number of parts of this speaker.',
    'speakers.word_count': 'The number of words of this speaker.',
  },
  RecognizedTable: {
    type: 'What the rows would become.',
    headers: 'The names of the columns.',
    row_count: 'The number of rows of data.',
  },
  RecognizedLink: { name: 'What the integration would be called, for people.' },
  recognize: { text: 'The text or the addresses, one a line.' },
  CsvRowError: {
    ...issue,
    severity: 'Whether the row is refused, or imported all the same.',
  },
  previewCsvUpload: {
    data: 'The first rows of the file.',
    'data.row': 'The number of the row of data, from 1.',
    'data.line': 'The line of the file at which the row begins, from 1.',
    'data.issues': 'What is wrong in the row.',
    'issues.header': issue.header!,
    'issues.code': issue.code!,
    'issues.message': issue.message!,
  },
  getCsvTemplate: {
    type: 'The type of the table.',
    file_name: 'What to call the file when it is stored.',
    content: 'The file: a header and two rows of examples.',
  },
  createCsvUpload: {
    file_name: 'What the file is called, for people.',
    content: 'The file as text; either this or `content_base64`.',
    content_base64: 'The file in Base64, for other encodings than UTF-8; either this or `content`.',
    ...givenMapping,
    'mapping.unmapped': 'What happens to columns that are not listed.',
    'mapping.options': 'How the rows are imported.',
    ...ofOptions,
  },
  updateCsvMapping: {
    ...described,
    unmapped: 'What happens to columns that are not listed.',
    ...options,
    options: 'How the rows are imported.',
  },
}

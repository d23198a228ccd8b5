import { exportProducts } from '#vocabulary/export-products.ts'
import type { EnumTexts } from './enum-texts.ts'

const orders = { ymd: 'year, month, day', dmy: 'day, month, year', mdy: 'month, day, year' }

/** CSV uploads. */
export const importEnums: EnumTexts = {
  CsvType: {
    text: 'What the rows of a table become.',
    values: {
      feedback: 'feedback',
      nps: 'NPS responses',
      user_interview: 'interviews',
      cs_ticket: 'support tickets',
      survey: 'responses to a survey',
    },
  },
  RecognizedKind: {
    text: 'What a text or a file is.',
    values: {
      item: 'one piece of feedback',
      items: 'several pieces of feedback',
      interview: 'the transcript or the notes of an interview',
      table: 'rows with columns',
      link: 'the address of a source that can be connected',
    },
  },
  InterviewDateSource: {
    text: 'What the date of an interview was taken from.',
    values: {
      transcript: 'the lines above the speech',
      file_name: 'the name of the file',
      file: 'the day on which the file was made or last changed',
    },
  },
  CsvUploadStatus: {
    text: 'How far the import of a table is.',
    values: {
      uploaded: 'the file is stored',
      mapped: 'it is known what each column becomes',
      validated: 'all rows were checked',
      importing: 'rows are being imported',
      completed: 'all rows were imported',
      completed_with_errors: 'the valid rows were imported',
      failed: 'the import failed',
      cancelled: 'a person cancelled it',
      rolling_back: 'the import is being taken back',
      rolled_back: 'the import was taken back',
    },
  },
  DateOrder: { text: 'The order of the parts of dates.', values: { auto: 'it is recognized', ...orders } },
  RecognizedDateOrder: {
    text: 'The order of the parts of dates that was recognized.',
    values: { ...orders, ambiguous: 'several fit; the mapping has to say which' },
  },
  UnmappedColumns: {
    text: 'What happens to columns that a mapping does not list.',
    values: { metadata: 'they are kept as metadata', ignore: 'they are left out' },
  },
  OnRowError: {
    text: 'What happens if a row has errors.',
    values: { skip: 'the other rows are imported', stop: 'nothing is imported' },
  },
  RowDedupe: {
    text: 'By what repeated rows are recognized.',
    values: { external_id: 'the id in the source', content: 'the text', none: 'they are not' },
  },
  FileEncoding: {
    text: 'The character encoding of a file.',
    values: {
      'utf-8': 'UTF-8',
      'utf-16le': 'UTF-16, low byte first',
      'utf-16be': 'UTF-16, high byte first',
      'windows-1252': 'Windows-1252',
    },
  },
  Delimiter: {
    text: 'The character between columns.',
    values: { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a vertical bar' },
  },
  CsvPlatform: {
    text: 'The product that wrote a table.',
    values: {
      ...exportProducts,
      qualtrics: 'Qualtrics',
      generic: 'none of these',
    },
  },
  RowErrorCode: {
    text: 'What is wrong in a row.',
    values: {
      REQUIRED: 'a value is missing',
      INVALID_NUMBER: 'it is not a number',
      OUT_OF_RANGE: 'the number is too small or too large',
      INVALID_DATE: 'it is not a date, or of another order',
      INVALID_EMAIL: 'it is not an email address',
      INVALID_VALUE: 'it is none of the values that are possible',
      TOO_LONG: 'the text is too long',
      DUPLICATE_ROW: 'an earlier row is the same',
      COLUMN_COUNT: 'the row has more or fewer columns than the header',
      ENCODING: 'it has characters that cannot be read',
      UNCLOSED_QUOTE: 'a quoted value does not end',
      REFUSED: 'it could not be stored',
    },
  },
  RowErrorSeverity: {
    text: 'How grave a problem in a row is.',
    values: { error: 'the row is not imported', warning: 'the row is imported all the same' },
  },
  UploadWarningCode: {
    text: 'What to look at before an import.',
    values: {
      ALREADY_UPLOADED: 'the same file was uploaded before',
      AMBIGUOUS_DATES: 'dates can be read in several ways',
      DUPLICATE_HEADERS: 'columns have the same name',
      DUPLICATE_ROWS: 'rows without an id of their own are the same',
      NO_DATES: 'no column has dates, so that all rows get the time of the import',
    },
  },
  MappingConfidence: {
    text: 'How sure a suggestion is.',
    values: { high: 'name and values fit', medium: 'name or values fit', low: 'it is a guess' },
  },
  DedupeBy: { text: 'By what repeated items are recognized.', values: { content: 'the text' } },
}

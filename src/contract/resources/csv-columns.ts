/* The target columns of CSV uploads. */

export const csvTypes = ['feedback', 'nps', 'user_interview', 'cs_ticket', 'survey'] as const
export type CsvType = (typeof csvTypes)[number]

export type CellKind =
  | 'text'
  | 'name'
  | 'integer'
  | 'rating'
  | 'date'
  | 'email'
  | 'phone'
  | 'slug'
  | 'url'
  | 'language'
  | 'tags'
  | 'status'
  | 'priority'
export type CsvColumn = {
  kind: CellKind
  required?: true
  /** The target whose value is used where this one has none. */
  fallback?: string
  max?: number
  range?: readonly [number, number]
}
export type CsvColumns = Record<string, CsvColumn>

/** Columns of all types; `metadata.<key>` keeps a column unchanged. */
const everywhere: CsvColumns = {
  external_id: { kind: 'name', max: 200 },
  tags: { kind: 'tags' },
  url: { kind: 'url', max: 2000 },
  language: { kind: 'language', max: 35 },
  'contact.plan': { kind: 'name', max: 200 },
  'contact.company': { kind: 'name', max: 200 },
  'contact.phone': { kind: 'phone' },
}

export const csvColumns: Record<CsvType, CsvColumns> = {
  nps: {
    score: { kind: 'integer', required: true, range: [0, 10] },
    reason: { kind: 'text', max: 50_000 },
    respondent_email: { kind: 'email' },
    respondent_name: { kind: 'name', max: 200 },
    response_date: { kind: 'date' },
    source: { kind: 'slug' },
    ...everywhere,
  },
  user_interview: {
    transcript: { kind: 'text', required: true, max: 2_000_000 },
    title: { kind: 'name', max: 200 },
    interview_date: { kind: 'date' },
    interviewee_name: { kind: 'name', max: 200 },
    interviewee_email: { kind: 'email' },
    ...everywhere,
  },
  cs_ticket: {
    subject: { kind: 'name', required: true, max: 200 },
    body: { kind: 'text', required: true, fallback: 'subject', max: 50_000 },
    requester_email: { kind: 'email' },
    requester_name: { kind: 'name', max: 200 },
    created_date: { kind: 'date' },
    rating: { kind: 'rating', max: 100 },
    status: { kind: 'status' },
    priority: { kind: 'priority' },
    ...everywhere,
  },
  feedback: {
    content: { kind: 'text', required: true, fallback: 'title', max: 50_000 },
    title: { kind: 'name', max: 200 },
    rating: { kind: 'rating', max: 100 },
    source: { kind: 'slug' },
    respondent_email: { kind: 'email' },
    respondent_name: { kind: 'name', max: 200 },
    submitted_date: { kind: 'date' },
    ...everywhere,
  },
  survey: {
    respondent_email: { kind: 'email' },
    respondent_name: { kind: 'name', max: 200 },
    submitted_date: { kind: 'date' },
    ...everywhere,
  },
}

export const rowCodes = [
  'REQUIRED',
  'INVALID_NUMBER',
  'OUT_OF_RANGE',
  'INVALID_DATE',
  'INVALID_EMAIL',
  'INVALID_VALUE',
  'TOO_LONG',
  'DUPLICATE_ROW',
  'COLUMN_COUNT',
  'ENCODING',
  'UNCLOSED_QUOTE',
  'REFUSED',
] as const
export type RowCode = (typeof rowCodes)[number]

/** Size limits of an upload. */
export const csvLimits = { bytes: 10 * 1024 * 1024, rows: 50_000, columns: 200 }

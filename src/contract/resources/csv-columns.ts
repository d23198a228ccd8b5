import type { Static } from 'typebox'
import type { ContactInput } from './contacts.ts'
import type { FeedbackInput } from './feedback.ts'
import type { interviews } from './interviews.ts'
import type { NpsResponseInput } from './nps-shapes.ts'
import type { ResponseInput } from './survey-response-shapes.ts'
import type { TicketInput } from './ticket-shapes.ts'

/* The target columns of CSV uploads. */

export const csvTypes = ['feedback', 'nps', 'user_interview', 'cs_ticket', 'survey'] as const
export type CsvType = (typeof csvTypes)[number]

type CellKind =
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
  /** Several columns can fill it: their values are joined. */
  joined?: true
  /** The target whose value is used where this one has none. */
  fallback?: string
  max?: number
  range?: readonly [number, number]
  /** The field of the imported object that it fills; others are read by the importer of the type. */
  field?: string
  /** What it says of the customer. */
  contact?: keyof ContactFields | `company.${keyof NonNullable<ContactFields['company']>}`
}
type ContactFields = Static<typeof ContactInput>
type CsvColumns<Input> = Record<string, CsvColumn & { field?: keyof Input & string }>

const email = { kind: 'email', contact: 'email' } as const
const name = { kind: 'name', max: 200, contact: 'name', joined: true } as const

/** Columns of all types; `metadata.<key>` keeps a column unchanged. */
const everywhere = {
  external_id: { kind: 'name', max: 200, field: 'external_id' },
  tags: { kind: 'tags', field: 'tags', joined: true },
  url: { kind: 'url', max: 2000, field: 'url' },
  language: { kind: 'language', max: 35, field: 'language' },
  'contact.plan': { kind: 'name', max: 200, contact: 'company.plan' },
  'contact.company': { kind: 'name', max: 200, contact: 'company.name' },
  'contact.phone': { kind: 'phone', contact: 'phone' },
} as const

/** The feedback of the reason has an address too. */
const nps: CsvColumns<Static<typeof NpsResponseInput> & { url: string }> = {
  score: { kind: 'integer', required: true, range: [0, 10], field: 'score' },
  reason: { kind: 'text', max: 50_000, field: 'reason', joined: true },
  respondent_email: email,
  respondent_name: name,
  response_date: { kind: 'date', field: 'responded_at' },
  source: { kind: 'slug', field: 'source' },
  ...everywhere,
}

const interview: CsvColumns<Static<(typeof interviews.createInterview)['body']>> = {
  transcript: { kind: 'text', required: true, max: 2_000_000 },
  title: { kind: 'name', max: 200, field: 'title' },
  interview_date: { kind: 'date' },
  interviewee_name: name,
  interviewee_email: email,
  ...everywhere,
  url: { ...everywhere.url, field: 'recording_url' },
}

const ticket: CsvColumns<Static<typeof TicketInput>> = {
  subject: { kind: 'name', required: true, max: 500, field: 'subject' },
  body: { kind: 'text', required: true, fallback: 'subject', max: 50_000, field: 'body', joined: true },
  requester_email: email,
  requester_name: name,
  created_date: { kind: 'date', field: 'opened_at' },
  rating: { kind: 'rating', max: 100 },
  status: { kind: 'status', field: 'status' },
  priority: { kind: 'priority', field: 'priority' },
  ...everywhere,
  // A ticket has no language.
  language: { kind: 'language', max: 35 },
  'contact.company': { ...everywhere['contact.company'], field: 'company' },
}

const feedback: CsvColumns<Static<typeof FeedbackInput>> = {
  content: { kind: 'text', required: true, fallback: 'title', max: 50_000, field: 'content', joined: true },
  title: { kind: 'name', max: 200, field: 'title' },
  rating: { kind: 'rating', max: 100, field: 'rating' },
  source: { kind: 'slug', field: 'source' },
  respondent_email: email,
  respondent_name: name,
  submitted_date: { kind: 'date', field: 'occurred_at' },
  ...everywhere,
}

const survey: CsvColumns<Static<typeof ResponseInput>> = {
  respondent_email: email,
  respondent_name: name,
  submitted_date: { kind: 'date', field: 'submitted_at' },
  ...everywhere,
  // A response has neither; the importer keeps them in the metadata.
  tags: { kind: 'tags', joined: true },
  url: { kind: 'url', max: 2000 },
}

export const csvColumns: Record<CsvType, Record<string, CsvColumn>> = {
  nps,
  user_interview: interview,
  cs_ticket: ticket,
  feedback,
  survey,
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

/** What is worth knowing of a table before it is imported. */
export const csvWarnings = [
  'ALREADY_UPLOADED',
  'AMBIGUOUS_DATES',
  'DUPLICATE_HEADERS',
  'DUPLICATE_ROWS',
  'NO_DATES',
] as const

/** Size limits of an upload. */
export const csvLimits = { bytes: 10 * 1024 * 1024, rows: 50_000, columns: 200 }

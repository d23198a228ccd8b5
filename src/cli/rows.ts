import { parse } from 'csv-parse/sync'
import { UsageError } from '#client/usage-error.ts'
import { findRatingColumn, ratingValue } from './rating-column.ts'

export type Row = Record<string, unknown>
export type Target = 'feedback' | 'contacts'

/** Field paths by normalized header name. */
const fieldByHeader: Record<Target, Record<string, string>> = {
  feedback: {
    content: 'content',
    text: 'content',
    feedback: 'content',
    message: 'content',
    title: 'title',
    subject: 'title',
    source: 'source',
    external_id: 'external_id',
    id: 'external_id',
    url: 'url',
    language: 'language',
    tags: 'tags',
    occurred_at: 'occurred_at',
    submitted_date: 'occurred_at',
    date: 'occurred_at',
    created_at: 'occurred_at',
    email: 'contact.email',
    contact_email: 'contact.email',
    respondent_email: 'contact.email',
    name: 'contact.name',
    contact_name: 'contact.name',
    respondent_name: 'contact.name',
    company: 'contact.company.name',
    plan: 'contact.company.plan',
  },
  contacts: {
    email: 'email',
    name: 'name',
    phone: 'phone',
    title: 'title',
    country: 'country',
    language: 'language',
    tags: 'tags',
    company: 'company.name',
    domain: 'company.domain',
    plan: 'company.plan',
  },
}
const extraFieldsKey: Record<Target, string> = { feedback: 'metadata', contacts: 'attributes' }

const slug = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')

function setPath(row: Row, path: string, value: unknown) {
  const steps = path.split('.')
  const last = steps.pop()!
  let at = row
  for (const step of steps) at = (at[step] ??= {}) as Row
  at[last] = value
}

const dateOf = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)

/** Parses a file into the rows of the bulk operations, each with its line number. */
export function readRows(text: string, kind: 'csv' | 'ndjson', target: Target): { line: number; row: Row }[] {
  return kind === 'ndjson' ? linesOf(text) : recordsOf(text, target)
}

function linesOf(text: string) {
  return text.split('\n').flatMap((line, n) => {
    if (line.trim() === '') return []
    try {
      return [{ line: n + 1, row: JSON.parse(line) as Row }]
    } catch {
      throw new UsageError(`line ${n + 1} is not JSON`)
    }
  })
}

function recordsOf(text: string, target: Target) {
  const records = parse(text, {
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    columns: (headers: string[]) => headers.map(slug),
  }) as unknown as { record: Record<string, string>; info: { lines: number } }[]
  const rating = target === 'feedback' ? findRatingColumn(records.map(({ record }) => record)) : undefined
  return records.map(({ record, info }) => {
    const row: Row = {}
    for (const [header, cell] of Object.entries(record)) {
      const value = cell.trim()
      if (value === '') continue
      if (header === rating?.header) {
        const read = ratingValue(value, rating.scale)
        if (read !== undefined) row.rating = read
        continue
      }
      const field = fieldByHeader[target][header]
      if (field === undefined) setPath(row, `${extraFieldsKey[target]}.${header}`, value)
      else setPath(row, field, cellValue(field, value))
    }
    return { line: info.lines, row }
  })
}

function cellValue(field: string, text: string): string | string[] {
  if (field === 'occurred_at') return dateOf(text)
  if (field !== 'tags') return text
  return text
    .split(';')
    .map((tag) => tag.trim())
    .filter(Boolean)
}

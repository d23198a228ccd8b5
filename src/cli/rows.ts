import { parseInputJson } from './json.ts'
import { parse } from 'csv-parse/sync'
import { UsageError } from '#client/usage-error.ts'

export type ImportRow = Record<string, unknown>
export type ImportTarget = 'feedback' | 'contacts'

/** Field paths of contacts by normalized header name. */
const fieldByHeader: Record<string, string> = {
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
}

const slug = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')

function setPath(row: ImportRow, path: string, value: unknown) {
  const steps = path.split('.')
  const last = steps.pop()!
  let at = row
  for (const step of steps) at = (at[step] ??= {}) as ImportRow
  at[last] = value
}

/** Parses a file into the rows of the bulk operations, each with its line number. */
export function readImportRows(text: string, kind: 'csv' | 'ndjson'): { line: number; row: ImportRow }[] {
  return kind === 'ndjson' ? linesOf(text) : contactsOf(text)
}

function linesOf(text: string) {
  return text.split('\n').flatMap((line, n) => {
    if (line.trim() === '') return []
    const row = parseInputJson(line, `line ${n + 1}: body`, () => {
      throw new UsageError(`line ${n + 1} is not JSON`)
    })
    return [{ line: n + 1, row: row as ImportRow }]
  })
}

function contactsOf(text: string) {
  const records = parse(text, {
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    columns: (headers: string[]) => headers.map(slug),
  }) as unknown as { record: Record<string, string>; info: { lines: number } }[]
  return records.map(({ record, info }) => {
    const row: ImportRow = {}
    for (const [header, cell] of Object.entries(record)) {
      const value = cell.trim()
      if (value === '') continue
      const field = fieldByHeader[header]
      setPath(row, field ?? `attributes.${header}`, field === 'tags' ? tagsOf(value) : value)
    }
    return { line: info.lines, row }
  })
}

const tagsOf = (text: string): string[] =>
  text
    .split(';')
    .map((tag) => tag.trim())
    .filter(Boolean)

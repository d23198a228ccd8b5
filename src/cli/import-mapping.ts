import { basename } from 'node:path'
import { UsageError } from '#client/usage-error.ts'
import type { CsvImport, ImportOptions } from './import-options.ts'

type SuggestedColumn = {
  header: string
  target: string | null
  confidence: 'high' | 'medium' | 'low'
  date_format?: string
  rating_scale?: { min: number; max: number }
}
type Question = { header: string; type: string; key: string }
/** What the server says of a file. */
export type Upload = {
  id: string
  type: string
  status: string
  detected_platform: string
  encoding: string
  delimiter: string
  headers: string[]
  row_count: number
  job_id: string | null
  suggested_mapping: { columns: SuggestedColumn[]; questions: Question[] }
  warnings: { code: string; message: string }[]
  totals: Record<'rows' | 'valid' | 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed', number>
}

/** The file as the server takes it. */
export const uploadOf = ({ file, bytes, type }: CsvImport) => ({
  ...(type !== undefined && { type }),
  file_name: file === '-' ? 'stdin.csv' : basename(file),
  content_base64: bytes.toString('base64'),
})

/** The suggested fields, changed as asked; without an id, rows with the same content are the same row. */
export function mappingOf(upload: Upload, { map = [], source, analyze, dateFormat }: ImportOptions) {
  const { headers, suggested_mapping: suggested } = upload
  const given = new Map(map.map((pair) => fieldOf(pair, headers)))
  const taken = new Set(given.values())
  const columns = suggested.columns
    .filter(({ header, target }) => target !== null && !given.has(header) && !taken.has(target))
    .map(({ header, target }) => ({ header, target }))
  for (const [header, target] of given) columns.push({ header, target })
  const hasId = columns.some(({ target }) => target === 'external_id')
  return {
    columns,
    ...(upload.type === 'survey' && { questions: suggested.questions.filter(({ header }) => !given.has(header)) }),
    options: {
      dedupe: hasId ? 'external_id' : 'content',
      analyze,
      ...(source !== undefined && { default_source: source }),
      ...(dateFormat !== undefined && { date_format: dateFormat }),
    },
  }
}
export type Mapping = ReturnType<typeof mappingOf>

/** `Comment=content`; a field that is empty or `-` leaves the column out. */
function fieldOf(pair: string, headers: readonly string[]): [header: string, target: string | null] {
  const at = pair.lastIndexOf('=')
  const header = pair.slice(0, at)
  if (at < 1 || !headers.includes(header))
    throw new UsageError(`--map expects column=field with one of the columns ${headers.join(', ')}, not ${pair}`)
  const target = pair.slice(at + 1)
  return [header, target === '' || target === '-' ? null : target]
}

type MappedColumn = {
  column: string
  /** Null for a column that is left out. */
  field: string | null
  confidence?: SuggestedColumn['confidence'] | 'given'
} & Pick<SuggestedColumn, 'date_format' | 'rating_scale'>

/** What each column of the file becomes, and how sure that is. */
export function mappedColumns({ headers, suggested_mapping: suggested }: Upload, mapping: Mapping): MappedColumn[] {
  const fields = new Map(mapping.columns.map(({ header, target }) => [header, target]))
  return headers.map((column, n) => {
    const question = mapping.questions?.find(({ header }) => header === column)
    if (question) return { column, field: `answers.${question.key}` }
    if (!fields.has(column)) return { column, field: `metadata.${column}` }
    const field = fields.get(column)!
    const { target, confidence, date_format, rating_scale } = suggested.columns[n]!
    if (field === null) return { column, field, confidence: 'given' }
    return {
      column,
      field,
      confidence: field === target ? confidence : 'given',
      ...(date_format && { date_format: mapping.options.date_format ?? date_format }),
      ...(rating_scale && field === target && { rating_scale }),
    }
  })
}

import { type CsvColumn, csvColumns, type CsvType } from '#contract/resources/csv-columns.ts'
import { sourceOfExport, zoneOf } from '#engine/csv/known-exports.ts'
import { type DateOrder, detectDateOrder } from '#engine/csv/parse-date.ts'
import type { Platform } from '#engine/csv/parse-header.ts'
import { detectScale } from '#contract/core/rating-scale.ts'
import type { ColumnProfile } from '#domain/imports/csv-uploads/file/column-facts.ts'
import {
  type CompleteOptions,
  metadataKey,
  type SuggestedMapping,
  suggestedMapping,
  type ColumnMapping,
  type UploadMapping,
  type UploadOptions,
  withDefaultOptions,
} from './mapping.ts'
import type { SuggestedQuestion } from '#engine/csv/suggest-questions.ts'

export type ColumnPlan = {
  index: number
  header: string
  target: string
  column: CsvColumn
  order: DateOrder
  /** Of dates that do not state one. */
  zone?: string
}
export type QuestionPlan = SuggestedQuestion & { index: number; order: DateOrder; range?: readonly [number, number] }
/** How the cells of a row are read. */
export type RowPlan = {
  width: number
  columns: ColumnPlan[]
  questions: QuestionPlan[]
  metadata: { index: number; key: string }[]
  /** Required targets that take the value of another one where they have none. */
  fallbacks: { target: string; from: string }[]
  options: CompleteOptions
}

/** What has to be known of a table to read its rows. */
export type PlannedTable = {
  type: CsvType
  headers: readonly string[]
  delimiter: string
  platform: Platform
  facts: readonly ColumnProfile[]
  suggestion: SuggestedMapping
  mapping: UploadMapping | null
  options: UploadOptions | null
}

export function planRows({ type, headers, delimiter, facts, suggestion, ...table }: PlannedTable): RowPlan {
  const { columns, questions, unmapped } = table.mapping ?? suggestedMapping(suggestion)
  const options = withDefaultOptions({ ...defaultSource(table.platform), ...table.options })
  const indexOf = new Map(headers.map((header, index) => [header, index]))
  const dateOrder = (index: number, format: string = 'auto'): DateOrder => {
    const order = format === 'auto' ? options.date_format : format
    return order === 'auto' ? detectDateOrder(facts[index]!.dates, delimiter).order : (order as DateOrder)
  }
  const fallbacks = Object.entries(csvColumns[type]).flatMap(([target, { fallback: from }]) =>
    from === undefined ? [] : [{ target, from }],
  )
  const plan: RowPlan = { width: headers.length, columns: [], questions: [], metadata: [], fallbacks, options }
  for (const { header, target, date_format, rating_scale } of columns) {
    if (target === null) continue
    const index = indexOf.get(header)!
    const key = metadataKey(target)
    if (key !== undefined) {
      plan.metadata.push({ index, key })
      continue
    }
    const suggested = suggestion.columns.find((one) => one.header === header)?.rating_scale
    const column = withScale(csvColumns[type][target]!, rating_scale ?? suggested, facts[index]!)
    const zone = column.kind === 'date' ? zoneOf(header) : undefined
    plan.columns.push({ index, header, target, column, order: dateOrder(index, date_format), ...(zone && { zone }) })
  }
  for (const question of questions) {
    const index = indexOf.get(question.header)!
    const range = rangeOf(question.type, facts[index]!)
    plan.questions.push({ ...question, index, order: dateOrder(index), ...(range && { range }) })
  }
  const mapped = new Set([...columns.map(({ header }) => header), ...questions.map(({ header }) => header)])
  if (unmapped === 'metadata')
    for (const [index, header] of headers.entries()) if (!mapped.has(header)) plan.metadata.push({ index, key: header })
  return plan
}

/** The name of the product that wrote the file. */
function defaultSource(platform: Platform): Pick<UploadOptions, 'default_source'> {
  const source = platform === 'generic' || platform === 'qualtrics' ? undefined : sourceOfExport(platform)
  return source === undefined ? {} : { default_source: source }
}

/** The range of a rating column is its scale: the given one, or the one that its name and values suggest. */
const withScale = (column: CsvColumn, scale: ColumnMapping['rating_scale'], facts: ColumnProfile): CsvColumn =>
  column.kind === 'rating'
    ? { ...column, range: scale ? [scale.min, scale.max] : detectScale(facts.ratings, facts.header) }
    : column

const defaultScales: Partial<Record<SuggestedQuestion['type'], readonly [number, number]>> = {
  rating: [1, 5],
  csat: [1, 5],
  ces: [1, 7],
}

/** The scale of a question: the default one, widened to the numbers in the column. */
function rangeOf(
  type: SuggestedQuestion['type'],
  { min, max, numbers }: ColumnProfile,
): readonly [number, number] | undefined {
  if (type === 'nps') return [0, 10]
  const scale = defaultScales[type]
  if (!scale || numbers === 0) return scale
  return [Math.min(scale[0], Math.floor(min)), Math.max(scale[1], Math.ceil(max))]
}

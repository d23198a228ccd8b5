import { type CsvColumn, csvColumns, type CsvType } from '#contract/resources/csv-columns.ts'
import { isKnownExport, knownColumns, knownExports, zoneOf } from '#engine/csv/known-exports.ts'
import { isFamilyName } from '#engine/csv/name-parts.ts'
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
import type { FieldRule } from '#domain/custom-fields/queries-rules.ts'
import type { SuggestedQuestion } from '#engine/csv/suggest-questions.ts'

type ColumnPlan = {
  index: number
  header: string
  target: string
  column: CsvColumn
  order: DateOrder
  /** Of dates that do not state one. */
  zone?: string
  /** Between the tags of a cell. */
  separator?: string
  /** A value that cannot be read is kept as metadata: products have statuses and languages of their own. */
  lenient: boolean
}
export type QuestionPlan = SuggestedQuestion & { index: number; order: DateOrder; range?: readonly [number, number] }
/** How the cells of a row are read. */
export type RowPlan = {
  width: number
  columns: ColumnPlan[]
  questions: QuestionPlan[]
  metadata: { index: number; key: string }[]
  customFields: { index: number; header: string; rule: FieldRule; order: DateOrder }[]
  /** Required targets that take the value of another one where they have none. */
  fallbacks: { target: string; from: string }[]
  options: CompleteOptions
}

/** What has to be known of a table to read its rows. */
type PlannedTable = {
  type: CsvType
  headers: readonly string[]
  delimiter: string
  platform: Platform
  facts: readonly ColumnProfile[]
  suggestion: SuggestedMapping
  mapping: UploadMapping | null
  options: UploadOptions | null
}

const knownColumnsOf = ({ platform, type, headers }: Pick<PlannedTable, 'platform' | 'type' | 'headers'>) =>
  isKnownExport(platform) ? knownColumns(platform, headers, new Set(Object.keys(csvColumns[type]))) : undefined

export function planRows(table: PlannedTable): RowPlan {
  const { type, headers, facts } = table
  const { columns, questions, unmapped } = table.mapping ?? suggestedMapping(table.suggestion)
  const options = withDefaultOptions({ ...defaultSource(table.platform), ...table.options })
  const indexOf = new Map(headers.map((header, index) => [header, index]))
  const orderOf: OrderOf = (index, format = 'auto') => {
    const order = format === 'auto' ? options.date_format : format
    return order === 'auto' ? detectDateOrder(facts[index]!.dates, table.delimiter).order : (order as DateOrder)
  }
  const used = columns.filter(({ target }) => target !== null) as (ColumnMapping & { target: string })[]
  const toPlan = columnPlanner(table, orderOf)
  const fields = used.filter(({ target, custom_field }) => !custom_field && metadataKey(target) === undefined)
  const mapped = new Set([...columns, ...questions].map(({ header }) => header))
  return {
    width: headers.length,
    // The family name comes after the given one.
    columns: fields
      .map((column) => toPlan(column, indexOf.get(column.header)!))
      .sort((a, b) => Number(isFamilyName(a.header)) - Number(isFamilyName(b.header))),
    questions: questions.map((question) => {
      const index = indexOf.get(question.header)!
      const range = rangeOf(question.type, facts[index]!)
      return { ...question, index, order: orderOf(index), ...(range && { range }) }
    }),
    metadata: [
      ...used.flatMap(({ header, target }) => {
        const key = metadataKey(target)
        return key === undefined ? [] : [{ index: indexOf.get(header)!, key }]
      }),
      ...headers.flatMap((key, index) => (unmapped === 'metadata' && !mapped.has(key) ? [{ index, key }] : [])),
    ],
    customFields: used.flatMap(({ header, date_format, custom_field: rule }) => {
      const index = indexOf.get(header)!
      return rule ? [{ index, header, rule, order: orderOf(index, date_format) }] : []
    }),
    fallbacks: Object.entries(csvColumns[type]).flatMap(([target, { fallback: from }]) =>
      from === undefined ? [] : [{ target, from }],
    ),
    options,
  }
}

type OrderOf = (index: number, format?: string) => DateOrder

function columnPlanner({ type, facts, suggestion, ...table }: PlannedTable, orderOf: OrderOf) {
  const known = knownColumnsOf({ ...table, type })
  return ({ header, target, date_format, rating_scale }: ColumnMapping & { target: string }, index: number) => {
    const suggested = suggestion.columns.find((one) => one.header === header)?.rating_scale
    const column = withScale(csvColumns[type][target]!, rating_scale ?? suggested, facts[index]!)
    const zone = column.kind === 'date' ? zoneOf(header) : undefined
    const separator = known?.get(index)?.separator
    return {
      index,
      header,
      target,
      column,
      order: orderOf(index, date_format),
      lenient: known !== undefined && lenientKinds.has(column.kind),
      ...(zone && { zone }),
      ...(separator !== undefined && { separator }),
    }
  }
}

const lenientKinds: ReadonlySet<CsvColumn['kind']> = new Set(['status', 'priority', 'language', 'phone', 'url'])

/** The name of the product that wrote the file. */
function defaultSource(platform: Platform): Pick<UploadOptions, 'default_source'> {
  const source = isKnownExport(platform) ? knownExports[platform].source : undefined
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

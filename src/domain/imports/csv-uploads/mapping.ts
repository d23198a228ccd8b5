import type { Static } from 'typebox'
import { type CsvColumn, csvColumns, type CsvType } from '#contract/resources/csv-columns.ts'
import type { csvUploads } from '#contract/resources/csv-uploads.ts'
import { throwApiError } from '#domain/errors.ts'
import { type DateOrder, orderOf } from '#engine/csv/dates.ts'
import type { ColumnFacts } from '#engine/csv/suggest.ts'
import type { Question } from './questions.ts'

type Body = Static<(typeof csvUploads.updateCsvMapping)['body']>
export type MappedColumn = Body['columns'][number]
export type Mapping = { columns: MappedColumn[]; questions: Question[]; unmapped: 'metadata' | 'ignore' }
export type Options = NonNullable<Body['options']>

export const defaults = { on_error: 'skip', dedupe: 'external_id', analyze: true, date_format: 'auto' } as const
export const filled = (options: Options | null) => ({ ...defaults, ...options })
export type FilledOptions = ReturnType<typeof filled>

type Table = { type: CsvType; headers: readonly string[] }
type Problem = { path: string; message: string; code?: string }

const metadata = /^metadata\.(.+)$/
const reserved = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses a mapping that the table cannot be read by, naming everything that is wrong with it. */
export function requireFit({ type, headers }: Table, { columns, questions }: Mapping) {
  const problems = [
    ...columnProblems({ type, headers }, columns),
    ...questionProblems({ type, headers }, columns, questions),
    ...missing(type, columns, questions),
  ]
  if (problems.length === 0) return
  const [first] = problems as [Problem]
  throwApiError('VALIDATION_ERROR', `${first.path} ${first.message}`, { details: problems.slice(0, 20) })
}

function columnProblems({ type, headers }: Table, columns: readonly MappedColumn[]): Problem[] {
  const [seen, taken] = [new Set<string>(), new Set<string>()]
  return columns.flatMap(({ header, target }, n) => {
    const at = `body.columns.${n}`
    if (!headers.includes(header)) return [{ path: `${at}.header`, message: 'is no column of this table' }]
    if (seen.has(header)) return [{ path: `${at}.header`, message: 'stands in the mapping twice' }]
    seen.add(header)
    if (target === null) return []
    const key = metadata.exec(target)?.[1]
    const known = key === undefined ? Object.hasOwn(csvColumns[type], target) : !reserved.has(key)
    if (!known)
      return [
        {
          path: `${at}.target`,
          message: `must be metadata.<key> or one of ${Object.keys(csvColumns[type]).join(', ')}`,
        },
      ]
    if (taken.has(target)) return [{ path: `${at}.target`, message: 'is the target of another column too' }]
    taken.add(target)
    return []
  })
}

function questionProblems(
  { type, headers }: Table,
  columns: readonly MappedColumn[],
  questions: readonly Question[],
): Problem[] {
  if (type !== 'survey') return questions.length ? [{ path: 'body.questions', message: 'are for surveys only' }] : []
  const [seen, keys] = [
    new Set(columns.filter(({ target }) => target !== null).map(({ header }) => header)),
    new Set<string>(),
  ]
  return questions.flatMap(({ header, key }, n) => {
    const at = `body.questions.${n}`
    if (!headers.includes(header)) return [{ path: `${at}.header`, message: 'is no column of this table' }]
    if (seen.has(header)) return [{ path: `${at}.header`, message: 'is mapped already' }]
    if (keys.has(key)) return [{ path: `${at}.key`, message: 'is the key of another question too' }]
    seen.add(header)
    keys.add(key)
    return []
  })
}

function missing(type: CsvType, columns: readonly MappedColumn[], questions: readonly Question[]): Problem[] {
  if (type === 'survey')
    return questions.length
      ? []
      : [{ path: 'body.questions', message: 'needs at least one column that is an answer', code: 'REQUIRED' }]
  const taken = new Set(columns.map(({ target }) => target))
  return Object.entries(csvColumns[type])
    .filter(([target, { required }]) => required && !taken.has(target))
    .map(([target]) => ({ path: 'body.columns', message: `needs a column for ${target}`, code: 'REQUIRED' }))
}

export type ColumnPlan = { index: number; header: string; target: string; column: CsvColumn; order: DateOrder }
export type QuestionPlan = Question & { index: number; order: DateOrder; range?: readonly [number, number] }
/** How a row of the table is read. */
export type Plan = {
  width: number
  columns: ColumnPlan[]
  questions: QuestionPlan[]
  metadata: { index: number; key: string }[]
  options: FilledOptions
}

type Known = Table & { delimiter: string; facts: readonly ColumnFacts[] }

export function planOf(
  { type, headers, delimiter, facts }: Known,
  { columns, questions, unmapped }: Mapping,
  options: FilledOptions,
): Plan {
  const indexOf = new Map(headers.map((header, index) => [header, index]))
  const order = (index: number, asked: string = 'auto'): DateOrder => {
    const wanted = asked === 'auto' ? options.date_format : asked
    return wanted === 'auto' ? orderOf(facts[index]!.dates, delimiter).order : (wanted as DateOrder)
  }
  const plan: Plan = { width: headers.length, columns: [], questions: [], metadata: [], options }
  for (const { header, target, date_format } of columns) {
    const index = indexOf.get(header)!
    const key = target === null ? undefined : metadata.exec(target)?.[1]
    if (key !== undefined) plan.metadata.push({ index, key })
    else if (target !== null)
      plan.columns.push({ index, header, target, column: csvColumns[type][target]!, order: order(index, date_format) })
  }
  for (const question of questions) {
    const index = indexOf.get(question.header)!
    const range = rangeOf(question.type, facts[index]!)
    plan.questions.push({ ...question, index, order: order(index), ...(range && { range }) })
  }
  const named = new Set([...columns.map(({ header }) => header), ...questions.map(({ header }) => header)])
  if (unmapped === 'metadata')
    for (const [index, header] of headers.entries()) if (!named.has(header)) plan.metadata.push({ index, key: header })
  return plan
}

const usual: Partial<Record<Question['type'], readonly [number, number]>> = {
  rating: [1, 5],
  csat: [1, 5],
  ces: [1, 7],
}

/** The scale that a question is answered on: the usual one, or as far as its answers go. */
function rangeOf(
  type: Question['type'],
  { min: min, max: max, numbers }: ColumnFacts,
): readonly [number, number] | undefined {
  if (type === 'nps') return [0, 10]
  const scale = usual[type]
  return scale && (numbers > 0 ? [Math.min(scale[0], Math.floor(min)), Math.max(scale[1], Math.ceil(max))] : scale)
}

/** What the table is read by as long as nobody has said so. */
export const suggested = ({
  columns,
  questions,
}: {
  columns: { header: string; target: string | null }[]
  questions: Question[]
}): Mapping => ({
  columns: columns.filter(({ target }) => target !== null).map(({ header, target }) => ({ header, target })),
  questions,
  unmapped: 'metadata',
})

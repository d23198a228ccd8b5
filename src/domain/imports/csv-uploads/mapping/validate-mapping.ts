import { csvColumns, type CsvType } from '#contract/resources/csv-columns.ts'
import { throwApiError } from '#domain/errors.ts'
import { hasAmbiguousDates } from '#engine/csv/parse-date.ts'
import type { ColumnFacts } from '#engine/csv/suggest-mapping.ts'
import { fieldKey, metadataKey, type ColumnMapping, type UploadMapping, type UploadOptions } from './mapping.ts'
import type { SuggestedQuestion } from '#engine/csv/suggest-questions.ts'

type Table = { type: CsvType; headers: readonly string[] }
type TableWithDates = Table & { delimiter: string; facts: readonly ColumnFacts[] }
type Problem = { path: string; message: string; code?: string }

const reservedKeys = new Set(['__proto__', 'constructor', 'prototype'])
const noSuchColumn = 'is not a column of this table'

/** Refuses a mapping that does not fit the table, with all its problems; `at` is where the mapping was given. */
export function requireValidMapping(
  table: TableWithDates,
  { columns, questions }: UploadMapping,
  options: UploadOptions,
  at = 'body',
) {
  const problems: Problem[] = [
    ...columnProblems(table, columns),
    ...questionProblems(table, columns, questions),
    ...missingTargets(table.type, columns, questions),
    ...((options.date_format ?? 'auto') === 'auto' ? ambiguousDates(table, columns, questions) : []),
  ].map((problem) => ({ ...problem, path: problem.path.replace('body', at) }))
  const [first] = problems
  if (first) throwApiError('VALIDATION_ERROR', `${first.path} ${first.message}`, { details: problems.slice(0, 20) })
}

function columnProblems({ type, headers }: Table, columns: readonly ColumnMapping[]): Problem[] {
  const mappedHeaders = new Set<string>()
  const usedTargets = new Set<string>()
  return columns.flatMap(({ header, target, rating_scale, custom_field }, n) => {
    const at = `body.columns.${n}`
    if (!headers.includes(header)) return [{ path: `${at}.header`, message: noSuchColumn }]
    if (mappedHeaders.has(header)) return [{ path: `${at}.header`, message: 'is mapped twice' }]
    mappedHeaders.add(header)
    if (rating_scale && rating_scale.min >= rating_scale.max)
      return [{ path: `${at}.rating_scale`, message: 'has a minimum that is not below its maximum' }]
    if (target === null) return []
    if (!custom_field && fieldKey(target) !== undefined)
      return [{ path: `${at}.target`, message: 'is no custom field that a table of this type can fill' }]
    if (!custom_field && !isTarget(type, target)) {
      const targets = Object.keys(csvColumns[type]).join(', ')
      return [{ path: `${at}.target`, message: `must be metadata.<key> or one of ${targets}` }]
    }
    if (usedTargets.has(target) && !csvColumns[type][target]?.joined)
      return [{ path: `${at}.target`, message: 'is the target of another column too' }]
    usedTargets.add(target)
    return []
  })
}

/** 11/02/2026 is 11 February or November 2: nobody but the person who has the file can tell. */
function ambiguousDates(
  { type, headers, facts, delimiter }: TableWithDates,
  columns: readonly ColumnMapping[],
  questions: readonly SuggestedQuestion[],
): Problem[] {
  const problem = (path: string, header: string): Problem[] => {
    const column = facts[headers.indexOf(header)]
    if (!column || !hasAmbiguousDates(column.dates, delimiter)) return []
    const example = column.samples[0] === undefined ? '' : ` (such as ${column.samples[0].slice(0, 40)})`
    const shown = `${header}${example}`
    const message = `must be dmy or mdy: the dates in the column ${shown} can be read as day/month and as month/day`
    return [{ path, message, code: 'AMBIGUOUS_DATES' }]
  }
  return [
    ...columns.flatMap(({ header, target, date_format = 'auto' }, n) =>
      target !== null && csvColumns[type][target]?.kind === 'date' && date_format === 'auto'
        ? problem(`body.columns.${n}.date_format`, header)
        : [],
    ),
    ...questions.flatMap(({ header, type: kind }) =>
      kind === 'date' ? problem('body.options.date_format', header) : [],
    ),
  ]
}

function isTarget(type: CsvType, target: string): boolean {
  const key = metadataKey(target)
  return key === undefined ? Object.hasOwn(csvColumns[type], target) : !reservedKeys.has(key)
}

function questionProblems(
  { type, headers }: Table,
  columns: readonly ColumnMapping[],
  questions: readonly SuggestedQuestion[],
): Problem[] {
  if (type !== 'survey') return questions.length ? [{ path: 'body.questions', message: 'are for surveys only' }] : []
  const mappedHeaders = new Set(columns.filter(({ target }) => target !== null).map(({ header }) => header))
  const usedKeys = new Set<string>()
  return questions.flatMap(({ header, key }, n) => {
    const at = `body.questions.${n}`
    if (!headers.includes(header)) return [{ path: `${at}.header`, message: noSuchColumn }]
    if (mappedHeaders.has(header)) return [{ path: `${at}.header`, message: 'is mapped already' }]
    if (usedKeys.has(key)) return [{ path: `${at}.key`, message: 'is the key of another question too' }]
    mappedHeaders.add(header)
    usedKeys.add(key)
    return []
  })
}

function missingTargets(
  type: CsvType,
  columns: readonly ColumnMapping[],
  questions: readonly SuggestedQuestion[],
): Problem[] {
  if (type === 'survey')
    return questions.length
      ? []
      : [{ path: 'body.questions', message: 'needs at least one column with answers', code: 'REQUIRED' }]
  const targets = new Set(columns.map(({ target }) => target))
  return Object.entries(csvColumns[type])
    .filter(([target, { required, fallback }]) => required && !targets.has(target) && !targets.has(fallback ?? target))
    .map(([target]) => ({ path: 'body.columns', message: `needs a column for ${target}`, code: 'REQUIRED' }))
}

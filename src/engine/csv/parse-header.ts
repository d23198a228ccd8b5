import type { ExportName } from '#vocabulary/export-products.ts'
import { recognizeExport } from './known-exports.ts'

/* Recognizes the header of a table: the product that wrote it, the number of header rows, and the column names. */

export type Platform = ExportName | 'qualtrics' | 'generic'
export type CsvHeader = { platform: Platform; rows: number; names: string[] }

const isImportId = (cell: string) => /^\{\s*"ImportId"\s*:/.test(cell.trim())

/**
 * Qualtrics writes rows of names, questions and import ids; SurveyMonkey a row of questions and a row of answer
 * options.
 */
export function parseHeader(records: readonly string[][]): CsvHeader {
  const [first = [], second = [], third = []] = records
  if (third.filter(isImportId).length > third.length / 2)
    return { platform: 'qualtrics', rows: 3, names: uniqueNames(first.map((name, i) => second[i]?.trim() || name)) }
  const platform = recognizeExport(first) ?? 'generic'
  return platform === 'surveymonkey'
    ? surveyMonkeyHeader(first, second)
    : { platform, rows: 1, names: uniqueNames(first) }
}

/** The second header of a question that has one answer. */
const plainAnswers = new Set([
  '',
  'response',
  'open-ended response',
  'open ended response',
  'antwort',
  'offene antwort',
  'réponse',
  'réponse ouverte',
  'respuesta',
  'respuesta abierta',
  'resposta',
  'resposta aberta',
])

function surveyMonkeyHeader(first: readonly string[], second: readonly string[]): CsvHeader {
  // The second header row is empty under the respondent columns; otherwise there is only one header row.
  const filled = second.filter((cell) => cell.trim() !== '').length
  if (second[0]?.trim() !== '' || filled === 0) return { platform: 'surveymonkey', rows: 1, names: uniqueNames(first) }
  let question = ''
  const names = first.map((name, i) => {
    if (name.trim()) question = name.trim()
    const part = second[i]?.trim() ?? ''
    return plainAnswers.has(part.toLowerCase()) ? question : `${question}: ${part}`
  })
  return { platform: 'surveymonkey', rows: 2, names: uniqueNames(names) }
}

const maxNameLength = 500

/** Gives every column a distinct name: a repeated one gets a number. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, i) => {
    const plain =
      name
        .replace(/[\s\u00a0\ufeff]+/g, ' ')
        .trim()
        .slice(0, maxNameLength)
        .replace(/[\ud800-\udbff]$/, '') || `column_${i + 1}`
    let free = plain
    for (let n = 2; taken.has(free); n++) free = `${plain}_${n}`
    taken.add(free)
    return free
  })
}

/** The delimiter that splits the first records into many columns, the same number in most rows. */
export function detectDelimiter(split: (delimiter: string) => string[][]): string {
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of [',', ';', '\t', '|']) {
    const widths = split(delimiter)
      .map((record) => record.length)
      .filter((width) => width > 0)
    const common = mostFrequentWidth(widths)
    if (common < 2) continue
    const share = widths.filter((width) => width === common).length / widths.length
    const score = share * share * Math.log2(common + 1)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** Of equally frequent widths the larger. */
function mostFrequentWidth(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 0
}

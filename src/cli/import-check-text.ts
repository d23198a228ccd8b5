import { type ExportName, exportProducts } from '#vocabulary/export-products.ts'
import type { CheckReport } from './import-report.ts'
import type { Io } from './io.ts'
import { isScalar, jsonOf, scalarText, stripControls } from './text.ts'

const maxLines = 20
const maxValue = 200

/** The report of a dry run for people. */
export async function checkText(file: string, report: CheckReport, io: Io): Promise<string> {
  const { rows, type, encoding, delimiter, warnings } = report
  const separator = delimiter === '\t' ? 'tabs' : `"${delimiter}"`
  return [
    `${file}: ${productOf(report)}, imported as ${type};`,
    `${counted(rows)}, ${encoding}, columns separated by ${separator}`,
    '',
    await mappingText(report, io),
    ...warnings,
    ...outcomeText(report),
    'Dry run: nothing was kept.',
    '',
  ]
    .map((text) => text.split('\n').map(stripControls).join('\n'))
    .join('\n')
}

function productOf({ detected_platform: platform }: CheckReport): string {
  if (platform === 'generic') return 'not the export of a known product'
  return `an export of ${exportProducts[platform as ExportName] ?? 'Qualtrics'}`
}

async function mappingText({ mapping }: CheckReport, { stdout, env }: Io): Promise<string> {
  const { layout, tableText } = await import('./table.ts')
  const rows = mapping.map(({ column, field, confidence, date_format, rating_scale }) => ({
    column,
    field: field ?? 'left out',
    sure: confidence ?? '',
    read_as: date_format ?? (rating_scale ? `${rating_scale.min} to ${rating_scale.max}` : ''),
  }))
  const width = stdout.columns ?? (Number(env.COLUMNS) || 80)
  return tableText(layout(rows, width, ['column', 'field', 'sure', 'read_as']), rows, true)
}

function outcomeText({ rows, valid, failed, skipped, samples, ...report }: CheckReport): string[] {
  if (!samples) return []
  const { skipped_rows = [], errors = [], undated, repeated } = report
  return [
    ...samples.map(({ line, values }) => `Line ${line} would be stored as\n${valuesText(values)}`),
    `Of ${counted(rows)} ${valid} would be imported, ${skipped} skipped and ${failed} rejected.`,
    ...listText('Skipped:', skipped_rows),
    ...listText('Rejected:', errors),
    ...linesText('Without a date, so at the time of the import', undated),
    ...linesText('Without an id and the same as an earlier row, imported all the same', repeated),
    '',
  ]
}

const counted = (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`)

const valuesText = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([field, value]) => `  ${field}: ${stripControls(isScalar(value) ? scalarText(value) : jsonOf(value))}`)
    .map((text) => (text.length > maxValue ? `${text.slice(0, maxValue - 1)}…` : text))
    .join('\n')

function listText(title: string, sentences: readonly { message: string }[]): string[] {
  if (sentences.length === 0) return []
  const shown = sentences.slice(0, maxLines).map(({ message }) => `  ${stripControls(message)}`)
  return [title, ...shown, ...(sentences.length > maxLines ? ['  … (--json lists more)'] : [])]
}

function linesText(what: string, found: { rows: number; lines: number[] } | undefined): string[] {
  if (!found || found.rows === 0) return []
  const lines = found.lines.slice(0, maxLines).join(', ')
  const more = found.rows > maxLines ? ', …' : ''
  return [`${what}: ${counted(found.rows)} (${found.rows === 1 ? 'line' : 'lines'} ${lines}${more})`]
}

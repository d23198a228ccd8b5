import type { PageResponse } from '#client/paging.ts'
import { detailOf } from './detail.ts'
import { type Io, print } from './io.ts'
import type { TableColumn } from './table.ts'
import type { OutputFormat } from './flags.ts'
import { isScalar, jsonOf } from './text.ts'

type Row = Record<string, unknown>
type Answer = Row & { data?: unknown; pagination?: { has_more?: boolean; next_cursor?: string | null } }

const terminalWidth = ({ stdout, env }: Io) => stdout.columns ?? (Number(env.COLUMNS) || 80)

type AnswerOutput = { format: OutputFormat; columns?: readonly string[] | undefined; jq?: string | undefined }

/** A table or a list of fields, or one of the formats for programs. */
export async function printAnswer(answer: unknown, output: AnswerOutput, io: Io): Promise<void> {
  if (output.jq !== undefined) return (await import('./jq.ts')).printFiltered(answer, output.jq, io)
  if (output.format === 'json' || isScalar(answer)) return print(io.stdout, `${jsonOf(answer, 2)}\n`)
  const { data, pagination, ...rest } = answer as Answer
  if (output.format !== 'table') {
    const rows = isRows(data) ? data : [answer as Row]
    return (await rowPrinter(output, io))(rows)
  }
  if (!isRows(data)) return print(io.stdout, detailOf(answer as object))
  const scalars = Object.fromEntries(Object.entries(rest).filter(([, value]) => isScalar(value)))
  await print(io.stdout, detailOf(scalars))
  await printRows(data, { output }, io)
  const nextFlag = pagination?.next_cursor ? `--cursor ${pagination.next_cursor}` : '--offset'
  if (pagination?.has_more) await print(io.stderr, `More: ${nextFlag} or --all\n`)
}

/** Prints pages as they arrive; the first page determines the columns. */
export async function printPages(pages: AsyncIterable<PageResponse>, output: AnswerOutput, io: Io): Promise<void> {
  const printer = output.format === 'table' ? undefined : await rowPrinter(output, io)
  let known: TableColumn[] | undefined
  let printed = false
  for await (const page of pages) {
    const { data } = page
    if (output.jq !== undefined) await (await import('./jq.ts')).printFiltered(page, output.jq, io)
    else if (printer) await printer(data as Row[])
    else if (data.length > 0 || !printed) known = await printRows(data as Row[], { output, known }, io)
    printed = true
  }
}

/** Rows for programs: as CSV, or a line of JSON for each, because a list of all pages has no end yet. */
async function rowPrinter({ format, columns }: AnswerOutput, io: Io): Promise<(rows: Row[]) => Promise<void>> {
  const chosen = (row: Row) =>
    columns ? Object.fromEntries(columns.map((name) => [name, fieldAt(row, name) ?? null])) : row
  if (format !== 'csv') return (rows) => print(io.stdout, rows.map((row) => `${jsonOf(chosen(row))}\n`).join(''))
  const { csvWriter } = await import('./csv.ts')
  const write = csvWriter((text) => print(io.stdout, text))
  return (rows) => write(rows.map(chosen))
}

type TableOptions = { output: AnswerOutput; known?: TableColumn[] | undefined }

async function printRows(
  found: Row[],
  { output: { columns: chosen }, known }: TableOptions,
  io: Io,
): Promise<TableColumn[] | undefined> {
  const rows = chosen ? found.map((row) => Object.fromEntries(chosen.map((name) => [name, fieldAt(row, name)]))) : found
  if (rows.length === 0) return void (await print(io.stdout, 'Nothing found.\n'))
  const { layout, tableText } = await import('./table.ts')
  const columns = known ?? layout(rows, terminalWidth(io), chosen)
  await print(io.stdout, tableText(columns, rows, known === undefined))
  return columns
}

/** `contact.name` is the name of the contact. */
const fieldAt = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row)

const isRows = (data: unknown): data is Row[] =>
  Array.isArray(data) && data.every((item) => item !== null && typeof item === 'object')

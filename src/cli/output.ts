import type { ListPage } from '#client/paging.ts'
import { detailOf } from './detail.ts'
import { type Io, print } from './io.ts'
import type { Column } from './table.ts'
import { isScalar, jsonOf } from './text.ts'

type Row = Record<string, unknown>
type Answer = Row & { data?: unknown; pagination?: { has_more?: boolean; next_cursor?: string | null } }

export const terminalWidth = ({ stdout, env }: Io) => stdout.columns ?? (Number(env.COLUMNS) || 80)

/** A table or a list of fields on a terminal, otherwise JSON. */
export async function printAnswer(answer: unknown, asJson: boolean, io: Io): Promise<void> {
  if (asJson || isScalar(answer)) return print(io.stdout, `${jsonOf(answer, 2)}\n`)
  const { data, pagination, ...rest } = answer as Answer
  if (!isRows(data)) return print(io.stdout, detailOf(answer as object))
  const scalars = Object.fromEntries(Object.entries(rest).filter(([, value]) => isScalar(value)))
  await print(io.stdout, detailOf(scalars))
  await printRows(data, undefined, io)
  const nextFlag = pagination?.next_cursor ? `--cursor ${pagination.next_cursor}` : '--offset'
  if (pagination?.has_more) await print(io.stderr, `More: ${nextFlag} or --all\n`)
}

/** Prints pages as they arrive; the first page determines the columns. */
export async function printPages(pages: AsyncIterable<ListPage>, asJson: boolean, io: Io): Promise<void> {
  let columns: Column[] | undefined
  let printed = false
  for await (const { data } of pages) {
    if (asJson) await print(io.stdout, data.map((item) => `${jsonOf(item)}\n`).join(''))
    else if (data.length > 0 || !printed) columns = await printRows(data as Row[], columns, io)
    printed = true
  }
}

async function printRows(rows: Row[], knownColumns: Column[] | undefined, io: Io): Promise<Column[] | undefined> {
  if (rows.length === 0) return void (await print(io.stdout, 'Nothing found.\n'))
  const { layout, tableText } = await import('./table.ts')
  const columns = knownColumns ?? layout(rows, terminalWidth(io))
  await print(io.stdout, tableText(columns, rows, knownColumns === undefined))
  return columns
}

const isRows = (data: unknown): data is Row[] =>
  Array.isArray(data) && data.every((item) => item !== null && typeof item === 'object')

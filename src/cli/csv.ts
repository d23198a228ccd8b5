import { csvText } from '#contract/core/csv.ts'

type Row = Record<string, unknown>

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Writes pages as one CSV; the columns are those of the first page, later fields are left out. */
export function csvWriter(write: (text: string) => Promise<void>): (rows: unknown[]) => Promise<void> {
  let columns: string[] | undefined
  return async (rows) => {
    if (rows.length === 0) return
    const header = columns === undefined
    columns ??= [...new Set(rows.flatMap((row) => Object.keys(row as Row)))]
    const cells = rows.map((row) => columns!.map((name) => cellOf((row as Row)[name])))
    await write(csvText(header ? [columns, ...cells] : cells))
  }
}

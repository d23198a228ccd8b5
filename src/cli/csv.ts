type Row = Record<string, unknown>

/** A spreadsheet would run what begins like this, also after spaces; a quote in front makes it text. */
const formula = /^[\s\u00a0]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes pages as one CSV; the first page settles the columns, and fields that come later are left out. */
export function csvOf(write: (text: string) => Promise<void>): (rows: unknown[]) => Promise<void> {
  let columns: string[] | undefined
  return async (rows) => {
    if (rows.length === 0) return
    const head = columns === undefined
    columns ??= [...new Set(rows.flatMap((row) => Object.keys(row as Row)))]
    const lines = [
      ...(head ? [columns.map(cellOf).join(',')] : []),
      ...rows.map((row) => columns!.map((name) => cellOf((row as Row)[name])).join(',')),
    ]
    await write(`${lines.join('\r\n')}\r\n`)
  }
}

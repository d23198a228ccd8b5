import { stringify } from 'csv-stringify/sync'
import { safeCell } from '#engine/csv/formula.ts'
import type { Db } from '#store/open.ts'
import { rejectedAfter } from './problems.ts'
import { chunksIn, type UploadRow } from './queries.ts'
import { rowsOf } from './read-file.ts'

const together = 1000
const written = (rows: string[][]) => stringify(rows.map((row) => row.map(safeCell)))

/** The rows that were not taken, as they came, and why; a piece at a time, however many there are. */
export async function* rejectedRows(db: Db, org: string, upload: UploadRow): AsyncGenerator<string> {
  yield written([[...upload.headers, 'error_code', 'error_message']])
  let waiting = await rejectedAfter(db, org, upload.id, together, 0)
  let lines: string[][] = []
  for await (const { number, cells } of rowsOf(chunksIn(db, org, upload.id), upload)) {
    if (waiting.length === 0) break
    if (number !== waiting[0]!.row_number) continue
    const { codes, messages } = waiting.shift()!
    const own = upload.headers.map((_, i) => cells[i] ?? '')
    lines.push([...own, codes, messages])
    if (waiting.length > 0) continue
    yield written(lines)
    lines = []
    waiting = await rejectedAfter(db, org, upload.id, together, number)
  }
  if (lines.length > 0) yield written(lines)
}

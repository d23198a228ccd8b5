import { csvText } from '#contract/core/csv.ts'
import { rowsOf } from '#domain/imports/csv-uploads/file/read-file.ts'
import { listRejectedRows } from '#domain/imports/csv-uploads/queries-problems.ts'
import { readChunks, type UploadRow } from '#domain/imports/csv-uploads/queries.ts'
import type { Db } from '#store/open.ts'

const pageSize = 1000
const toCsv = (rows: readonly (readonly string[])[]) => csvText(rows, '\n')

/** The rejected rows as CSV, as they were uploaded, with the reasons; a page at a time. */
export async function* rejectedRows(db: Db, org: string, upload: UploadRow): AsyncGenerator<string> {
  yield toCsv([[...upload.headers, 'error_code', 'error_message']])
  let rejected = await listRejectedRows(db, org, upload.id, { limit: pageSize, after: 0 })
  let lines: string[][] = []
  for await (const { number, cells } of rowsOf(readChunks(db, org, upload.id), upload)) {
    if (rejected.length === 0) break
    if (number !== rejected[0]!.row_number) continue
    const { codes, messages } = rejected.shift()!
    lines.push([...upload.headers.map((_, i) => cells[i] ?? ''), codes, messages])
    if (rejected.length > 0) continue
    yield toCsv(lines)
    lines = []
    rejected = await listRejectedRows(db, org, upload.id, { limit: pageSize, after: number })
  }
  if (lines.length > 0) yield toCsv(lines)
}

import { csvColumns } from '#contract/resources/csv-columns.ts'
import { maxCheckProblems } from '#contract/resources/csv-upload-shapes.ts'
import type { Chunks } from '#domain/imports/csv-uploads/file/read-file.ts'
import type { StoredRowProblem } from '#domain/imports/csv-uploads/queries-problems.ts'
import type { UploadCounts } from '#domain/imports/csv-uploads/queries.ts'
import { importers } from './importers.ts'
import { rowDigest, type ReadableUpload, validateRows, type ValidatedRow } from './validate-rows.ts'

type Lines = { rows: number; lines: number[] }
/** What an import of the rows would do. */
export type CheckedRows = { counts: UploadCounts; problems: StoredRowProblem[]; undated: Lines; repeated: Lines }

/** Validates all rows and notes which of the valid ones have no date, or are the same as an earlier one. */
export async function checkRows(chunks: Chunks, upload: ReadableUpload): Promise<CheckedRows> {
  const undated: Lines = { rows: 0, lines: [] }
  const repeated: Lines = { rows: 0, lines: [] }
  const isDated = datedRows(upload)
  const seen = new Set<string>()
  const { counts, problems } = await validateRows(chunks, upload, {
    onRow(row) {
      if (!row.input) return
      if (!isDated(row)) addLine(undated, row)
      if (row.values.external_id !== undefined) return
      const key = rowDigest(JSON.stringify([row.values, row.metadata, row.answers.map(({ key, text }) => [key, text])]))
      if (seen.has(key)) addLine(repeated, row)
      seen.add(key)
    },
  })
  return { counts, problems, undated, repeated }
}

function datedRows({ type }: ReadableUpload): (row: ValidatedRow) => boolean {
  const dates = Object.entries(csvColumns[type]).flatMap(([target, { kind }]) => (kind === 'date' ? [target] : []))
  const { hasDateInText } = importers[type]
  return (row) => dates.some((target) => row.values[target] !== undefined) || hasDateInText?.(row) === true
}

function addLine(found: Lines, { line }: ValidatedRow) {
  found.rows++
  if (found.lines.length < maxCheckProblems) found.lines.push(line)
}

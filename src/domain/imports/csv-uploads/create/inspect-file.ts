import { createHash } from 'node:crypto'
import type { CsvType } from '#contract/resources/csv-columns.ts'
import { type GivenMapping, splitMapping } from '#domain/imports/csv-uploads/mapping/mapping.ts'
import { requireValidMapping } from '#domain/imports/csv-uploads/mapping/validate-mapping.ts'
import { type CheckedRows, checkRows } from '#domain/imports/csv-uploads/rows/check-rows.ts'
import { type PreviewRow, previewRows } from '#domain/imports/csv-uploads/rows/preview.ts'
import { chunksOf, detectFormat, type FileFormat } from '#domain/imports/csv-uploads/file/detect-format.ts'

export type FileToInspect = { type: CsvType | undefined; bytes: Uint8Array; mapping?: GivenMapping | undefined }
export type Inspection = {
  format: FileFormat
  sha256: Uint8Array
  preview: PreviewRow[]
  /** Absent without a mapping. */
  checked?: CheckedRows
}

const previewSize = 10

/** Reads the whole file: its format, its fingerprint and its first rows; with a mapping, every row. */
export async function inspectFile({ type, bytes: given, mapping }: FileToInspect): Promise<Inspection> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const format = await detectFormat(bytes, type)
  const sha256 = createHash('sha256').update(bytes).digest()
  const table = { ...format, ...(mapping ? splitMapping(mapping) : { mapping: null, options: null }) }
  if (table.mapping) requireValidMapping(format, table.mapping, table.options, 'body.mapping')
  const preview = await previewRows(chunksOf(bytes), table, previewSize)
  return { format, sha256, preview, ...(table.mapping && { checked: await checkRows(chunksOf(bytes), table) }) }
}

import { createHash } from 'node:crypto'
import type { CsvType } from '#contract/resources/csv-columns.ts'
import { type PreviewRow, previewRows } from '#domain/imports/csv-uploads/rows/preview.ts'
import { chunksOf, detectFormat, type FileFormat } from '#domain/imports/csv-uploads/file/detect-format.ts'

export type FileToInspect = { type: CsvType | undefined; bytes: Uint8Array }
export type Inspection = { format: FileFormat; sha256: Uint8Array; preview: PreviewRow[] }

const previewSize = 10

/** Reads the whole file once: its format, its fingerprint and its first rows. */
export async function inspectFile({ type, bytes: given }: FileToInspect): Promise<Inspection> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const format = await detectFormat(bytes, type)
  const preview = await previewRows(chunksOf(bytes), { ...format, mapping: null, options: null }, previewSize)
  return { format, sha256: createHash('sha256').update(bytes).digest(), preview }
}

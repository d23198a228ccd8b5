import type { csvUploads } from '#contract/resources/csv-uploads.ts'
import type { Output } from '#contract/core/route.ts'
import type { Chunks } from '#domain/imports/csv-uploads/file/read-file.ts'
import { type ReadableUpload, validatedRows, type ValidatedRow } from './validate-rows.ts'

export type PreviewRow = Output<(typeof csvUploads)['previewCsvUpload']>['data'][number]

export async function previewRows(chunks: Chunks, table: ReadableUpload, limit: number): Promise<PreviewRow[]> {
  const rows: PreviewRow[] = []
  for await (const row of validatedRows(chunks, table)) if (rows.push(toPreviewRow(row)) === limit) break
  return rows
}

const toPreviewRow = ({
  number,
  line,
  values,
  metadata,
  customFields = {},
  answers,
  issues,
}: ValidatedRow): PreviewRow => ({
  row: number,
  line,
  values: {
    ...values,
    ...Object.fromEntries(answers.map(({ key, text }) => [`answers.${key}`, text])),
    ...Object.fromEntries(Object.entries(customFields).map(([key, value]) => [`custom_fields.${key}`, value])),
    ...Object.fromEntries(Object.entries(metadata).map(([key, text]) => [`metadata.${key}`, text])),
  },
  issues: issues.map(({ header, code, message }) => ({ header, code, message })),
})

import type { Static } from 'typebox'
import type { CsvUpload, csvUploads } from '#contract/resources/csv-uploads.ts'
import type { Output } from '#contract/core/route.ts'
import type { CheckedRow } from './scan.ts'
import type { ListedRow, UploadRow } from './queries.ts'

type Detail = Output<(typeof csvUploads)['getCsvUpload']>
export type PreviewRow = Output<(typeof csvUploads)['previewCsvUpload']>['data'][number]

export function shown({
  platform,
  valid,
  created,
  updated,
  unchanged,
  skipped,
  failed,
  ...row
}: ListedRow): Static<typeof CsvUpload> {
  return {
    ...row,
    detected_platform: platform,
    totals: { rows: row.row_count, valid, created, updated, unchanged, skipped, failed },
  }
}

export function detailOf({
  suggestion,
  warnings,
  facts: _,
  position: __,
  skipped_records: ___,
  ...row
}: UploadRow): Detail {
  return { ...shown(row), suggested_mapping: suggestion, warnings }
}

export const previewOf = ({ number, line, values, metadata, answers, issues }: CheckedRow): PreviewRow => ({
  row: number,
  line,
  values: {
    ...values,
    ...Object.fromEntries(answers.map(({ key, text }) => [`answers.${key}`, text])),
    ...Object.fromEntries(Object.entries(metadata).map(([key, text]) => [`metadata.${key}`, text])),
  },
  issues: issues.map(({ header, code, message }) => ({ header, code, message })),
})

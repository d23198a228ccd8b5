import type { Static } from 'typebox'
import type { csvUploads } from '#contract/resources/csv-uploads.ts'
import { type CsvUpload, maxCheckProblems } from '#contract/resources/csv-upload-shapes.ts'
import type { Output } from '#contract/core/route.ts'
import type { UploadMapping } from './mapping/mapping.ts'
import type { StoredRowProblem } from './queries-problems.ts'
import type { UploadListRow, UploadRow } from './queries.ts'
import type { CheckedRows } from './rows/check-rows.ts'

type Detail = Output<(typeof csvUploads)['getCsvUpload']>

/** Without the definitions of custom fields. */
const shownMapping = ({ columns, ...mapping }: UploadMapping) => ({
  ...mapping,
  columns: columns.map(({ custom_field: _, ...column }) => column),
})

export function toUpload({
  platform,
  valid,
  created,
  updated,
  unchanged,
  skipped,
  failed,
  ...row
}: UploadListRow): Static<typeof CsvUpload> {
  return {
    ...row,
    mapping: row.mapping && shownMapping(row.mapping),
    detected_platform: platform,
    totals: { rows: row.row_count, valid, created, updated, unchanged, skipped, failed },
  }
}

export function toUploadDetail({
  suggestion,
  warnings,
  facts: _,
  position: __,
  skipped_records: ___,
  ...row
}: UploadRow): Detail {
  return { ...toUpload(row), suggested_mapping: suggestion, warnings }
}

export const toProblem = ({ row_number: row, n: _, ...rest }: StoredRowProblem) => ({ row, ...rest })

export const toRowsCheck = (
  checked: CheckedRows | undefined,
): Output<(typeof csvUploads)['createCsvUpload']>['check'] =>
  checked
    ? {
        problems: checked.problems.slice(0, maxCheckProblems).map(toProblem),
        undated: checked.undated,
        repeated: checked.repeated,
      }
    : null

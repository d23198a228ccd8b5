import type { CsvType } from '#contract/csv-columns.ts'
import { feedbackRows } from './feedback-rows.ts'
import type { AnyImporter } from './row-importer.ts'

/** What each type of table becomes. */
export const importers: Partial<Record<CsvType, AnyImporter>> = {
  feedback: feedbackRows as unknown as AnyImporter,
}

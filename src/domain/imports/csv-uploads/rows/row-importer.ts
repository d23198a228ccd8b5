import type { EventName } from '#contract/core/event-names.ts'
import type { ChangeLog, Jobs } from '#domain/context.ts'
import type { CompleteOptions } from '#domain/imports/csv-uploads/mapping/mapping.ts'
import type { UploadRow } from '#domain/imports/csv-uploads/queries.ts'
import type { UpsertOutcome } from '#domain/sources/batch/upsert-batch.ts'
import type { Db } from '#store/open.ts'
import type { ParsedRow, RowIssue } from './parse-row.ts'

export type ImportBatch = {
  org: string
  user: string | null
  upload: UploadRow
  options: CompleteOptions
  changeLog: ChangeLog
  jobs: Jobs
}

/** The outcome of each row, and the feedback that now waits for its analysis. */
export type StoredRows = { outcomes: UpsertOutcome[]; queued: string[] }

/** Imports the rows of one type of table. */
export type RowImporter<Input> = {
  /** The events of created and updated objects. */
  events: { created: EventName | null; updated: EventName | null }
  /** The object that a row describes, or what else is wrong with it. */
  toInput(row: ParsedRow, options: CompleteOptions): Input | RowIssue[]
  /** Whether the text of a row without a date names it. */
  hasDateInText?(row: ParsedRow): boolean
  /** Rows with the same key are duplicates; null for a row that is never one. */
  dedupeKeyOf(input: Input, options: CompleteOptions): string | null
  /** Runs in the transaction of the batch. */
  store(db: Db, inputs: readonly Input[], batch: ImportBatch): Promise<StoredRows>
}

export type AnyImporter = RowImporter<object>

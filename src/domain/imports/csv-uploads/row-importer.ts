import type { EventName } from '#contract/resources/events.ts'
import type { Jobs, Journal } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import type { Issue, ReadRow } from './check-row.ts'
import type { FilledOptions } from './mapping.ts'
import type { UploadRow } from './queries.ts'

export type Outcome = { id: string; result: 'created' | 'updated' | 'unchanged' }

export type Batch = {
  org: string
  user: string | null
  upload: UploadRow
  options: FilledOptions
  journal: Journal
  jobs: Jobs
}

/** What became of each row, and which feedback waits for the analysis now. */
export type Stored = { outcomes: Outcome[]; queued: string[] }

/** What one type of table becomes. */
export type RowImporter<Input> = {
  /** What others are told of each row. */
  events: { created: EventName | null; updated: EventName | null }
  /** The object that a row means, or what else is wrong with the row. */
  inputOf(row: ReadRow, options: FilledOptions): Input | Issue[]
  /** Rows with the same key are one; null for a row that is like no other. */
  keyOf(input: Input, row: ReadRow, options: FilledOptions): string | null
  /** In the transaction of the batch. */
  store(db: Db, inputs: readonly Input[], batch: Batch): Promise<Stored>
}

export type AnyImporter = RowImporter<object>

/* Columns that were moved into another table: an older backup still has them in the first one. */

type Row = Record<string, unknown>
export type LegacyColumns = { into: string; columns: readonly string[]; rowOf(row: Row): Row }

const pick = (row: Row, columns: readonly string[]): Row => Object.fromEntries(columns.map((name) => [name, row[name]]))
const stateColumns = ['skip_reason', 'duplicate_of_id', 'language', 'updated_at']

const moved: Record<string, LegacyColumns> = {
  feedback: {
    into: 'feedback_state',
    columns: ['status', ...stateColumns],
    // Deleted feedback is not analyzed any more.
    rowOf: (row) => ({
      org_id: row.org_id,
      feedback_id: row.id,
      ...pick(row, stateColumns),
      status: row.deleted_at !== null && ['received', 'queued'].includes(row.status as string) ? 'skipped' : row.status,
    }),
  },
}

/** Columns that are not restored into another organization, which keeps its own. */
export const isForgotten = (table: string, column: string) => table === 'organization' && column === 'credits'

/** Undefined where the table of the backup has no moved columns. */
export const legacyColumns = (table: string, columns: readonly string[]): LegacyColumns | undefined =>
  moved[table]?.columns.every((name) => columns.includes(name)) ? moved[table] : undefined

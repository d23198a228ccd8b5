/* What stands in a table of its own by now: a backup from before holds it where it was. */

type Row = Record<string, unknown>
export type Moved = { into: string; columns: readonly string[]; rowOf(row: Row): Row }

const pick = (row: Row, columns: readonly string[]): Row => Object.fromEntries(columns.map((name) => [name, row[name]]))
const standing = ['skip_reason', 'duplicate_of_id', 'language', 'updated_at']

const all: Record<string, Moved> = {
  feedback: {
    into: 'feedback_state',
    columns: ['status', ...standing],
    // What is deleted waits for nothing.
    rowOf: (row) => ({
      org_id: row.org_id,
      feedback_id: row.id,
      ...pick(row, standing),
      status: row.deleted_at !== null && ['received', 'queued'].includes(row.status as string) ? 'skipped' : row.status,
    }),
  },
}

/** Undefined where the backup has everything where it stands now. */
export const movedFrom = (table: string, columns: readonly string[]): Moved | undefined =>
  all[table]?.columns.every((name) => columns.includes(name)) ? all[table] : undefined

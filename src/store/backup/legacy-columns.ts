/* Columns that were moved or split: an older backup still has them as they were. */

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

/**
 * Columns that are not restored: an organization keeps its own credits, `currentRow` splits counts by day, and the
 * analysis writes the subject and the aspect of a subtheme anew.
 */
const forgotten: Record<string, readonly string[]> = {
  organization: ['credits'],
  daily_count: ['neutral'],
  subtheme: ['point', 'point_sentiment'],
}
export const isForgotten = (table: string, column: string): boolean => forgotten[table]?.includes(column) ?? false

type FormerCounts = { series: string; positive: number; negative: number; neutral: number }

/** As migration 0012 does it. */
function splitCounts({ positive, negative, neutral, ...row }: FormerCounts): Row {
  const kind = row.series.split('.')[0]!
  const of = (kinds: readonly string[], count: number) => (kinds.includes(kind) ? count : null)
  return {
    ...row,
    count: positive + negative + neutral,
    positive: of(['insight', 'arrival'], positive),
    negative: of(['insight', 'arrival'], negative),
    promoters: of(['nps'], positive),
    detractors: of(['nps'], negative),
    completed: row.series === 'survey' ? positive : null,
  }
}

/** A row of an older backup with the columns of now. */
export const currentRow = (table: string, row: Row): Row =>
  table === 'daily_count' && 'neutral' in row ? splitCounts(row as FormerCounts) : row

/** Undefined where the table of the backup has no moved columns. */
export const legacyColumns = (table: string, columns: readonly string[]): LegacyColumns | undefined =>
  moved[table]?.columns.every((name) => columns.includes(name)) ? moved[table] : undefined

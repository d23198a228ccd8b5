import type { ChangeLog } from '#domain/context.ts'

/* Upserts many rows of one table in a fixed number of statements; each source configures it with its own SQL. */

export type UpsertResult = 'created' | 'updated' | 'unchanged'
export type UpsertOutcome = { id: string; result: UpsertResult }

/** A row of a batch, with the id that it gets if it is inserted. */
type BatchRow = { id: string; external_id: string | null }
/** A stored row, and the id of the batch row that refers to it. */
type ExistingRow = { input_id: string; id: string }
export type ChangedRow = ExistingRow & { changed: boolean }
type Match<Row, Existing> = { row: Row; existing: Existing }
/** `existing` is the stored row before the update; null for a row that was inserted. */
export type Upserted<Existing> = UpsertOutcome & { existing: Existing | null }

type UpsertSteps<Row extends BatchRow, Existing extends ExistingRow> = {
  /** Finds and locks the stored rows that the batch rows refer to. */
  findExisting(rows: readonly Row[]): Promise<readonly Existing[]>
  /** Writes the batch rows to the stored rows and returns the ids of those that changed. */
  updateExisting(matches: readonly Match<Row, Existing>[]): Promise<ReadonlySet<string>>
  /** Inserts rows, skips those that a concurrent transaction inserted first, and returns the inserted ids. */
  insertNew(rows: readonly Row[]): Promise<ReadonlySet<string>>
}

/** What became of each row, by the id of the batch row. */
export async function upsertBatch<Row extends BatchRow, Existing extends ExistingRow>(
  rows: readonly Row[],
  steps: UpsertSteps<Row, Existing>,
): Promise<Map<string, Upserted<Existing>>> {
  const outcomes = new Map<string, Upserted<Existing>>()
  const writeExisting = async (candidates: readonly Row[]) => {
    if (candidates.length === 0) return
    const rowById = new Map(candidates.map((row) => [row.id, row]))
    const found = await steps.findExisting(candidates)
    if (found.length === 0) return
    const changed = await steps.updateExisting(
      found.map((existing) => ({ row: rowById.get(existing.input_id)!, existing })),
    )
    for (const existing of found) {
      const result = changed.has(existing.id) ? 'updated' : 'unchanged'
      outcomes.set(existing.input_id, { id: existing.id, result, existing })
    }
  }
  await writeExisting(rows.filter((row) => row.external_id !== null))
  const missing = rows.filter((row) => !outcomes.has(row.id))
  const inserted = missing.length ? await steps.insertNew(missing) : new Set<string>()
  for (const { id } of missing) if (inserted.has(id)) outcomes.set(id, { id, result: 'created', existing: null })
  // Lost the insert race: update the winner's rows.
  await writeExisting(missing.filter((row) => !inserted.has(row.id)))
  return outcomes
}

/** The update step of tables whose find step already says which rows change. */
export async function updateChanged<Row extends BatchRow, Existing extends ChangedRow>(
  matches: readonly Match<Row, Existing>[],
  update: (rows: readonly Row[]) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const rows = matches
    .filter(({ existing }) => existing.changed)
    .map(({ row, existing }) => ({ ...row, id: existing.id }))
  if (rows.length) await update(rows)
  return new Set(rows.map((row) => row.id))
}

/** The insert step of tables whose imports can be rolled back. */
export async function insertLogged<Row>(
  rows: readonly Row[],
  insert: (rows: readonly Row[]) => Promise<ReadonlySet<string>>,
  { kind, changeLog }: { kind: string; changeLog: ChangeLog | undefined },
): Promise<ReadonlySet<string>> {
  const inserted = await insert(rows)
  if (inserted.size) await changeLog?.created(kind, [...inserted])
  return inserted
}

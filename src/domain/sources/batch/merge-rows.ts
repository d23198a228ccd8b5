/** Rows of one batch that refer to the same object, and their indexes in the batch. */
export type RowGroup<Row> = { row: Row; members: number[] }

/** Groups rows by key; `merge` combines the row of a group with a later one. Rows without a key stay alone. */
export function groupRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row, index: number) => string | null,
  merge: (first: Row, later: Row) => Row,
): RowGroup<Row>[] {
  const groups: RowGroup<Row>[] = []
  const byKey = new Map<string, RowGroup<Row>>()
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row, index)
    const group = key === null ? undefined : byKey.get(key)
    if (group) {
      group.members.push(index)
      group.row = merge(group.row, row)
      continue
    }
    const created = { row, members: [index] }
    groups.push(created)
    if (key !== null) byKey.set(key, created)
  }
  return groups
}

/** The first row, overwritten by the values of the later one that are not null; the id stays. */
export const mergeFields = <Row extends { id: string }>(first: Row, later: Row): Row => ({
  ...first,
  ...Object.fromEntries(Object.entries(later).filter(([name, value]) => value !== null && name !== 'id')),
})

export const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

/** Most frequent first; ties by key. */
export const mostFrequent = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))

export const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** Rounded to two decimals. */
export const roundedRatio = (n: number, total: number) => (total === 0 ? 0 : Math.round((100 * n) / total) / 100)

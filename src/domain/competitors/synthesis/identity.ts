export type PreviousGroup = { id: string; members: ReadonlySet<string> }

/** Minimum overlap, as a share of the smaller group, to continue a group of the previous version. */
const minOverlap = 0.5

/**
 * The previous group that each new group continues; undefined for a new one.
 * The largest overlap is matched first, so that a split group continues in its larger part.
 */
export function matchPreviousGroups(
  groups: readonly (readonly string[])[],
  previousGroups: readonly PreviousGroup[],
): (string | undefined)[] {
  const overlaps = groups.flatMap((members, index) =>
    previousGroups.map(({ id, members: before }) => {
      const shared = members.filter((member) => before.has(member)).length
      return { index, id, shared, matches: shared > 0 && shared / Math.min(before.size, members.length) >= minOverlap }
    }),
  )
  const matchedIds: (string | undefined)[] = groups.map(() => undefined)
  const usedIds = new Set<string>()
  for (const { index, id } of overlaps
    .filter((overlap) => overlap.matches)
    .sort((a, b) => b.shared - a.shared || a.index - b.index || (a.id < b.id ? -1 : 1))) {
    if (matchedIds[index] !== undefined || usedIds.has(id)) continue
    matchedIds[index] = id
    usedIds.add(id)
  }
  return matchedIds
}

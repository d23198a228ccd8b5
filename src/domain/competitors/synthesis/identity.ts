export type PreviousGroup = { id: string; members: ReadonlySet<string> }

/** Minimum overlap, as a share of the smaller group, to continue a group of the previous version. */
const enough = 0.5

/**
 * The previous group that each new group continues; undefined for a new one.
 * The largest overlap is matched first, so that a split group continues in its larger part.
 */
export function continued(
  groups: readonly (readonly string[])[],
  known: readonly PreviousGroup[],
): (string | undefined)[] {
  const overlaps = groups.flatMap((members, place) =>
    known.map(({ id, members: before }) => {
      const shared = members.filter((member) => before.has(member)).length
      return { place, id, shared, fits: shared > 0 && shared / Math.min(before.size, members.length) >= enough }
    }),
  )
  const found: (string | undefined)[] = groups.map(() => undefined)
  const taken = new Set<string>()
  for (const { place, id } of overlaps
    .filter((one) => one.fits)
    .sort((a, b) => b.shared - a.shared || a.place - b.place || (a.id < b.id ? -1 : 1))) {
    if (found[place] !== undefined || taken.has(id)) continue
    found[place] = id
    taken.add(id)
  }
  return found
}

export type Known = { id: string; members: ReadonlySet<string> }

/** Half of the smaller side must be shared for a group to be the one it was before. */
const enough = 0.5

/**
 * Which of the groups known before each new one continues; undefined for one that is new.
 * The largest overlap goes first, so that a group that split goes on in its larger part.
 */
export function continued(groups: readonly (readonly string[])[], known: readonly Known[]): (string | undefined)[] {
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

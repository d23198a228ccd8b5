import type { SearchType } from './searchable.ts'

/** Something found, before it is shown. */
export type Hit = { type: SearchType; id: string; score: number }
export type Place = { score: number; type: string; id: string }

const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Best first; of equals always in the same order. */
export const inOrder = (a: Place, b: Place) => b.score - a.score || before(a.type, b.type) || before(a.id, b.id)

/** The asked page of what was found, one more to tell whether there is a next one, and how many there are of each type. */
export function pageOf(
  hits: readonly Hit[],
  limit: number,
  place: Place | undefined,
): { hits: Hit[]; counts: Record<string, number> } {
  const counts: Record<string, number> = {}
  for (const { type } of hits) counts[type] = (counts[type] ?? 0) + 1
  const sorted = [...hits].sort(inOrder)
  return { hits: (place ? sorted.filter((hit) => inOrder(hit, place) > 0) : sorted).slice(0, limit + 1), counts }
}

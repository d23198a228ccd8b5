import type { SearchType } from './queries-searchable.ts'

export type Hit = { type: SearchType; id: string; score: number }
export type HitPosition = { score: number; type: string; id: string }

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Best first; ties in a stable order. */
export const compareHits = (a: HitPosition, b: HitPosition) =>
  b.score - a.score || compareText(a.type, b.type) || compareText(a.id, b.id)

/** The hits after a position, one more than the limit, and the count of hits per type. */
export function pageOfHits(
  hits: readonly Hit[],
  limit: number,
  position: HitPosition | undefined,
): { hits: Hit[]; counts: Record<string, number> } {
  const counts: Record<string, number> = {}
  for (const { type } of hits) counts[type] = (counts[type] ?? 0) + 1
  const sorted = [...hits].sort(compareHits)
  const rest = position ? sorted.filter((hit) => compareHits(hit, position) > 0) : sorted
  return { hits: rest.slice(0, limit + 1), counts }
}

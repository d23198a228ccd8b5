import type { GoldPoint } from './item.ts'
import type { FoundInsight, LoadedItem } from './load-items.ts'

type Span = { start: number; end: number }

/** A gold point with the insight found for it, if any. */
export type MatchedPoint = { point: GoldPoint; insight: FoundInsight | undefined; item: LoadedItem }

const overlap = (a: Span, b: Span) => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))
const shorter = (a: Span, b: Span) => Math.min(a.end - a.start, b.end - b.start)

/** The insight whose quote overlaps a point most, by at least half of the shorter of the two. */
export function bestMatch<T extends Span>(point: Span, insights: readonly T[]): T | undefined {
  let best: { insight: T; shared: number } | undefined
  for (const insight of insights) {
    const shared = overlap(point, insight)
    if (shared > 0 && shared * 2 >= shorter(point, insight) && shared > (best?.shared ?? 0)) best = { insight, shared }
  }
  return best?.insight
}

export const matchPoints = (items: readonly LoadedItem[]): MatchedPoint[] =>
  items.flatMap((item) => item.item.gold.map((point) => ({ point, item, insight: bestMatch(point, item.insights) })))

/** Insights that overlap no gold point of their item. */
export const spuriousInsights = (items: readonly LoadedItem[]): FoundInsight[] =>
  items.flatMap(({ item, insights }) =>
    insights.filter((insight) => item.gold.every((point) => overlap(point, insight) === 0)),
  )

/** Whether all gold points of an item are matched with different insights. */
export function isTakenApart({ item, insights }: LoadedItem): boolean {
  const found = item.gold.map((point) => bestMatch(point, insights))
  return !found.includes(undefined) && new Set(found).size === item.gold.length
}

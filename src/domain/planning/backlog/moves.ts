import type { Static } from 'typebox'
import type { SnapshotDetail } from '#contract/resources/opportunity-snapshots.ts'

export type Move = Static<typeof SnapshotDetail>['moves'][number]
export type Standing = {
  id: string
  title: string
  category: Move['category']
  rank: number | null
  impact_score: number
}

/** What is new or stands elsewhere than before; the best of each category first. */
export const movesBetween = (
  before: readonly Standing[],
  now: readonly Standing[],
  added: ReadonlySet<string>,
): Move[] => {
  const ranks = new Map(before.map(({ id, rank }) => [id, rank]))
  return now.flatMap(({ id, rank, ...one }) => {
    const previous_rank = ranks.get(id) ?? null
    if (!added.has(id) && previous_rank === rank) return []
    const change = added.has(id) || previous_rank === null ? 'new' : (rank ?? 0) < previous_rank ? 'up' : 'down'
    return [{ opportunity_id: id, ...one, change, rank, previous_rank }]
  })
}

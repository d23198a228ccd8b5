import type { Static } from 'typebox'
import type { SnapshotDetail } from '#contract/resources/opportunity-snapshots.ts'

export type RankMove = Static<typeof SnapshotDetail>['moves'][number]
export type RankedOpportunity = {
  id: string
  title: string
  category: RankMove['category']
  rank: number | null
  impact_score: number
}

/** New opportunities and those with another rank than before, in the order of `now`. */
export const rankMoves = (
  before: readonly RankedOpportunity[],
  now: readonly RankedOpportunity[],
  added: ReadonlySet<string>,
): RankMove[] => {
  const ranks = new Map(before.map(({ id, rank }) => [id, rank]))
  return now.flatMap(({ id, rank, ...one }) => {
    const previous_rank = ranks.get(id) ?? null
    if (!added.has(id) && previous_rank === rank) return []
    const isNew = added.has(id) || previous_rank === null
    const change = isNew ? 'new' : direction(rank, previous_rank)
    return [{ opportunity_id: id, ...one, change, rank, previous_rank }]
  })
}

/** Without a rank it is below all that have one. */
const direction = (rank: number | null, previous: number) => (rank !== null && rank < previous ? 'up' : 'down')

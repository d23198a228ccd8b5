import Type from 'typebox'
import { OpportunityCategory } from './opportunity-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'

const Rank = nullable(Type.Integer({ minimum: 1, examples: [2] }))

const fields = {
  id: Id,
  created_at: Time,
  opportunity_count: { ...Count, description: 'Number of active opportunities.' },
  new_count: { ...Count, description: 'Number of opportunities created by the refresh.' },
  moved_count: { ...Count, description: 'Number of opportunities with a changed rank.' },
}

const Move = Type.Object(
  {
    opportunity_id: Id,
    title: Type.String({ description: 'As it was then.', examples: ['Large exports fail'] }),
    category: OpportunityCategory,
    change: oneOf('new', 'up', 'down'),
    rank: Rank,
    previous_rank: Rank,
    impact_score: Type.Number({ minimum: 0, maximum: 100, examples: [63.4] }),
  },
  closed,
)

export const OpportunitySnapshot = Type.Object(fields, { ...closed, $id: 'OpportunitySnapshot' })
export const SnapshotDetail = Type.Object(
  { ...fields, moves: Type.Array(Move) },
  { ...closed, $id: 'OpportunitySnapshotDetail' },
)

export const opportunitySnapshots = defineRoutes({
  listOpportunitySnapshots: {
    method: 'GET',
    path: '/opportunities/snapshots',
    summary: 'List the refreshes of the backlog, newest first',
    query: Type.Object(PageQuery, closed),
    result: page(OpportunitySnapshot),
  },
  getOpportunitySnapshot: {
    method: 'GET',
    path: '/opportunities/snapshots/{snapshotId}',
    summary: 'Read what a refresh of the backlog moved',
    params: pathIds('snapshotId'),
    result: SnapshotDetail,
  },
})

import Type from 'typebox'
import { goal, InitiativeDetail, title } from './initiatives.ts'
import { OpportunityDetail } from './opportunity-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, Ids, UserId } from '#contract/core/ids.ts'
import { closed, oneOf } from '#contract/core/shapes.ts'

export const opportunityActions = defineRoutes({
  buildOpportunities: {
    method: 'POST',
    effect: {
      archive: 'removes',
      set_segments: 'overwrites',
      link_initiative: 'adds',
      create_initiative_from_opportunity: 'adds',
    },
    path: '/build/opportunities',
    event: {
      set_segments: 'opportunity.updated',
      link_initiative: 'opportunity.updated',
      create_initiative_from_opportunity: 'initiative.created',
    },
    summary: 'Act on opportunities',
    idempotent: true,
    actions: {
      archive: Type.Object({ opportunity_id: Id }, closed),
      set_segments: Type.Object({ opportunity_id: Id, segment_ids: Ids(100, 0) }, closed),
      link_initiative: Type.Object({ opportunity_id: Id, initiative_id: Id }, closed),
      create_initiative_from_opportunity: Type.Object(
        {
          opportunity_id: Id,
          title,
          goal: Type.Optional(goal),
          owner_id: Type.Optional(UserId),
        },
        closed,
      ),
    },
    result: Type.Object(
      {
        action: oneOf('archive', 'set_segments', 'link_initiative', 'create_initiative_from_opportunity'),
        opportunity: OpportunityDetail,
        initiative: Type.Optional(InitiativeDetail),
      },
      closed,
    ),
    errors: ['MERGED', 'NOT_FOUND', 'INVALID_STATE'],
  },
})

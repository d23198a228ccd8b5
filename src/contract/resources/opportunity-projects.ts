import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Ids, Linked, pathIds, Unlinked } from '#contract/core/ids.ts'
import { closed } from '#contract/core/shapes.ts'

/** The Projects that carry out an opportunity. */
export const opportunityProjects = defineRoutes({
  linkOpportunityProjects: {
    method: 'POST',
    effect: 'adds',
    path: '/opportunities/{opportunityId}/projects',
    event: 'opportunity.updated',
    summary: 'Let Projects carry out an opportunity, all or none',
    params: pathIds('opportunityId'),
    body: Type.Object({ project_ids: Ids() }, closed),
    result: Linked,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  unlinkOpportunityProject: {
    method: 'DELETE',
    path: '/opportunities/{opportunityId}/projects/{projectId}',
    event: 'opportunity.updated',
    summary: 'Part a Project from an opportunity',
    params: pathIds('opportunityId', 'projectId'),
    result: Unlinked('opportunity_id', 'project_id'),
    errors: ['MERGED'],
  },
})

import Type from 'typebox'
import { Linked } from './evidence.ts'
import { routes } from '#contract/core/route.ts'
import { closed, Id, Ids } from '#contract/core/shapes.ts'

/** The Projects that carry out an opportunity. */
export const opportunityProjects = routes({
  linkOpportunityProjects: {
    method: 'POST',
    effect: 'adds',
    path: '/opportunities/{opportunityId}/projects',
    event: 'opportunity.updated',
    summary: 'Let Projects carry out an opportunity, all or none',
    params: Type.Object({ opportunityId: Id }, closed),
    body: Type.Object({ project_ids: Ids() }, closed),
    result: Linked,
    errors: ['INVALID_STATE'],
  },
  unlinkOpportunityProject: {
    method: 'DELETE',
    path: '/opportunities/{opportunityId}/projects/{projectId}',
    event: 'opportunity.updated',
    summary: 'Part a Project from an opportunity',
    params: Type.Object({ opportunityId: Id, projectId: Id }, closed),
    result: Type.Object({ opportunity_id: Id, project_id: Id, linked: Type.Literal(false) }, closed),
  },
})

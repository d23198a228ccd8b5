import Type from 'typebox'
import { OpportunityCategory, OpportunityDetail } from './opportunity-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Ids, pathIds } from '#contract/core/ids.ts'
import { closed, nullable } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'

/* Opportunities that are about the same, or about several things. */

const params = pathIds('opportunityId')

export const opportunityMerges = defineRoutes({
  mergeOpportunities: {
    method: 'POST',
    effect: 'removes',
    path: '/opportunities/{opportunityId}/merge',
    event: 'opportunity.merged',
    summary: 'Merge other opportunities into this one',
    description:
      'It keeps its own fields and its place in the order of the team, and gets from the others what it lacks: ' +
      'evidence with its importance, segments, subthemes, Projects, an initiative, texts and estimates. Of a ' +
      'piece of evidence of several the highest importance counts. Answers about the others name this one.',
    params,
    body: Type.Object({ source_opportunity_ids: Ids(20) }, closed),
    result: OpportunityDetail,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  unmergeOpportunity: {
    method: 'POST',
    effect: 'updates',
    path: '/opportunities/{opportunityId}/unmerge',
    event: 'opportunity.unmerged',
    summary: 'Undo that an opportunity was merged into another one',
    description:
      'It is as it was before, and the other one loses what it had from it alone. What was said since of the ' +
      'importance of its evidence stays with it.',
    params,
    result: OpportunityDetail,
    errors: ['INVALID_STATE'],
  },
  splitOpportunity: {
    method: 'POST',
    effect: 'overwrites',
    path: '/opportunities/{opportunityId}/split',
    event: 'opportunity.created',
    summary: 'Move some evidence of an opportunity to a new one',
    description:
      'Answers the new opportunity. The evidence keeps its importance and reasons, and does not come back to the old ' +
      'one by itself; segments, owner, Projects and the initiative are those of the old one. At least one insight ' +
      'stays there.',
    status: 201,
    params,
    body: Type.Object(
      {
        title: Name('Large exports fail'),
        insight_ids: Ids(),
        category: Type.Optional(OpportunityCategory),
        problem_statement: Type.Optional(nullable(Text('Exports above 10,000 rows never finish.', 2000))),
        summary: Type.Optional(nullable(Text('Accounts with much data cannot get it out.', 2000))),
      },
      closed,
    ),
    result: OpportunityDetail,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  unsplitOpportunity: {
    method: 'POST',
    effect: 'removes',
    path: '/opportunities/{opportunityId}/unsplit',
    event: 'opportunity.merged',
    summary: 'Undo a split: the evidence goes back to the opportunity that it came from',
    description:
      'Answers that opportunity. Evidence and Projects that the new one got since go there too; it is then merged ' +
      'into the old one, which keeps its own texts and estimates. One that was not split stays as it is.',
    params,
    result: OpportunityDetail,
    errors: ['MERGED', 'INVALID_STATE'],
  },
})

import Type from 'typebox'
import { EvidenceImportance, LinkedInsight, LinkedInsightQuery, NewEvidence } from './evidence.ts'
import { InsightListItem } from './insights.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, Linked, pathIds, Unlinked, UserId } from '#contract/core/ids.ts'
import { page } from '#contract/core/pages.ts'
import { anyOfFields, closed, multiValue, nullable, withDefault } from '#contract/core/shapes.ts'
import { Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'

/* The insights behind an opportunity, and how much each matters to its customer. */

const importance = nullable(EvidenceImportance)
const suggested_importance = nullable(EvidenceImportance)

const OpportunityInsight = Type.Object(
  { ...LinkedInsight.properties, importance, suggested_importance },
  { ...closed, $id: 'OpportunityInsight' },
)
const EvidenceSuggestion = Type.Object(
  {
    ...InsightListItem.properties,
    similarity: Type.Number({ minimum: 0, maximum: 1, examples: [0.71] }),
    suggested_importance,
  },
  { ...closed, $id: 'EvidenceSuggestion' },
)

const reason = Text('Named by three of our largest accounts.', 2000)

export const opportunityEvidence = defineRoutes({
  listOpportunityInsights: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/insights',
    summary: 'List the insights behind an opportunity, newest first',
    params: pathIds('opportunityId'),
    query: Type.Object(
      { ...LinkedInsightQuery.properties, importance: Type.Optional(multiValue(EvidenceImportance)) },
      closed,
    ),
    result: page(OpportunityInsight),
    errors: ['MERGED'],
  },
  addOpportunityInsights: {
    method: 'POST',
    effect: 'adds',
    path: '/opportunities/{opportunityId}/insights',
    event: 'opportunity.updated',
    summary: 'Put insights behind an opportunity, all or none',
    params: pathIds('opportunityId'),
    body: Type.Object({ ...NewEvidence.properties, importance: Type.Optional(importance) }, closed),
    result: Linked,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  removeOpportunityInsight: {
    method: 'DELETE',
    path: '/opportunities/{opportunityId}/insights/{insightId}',
    event: 'opportunity.updated',
    summary: 'Take one insight from an opportunity',
    params: pathIds('opportunityId', 'insightId'),
    result: Unlinked('opportunity_id', 'insight_id'),
    errors: ['MERGED'],
  },
  updateOpportunityInsight: {
    method: 'PATCH',
    effect: 'updates',
    path: '/opportunities/{opportunityId}/insights/{insightId}',
    event: 'opportunity.updated',
    summary: 'Say how much a piece of evidence matters to its customer, or why it belongs to the opportunity',
    params: pathIds('opportunityId', 'insightId'),
    body: anyOfFields({ importance, reason: nullable(reason) }),
    result: Type.Object(
      {
        opportunity_id: Id,
        insight_id: Id,
        importance,
        reason: nullable(Type.String({ examples: ['Named by three of our largest accounts.'] })),
        added_by: nullable(UserId),
        added_at: Time,
      },
      { ...closed, $id: 'OpportunityEvidence' },
    ),
    errors: ['MERGED', 'INVALID_STATE'],
  },
  suggestOpportunityInsights: {
    method: 'GET',
    path: '/opportunities/{opportunityId}/suggested-insights',
    summary: 'List insights that may belong to an opportunity, the most similar first',
    description:
      'Compared with the insights behind it, by meaning where semantic search is on; with its title and texts while ' +
      'it has none. Insights that are behind it already are left out.',
    params: pathIds('opportunityId'),
    query: Type.Object({ limit: withDefault(Type.Integer({ minimum: 1, maximum: 50, examples: [10] }), 10) }, closed),
    result: Type.Object({ data: Type.Array(EvidenceSuggestion) }, closed),
    errors: ['MERGED'],
  },
})

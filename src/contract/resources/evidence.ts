import Type from 'typebox'
import { InsightListItem } from './insights.ts'
import { Id, Ids, UserId } from '#contract/core/ids.ts'
import { Category, Sentiment } from '#contract/core/labels.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, multiValue, nullable, oneOf } from '#contract/core/shapes.ts'
import { Color, Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { importances } from '#vocabulary/importance.ts'
import { projectStatuses } from '#vocabulary/statuses.ts'

/* Shared by initiatives and opportunities: their evidence, segments and Projects. */

/** Of a piece of evidence of an opportunity to its customer. */
export const EvidenceImportance = oneOf(...importances)

export const LinkedInsight = Type.Object(
  {
    ...InsightListItem.properties,
    reason: nullable(Type.String({ examples: ['Named by three of our largest accounts.'] })),
    added_by: nullable(UserId),
    added_at: Time,
  },
  { ...closed, $id: 'LinkedInsight' },
)

export const LinkedInsightQuery = Type.Object(
  {
    ...PageQuery,
    sentiment: Type.Optional(multiValue(Sentiment)),
    category: Type.Optional(multiValue(Category)),
  },
  closed,
)
export const LinkedInsights = page(LinkedInsight)

export const NewEvidence = Type.Object(
  {
    insight_ids: Ids(),
    reason: Type.Optional(Text('Named by three of our largest accounts.', 2000)),
  },
  closed,
)

export const SegmentRef = Type.Object({ id: Id, name: Type.String({ examples: ['Enterprise'] }), color: Color }, closed)
/** Not paged: an object has at most a hundred. */
export const SegmentRefs = page(SegmentRef)
export const NewSegments = Type.Object({ segment_ids: Ids(100, 0) }, closed)

export const ProjectSummary = Type.Object(
  {
    id: Id,
    title: Type.String({ examples: ['Stream the CSV export'] }),
    status: oneOf(...projectStatuses),
  },
  closed,
)

export const SubthemeSummary = Type.Object(
  { id: Id, name: Type.String({ examples: ['Large exports fail'] }), insight_count: Count },
  closed,
)

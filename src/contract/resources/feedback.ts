import Type from 'typebox'
import { accountFilters } from '#contract/core/account-filters.ts'
import { ContactInput, Language } from './contacts.ts'
import { InsightFilters } from './insight-filters.ts'
import { InsightListItem } from './insights.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { bulkRequest, Metadata, RowResults, rows, RowSummary, WriteResult } from '#contract/core/batch-rows.ts'
import { CustomFieldValues, NewCustomFields, customFieldQuery } from '#contract/core/custom-field-values.ts'
import { ContactRef, Deleted, Id, Ids, pathIds } from '#contract/core/ids.ts'
import { Category, Sentiment } from '#contract/core/labels.ts'
import { deltaFilters, orTombstone, page, PageQuery } from '#contract/core/pages.ts'
import {
  anyOfFields,
  closed,
  Count,
  multiValue,
  nullable,
  oneOf,
  withDefault,
  withoutExample,
} from '#contract/core/shapes.ts'
import { Name, Tag, Tags, Text } from '#contract/core/texts.ts'
import { createdRange, occurredRange, Time } from '#contract/core/times.ts'
import { feedbackStatuses, skipReasons } from '#vocabulary/statuses.ts'
import { slugPattern } from '#vocabulary/patterns.ts'

const sourceTypes = [
  'feedback',
  'message',
  'review',
  'call',
  'note',
  'interview',
  'survey_response',
  'nps_response',
  'cs_ticket',
] as const
const SourceType = oneOf(...sourceTypes)
export const FeedbackStatus = oneOf(...feedbackStatuses)
export const FeedbackSkipReason = oneOf(...skipReasons)
export const Source = Type.String({ pattern: slugPattern, examples: ['slack'] })
export const Url = Type.String({
  pattern: '^https?://[^\\s\\u0000-\\u001f]+$',
  maxLength: 2000,
  examples: ['https://example.com/messages/1'],
})
const free = Type.Record(Type.String(), Type.Unknown(), { examples: [{ app_version: '4.2' }] })
const number = Type.Number({ minimum: -1e6, maximum: 1e6, examples: [5] })
const Rating = Type.Object(
  { value: number, scale_min: number, scale_max: number },
  { ...closed, examples: [{ value: 2, scale_min: 1, scale_max: 5 }] },
)

export const Feedback = Type.Object(
  {
    id: Id,
    external_id: nullable(Type.String({ examples: ['C1-1717'] })),
    source: Type.String({ examples: ['slack'] }),
    source_type: SourceType,
    title: nullable(Type.String({ examples: ['Export'] })),
    content: Type.String({ examples: ['CSV export fails for more than 10k rows'] }),
    language: nullable(Type.String({ examples: ['en'] })),
    rating: nullable(Rating),
    contact_id: nullable(Id),
    contact: nullable(ContactRef),
    url: nullable(Type.String({ examples: ['https://example.com/messages/1'] })),
    tags: Type.Array(Type.String({ examples: ['export'] })),
    metadata: free,
    custom_fields: CustomFieldValues,
    status: FeedbackStatus,
    skip_reason: nullable(Type.String({ examples: ['not_requested'] })),
    insight_count: Count,
    duplicate_of_id: nullable(Id),
    batch_id: nullable(Id),
    integration_id: nullable(Id),
    csv_upload_id: nullable(Id),
    occurred_at: Time,
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Feedback' },
)
export const FoundInsight = Type.Object(
  { id: Id, name: Type.String({ examples: ['CSV export fails'] }), sentiment: Sentiment, category: Category },
  closed,
)
const FeedbackDetail = Type.Object(
  { ...Feedback.properties, insights: Type.Optional(Type.Array(FoundInsight)) },
  { ...closed, $id: 'FeedbackDetail' },
)
const Ingested = Type.Object({ ...Feedback.properties, result: WriteResult }, { ...closed, $id: 'IngestedFeedback' })

const content = Text('CSV export fails for more than 10k rows', 50_000, 1)
const optional = {
  title: nullable(Name('Export')),
  url: nullable(Url),
  tags: Tags,
  metadata: Metadata(free),
  contact_id: withoutExample(nullable(Id)),
  contact: ContactInput,
  occurred_at: Time,
  custom_fields: NewCustomFields,
}
export const FeedbackInput = Type.Object(
  {
    content,
    source: withDefault(Source, 'api'),
    external_id: Type.Optional(Name('C1-1717', 200)),
    source_type: withDefault(SourceType, 'feedback'),
    language: Type.Optional(Language),
    rating: Type.Optional(Rating),
    ...Type.Partial(Type.Object(optional)).properties,
    analyze: withDefault(Type.Boolean({ description: 'False excludes the item from the analysis.' }), true),
    dedupe: Type.Optional(oneOf('content')),
  },
  closed,
)

const countable = {
  ...createdRange,
  ...occurredRange,
  q: Type.Optional(Text('export', 200, 2)),
  segment_id: Type.Optional(Id),
  source: Type.Optional(multiValue(Source)),
  tag: Type.Optional(multiValue(Tag)),
  status: Type.Optional(multiValue(FeedbackStatus)),
  skip_reason: Type.Optional(multiValue(FeedbackSkipReason)),
  source_type: Type.Optional(multiValue(SourceType)),
  batch_id: Type.Optional(Id),
  has_insights: Type.Optional(Type.Boolean()),
  language: Type.Optional(multiValue(Language)),
  rating_min: Type.Optional(Type.Number({ minimum: -1e9, maximum: 1e9, examples: [1] })),
  rating_max: Type.Optional(Type.Number({ minimum: -1e9, maximum: 1e9, examples: [5] })),
}
const filters = {
  ...PageQuery,
  ...countable,
  ...deltaFilters,
  ...customFieldQuery,
  sort: Type.Optional(oneOf('-created_at', 'created_at', '-occurred_at', 'occurred_at')),
}
const ofPerson = { contact_id: Type.Optional(Id), ...accountFilters }

export const feedback = defineRoutes({
  listFeedback: {
    method: 'GET',
    path: '/feedback',
    summary: 'List feedback, newest first',
    query: Type.Object({ ...filters, ...ofPerson }, closed),
    result: page(orTombstone(Feedback)),
  },
  countFeedback: {
    method: 'GET',
    path: '/feedback/count',
    summary: 'Count feedback',
    query: Type.Object({ ...countable, ...ofPerson }, closed),
    result: Type.Object({ count: Count }, closed),
  },
  getFeedback: {
    method: 'GET',
    path: '/feedback/{feedbackId}',
    summary: 'Read one piece of feedback',
    params: pathIds('feedbackId'),
    query: Type.Object({ include: Type.Optional(multiValue(oneOf('insights', 'contact'))) }, closed),
    result: FeedbackDetail,
  },
  ingestFeedback: {
    method: 'POST',
    effect: 'overwrites',
    path: '/feedback',
    summary: 'Send one piece of feedback',
    status: 201,
    alternateStatus: 200,
    description: 'A repeated source and external_id updates the item, or leaves it unchanged.',
    body: FeedbackInput,
    result: Ingested,
  },
  bulkFeedback: {
    method: 'POST',
    effect: 'overwrites',
    path: '/feedback/bulk',
    summary: 'Send up to 500 pieces of feedback, row by row',
    ...bulkRequest,
    description:
      'As application/x-ndjson, one item per line, up to 5,000 lines: an unreadable line fails alone, and the ' +
      'index of a result counts non-blank lines.',
    ndjson: { field: 'items', max: 5000 },
    body: Type.Object(
      {
        items: rows(FeedbackInput, 500),
        atomic: withDefault(Type.Boolean({ description: 'One invalid row rejects the whole batch.' }), false),
      },
      closed,
    ),
    result: Type.Object(
      {
        batch_id: Id,
        job_id: nullable(Id),
        summary: RowSummary,
        results: RowResults({ external_id: nullable(Type.String({ examples: ['C1-1717'] })) }),
      },
      closed,
    ),
  },
  updateFeedback: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/feedback/{feedbackId}',
    event: 'feedback.updated',
    summary: 'Change a piece of feedback; other words or another rating are analyzed again',
    params: pathIds('feedbackId'),
    body: anyOfFields({ content, rating: nullable(Rating), ...optional }),
    result: Feedback,
  },
  deleteFeedback: {
    method: 'DELETE',
    path: '/feedback/{feedbackId}',
    event: 'feedback.deleted',
    summary: 'Delete a piece of feedback; what the machine found in it alone goes with it',
    params: pathIds('feedbackId'),
    result: Deleted,
  },
  analyzeFeedback: {
    method: 'POST',
    effect: 'overwrites',
    path: '/feedback/{feedbackId}/analyze',
    summary: 'Analyze a piece of feedback again',
    status: 202,
    params: pathIds('feedbackId'),
    result: Type.Object({ feedback_id: Id, job_id: nullable(Id), status: FeedbackStatus }, closed),
  },
  analyzeFeedbackItems: {
    method: 'POST',
    effect: 'overwrites',
    path: '/feedback/bulk/analyze',
    summary: 'Analyze pieces of feedback again, also those that were skipped',
    status: 202,
    body: Type.Object({ feedback_ids: Ids() }, closed),
    result: Type.Object({ queued: Count, job_id: nullable(Id) }, closed),
  },
  listFeedbackInsights: {
    method: 'GET',
    path: '/feedback/{feedbackId}/insights',
    summary: 'List what was found in a piece of feedback',
    params: pathIds('feedbackId'),
    query: Type.Object(InsightFilters, closed),
    result: page(orTombstone(InsightListItem)),
  },
  listContactFeedback: {
    method: 'GET',
    path: '/contacts/{contactId}/feedback',
    summary: 'List what a contact said',
    params: pathIds('contactId'),
    query: Type.Object(filters, closed),
    result: page(orTombstone(Feedback)),
    errors: ['MERGED'],
  },
})

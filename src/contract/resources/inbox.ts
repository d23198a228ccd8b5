import Type from 'typebox'
import { accountFilters } from '#contract/core/account-filters.ts'
import { Feedback, FoundInsight, FeedbackSkipReason, Source } from './feedback.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, Ids, UserId } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Text } from '#contract/core/texts.ts'
import { occurredRange, Time } from '#contract/core/times.ts'

const app = { audience: 'app' } as const
const TriageState = oneOf('new', 'snoozed', 'processed', 'dismissed')

const Triage = Type.Object(
  {
    state: TriageState,
    snoozed_until: nullable(Time),
    triaged_by: nullable(UserId),
    triaged_at: nullable(Time),
  },
  closed,
)
const InboxItem = Type.Object(
  { ...Feedback.properties, triage: Triage, insights: Type.Array(FoundInsight) },
  { ...closed, $id: 'InboxItem' },
)

/** Triage of feedback in the web app; independent of its analysis. */
export const inbox = defineRoutes({
  listInbox: {
    ...app,
    method: 'GET',
    path: '/inbox',
    summary: 'List feedback by triage status, by when it was said, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        state: withDefault(oneOf('new', 'snoozed', 'processed', 'dismissed', 'all'), 'new'),
        contact_id: Type.Optional(Id),
        ...accountFilters,
        q: Type.Optional(Text('export', 200, 2)),
        source: Type.Optional(multiValue(Source)),
        skip_reason: Type.Optional(multiValue(FeedbackSkipReason)),
        segment_id: Type.Optional(Id),
        ...occurredRange,
      },
      closed,
    ),
    result: page(InboxItem),
  },
  listFeedbackSources: {
    ...app,
    method: 'GET',
    path: '/inbox/sources',
    summary: 'The sources of the feedback, with the most items first',
    result: Type.Object({ data: Type.Array(Type.Object({ source: Source, count: Count }, closed)) }, closed),
  },
  getInboxCounts: {
    ...app,
    method: 'GET',
    path: '/inbox/counts',
    summary: 'How much waits, and how much was done today',
    result: Type.Object(
      {
        new: Count,
        snoozed: Count,
        processed: Count,
        dismissed: Count,
        done_today: Count,
        no_content: { ...Count, description: 'New items that were skipped because there was nothing to analyze.' },
      },
      closed,
    ),
  },
  triageFeedback: {
    ...app,
    method: 'POST',
    effect: 'updates',
    path: '/inbox/triage',
    summary: 'Mark feedback as dealt with, set it aside, or put it back',
    body: Type.Object(
      {
        feedback_ids: Ids(),
        state: TriageState,
        until: Type.Optional({ ...Time, description: 'When a snoozed item returns to the inbox.' }),
      },
      closed,
    ),
    result: Type.Object({ changed: Count }, closed),
  },
})

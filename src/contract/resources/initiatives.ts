import Type from 'typebox'
import {
  LinkedInsightQuery,
  LinkedInsights,
  NewEvidence,
  NewSegments,
  ProjectSummary,
  SegmentRef,
  SegmentRefs,
} from './evidence.ts'
import { InitiativeStatus, Opportunity } from './opportunity-shapes.ts'
import { AccountReach } from '#contract/core/account-reach.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { CustomFieldValues, NewCustomFields, customFieldQuery } from '#contract/core/custom-field-values.ts'
import { Id, Ids, Linked, pathIds, Unlinked, UserId } from '#contract/core/ids.ts'
import { SentimentBreakdown } from '#contract/core/labels.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, multiValue, nullable, oneOf } from '#contract/core/shapes.ts'
import { CustomData, Name, Text } from '#contract/core/texts.ts'
import { Time, When } from '#contract/core/times.ts'
import { openInitiativeStatuses } from '#vocabulary/statuses.ts'

export const initiativeFields = {
  id: Id,
  title: Type.String({ examples: ['Make export dependable'] }),
  slug: Type.String({ examples: ['make-export-dependable-1d0e5f'] }),
  description: nullable(Type.String({ examples: ['Everything that keeps large accounts from their data.'] })),
  goal: nullable(Type.String({ examples: ['No failed export in a month.'] })),
  status: InitiativeStatus,
  leveraged_insights_count: Count,
  account_reach: AccountReach,
  custom_fields: CustomFieldValues,
  created_at: Time,
  updated_at: Time,
}
export const Initiative = Type.Object(initiativeFields, { ...closed, $id: 'Initiative' })

const Metadata = CustomData({ written_in: 'workshop' }, 100)
const SectionKey = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', examples: ['overview'] })
const content = Text('Exports above 10,000 rows fail.', 100_000)
const Section = Type.Object(
  {
    key: SectionKey,
    content: Type.String({ examples: ['Exports above 10,000 rows fail.'] }),
    updated_at: Time,
    metadata: Type.Optional(Metadata),
  },
  closed,
)
const StatusChange = Type.Object({ from: InitiativeStatus, to: InitiativeStatus, at: Time, actor: UserId }, closed)

export const InitiativeDetail = Type.Object(
  {
    ...initiativeFields,
    sections: Type.Array(Section),
    last_generated_at: nullable(Time),
    owner_id: nullable(UserId),
    segment_ids: Type.Array(Id),
    segments: Type.Array(SegmentRef),
    projects: Type.Array(ProjectSummary),
    opportunity_ids: Type.Array(Id),
    sentiment_breakdown: SentimentBreakdown,
    status_history: Type.Array(StatusChange, { description: 'The last 100 changes, oldest first.' }),
  },
  { ...closed, $id: 'InitiativeDetail' },
)

const sectionKey = Type.Object({ initiativeId: Id, sectionKey: SectionKey }, closed)
export const title = Name('Make export dependable')
export const goal = Text('No failed export in a month.', 2000)
const writable = {
  title,
  description: nullable(Text('Everything that keeps large accounts from their data.', 2000)),
  goal: nullable(goal),
  status: InitiativeStatus,
  owner_id: nullable(UserId),
  custom_fields: NewCustomFields,
}

export const initiativeListQuery = Type.Object(
  {
    ...PageQuery,
    status: Type.Optional(multiValue(InitiativeStatus)),
    owner_id: Type.Optional(UserId),
    segment_id: Type.Optional(Id),
    q: Type.Optional(Name('export')),
    include_archived: Type.Optional(Type.Boolean()),
    ...customFieldQuery,
    updated_since: Type.Optional(When),
  },
  closed,
)

export const initiatives = defineRoutes({
  listInitiatives: {
    method: 'GET',
    path: '/initiatives',
    summary: 'List initiatives, newest first',
    description: 'Archived ones are excluded unless requested by status, include_archived or updated_since.',
    query: initiativeListQuery,
    result: page(Initiative),
  },
  getInitiative: {
    method: 'GET',
    path: '/initiatives/{initiativeId}',
    summary: 'Read one initiative with its sections',
    params: pathIds('initiativeId'),
    result: InitiativeDetail,
  },
  createInitiative: {
    method: 'POST',
    effect: 'adds',
    path: '/initiatives',
    event: 'initiative.created',
    summary: 'Create an initiative',
    status: 201,
    body: Type.Object(
      {
        title,
        description: Type.Optional(writable.description),
        goal: Type.Optional(writable.goal),
        status: Type.Optional(oneOf(...openInitiativeStatuses)),
        owner_id: Type.Optional(writable.owner_id),
        segment_ids: Type.Optional(Ids(100, 0)),
        custom_fields: NewCustomFields,
      },
      closed,
    ),
    result: InitiativeDetail,
  },
  updateInitiative: {
    method: 'PATCH',
    effect: 'removes',
    path: '/initiatives/{initiativeId}',
    summary: 'Change an initiative, or restore it by giving it another status',
    params: pathIds('initiativeId'),
    body: anyOfFields(writable),
    result: InitiativeDetail,
    errors: ['INVALID_STATE'],
  },
  archiveInitiative: {
    method: 'DELETE',
    path: '/initiatives/{initiativeId}',
    summary: 'Archive an initiative; its Projects stay as they are',
    params: pathIds('initiativeId'),
    result: InitiativeDetail,
  },
  listInitiativeSections: {
    method: 'GET',
    path: '/initiatives/{initiativeId}/sections',
    summary: 'List the sections of an initiative',
    params: pathIds('initiativeId'),
    result: page(Section),
  },
  updateInitiativeSection: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/initiatives/{initiativeId}/sections/{sectionKey}',
    event: 'initiative.updated',
    summary: 'Write a section, new or not',
    params: sectionKey,
    body: Type.Object({ content, metadata: Type.Optional(nullable(Metadata)) }, closed),
    result: Section,
    errors: ['INVALID_STATE'],
  },
  deleteInitiativeSection: {
    method: 'DELETE',
    path: '/initiatives/{initiativeId}/sections/{sectionKey}',
    event: 'initiative.updated',
    summary: 'Remove a section',
    params: sectionKey,
    result: Type.Object({ key: SectionKey, deleted: Type.Literal(true) }, closed),
    errors: ['INVALID_STATE'],
  },
  listInitiativeInsights: {
    method: 'GET',
    path: '/initiatives/{initiativeId}/insights',
    summary: 'List the insights an initiative rests on, newest first',
    params: pathIds('initiativeId'),
    query: LinkedInsightQuery,
    result: LinkedInsights,
  },
  addInitiativeInsights: {
    method: 'POST',
    effect: 'adds',
    path: '/initiatives/{initiativeId}/insights',
    event: 'initiative.updated',
    summary: 'Rest an initiative on more insights, all or none',
    params: pathIds('initiativeId'),
    body: NewEvidence,
    result: Linked,
    errors: ['INVALID_STATE'],
  },
  removeInitiativeInsight: {
    method: 'DELETE',
    path: '/initiatives/{initiativeId}/insights/{insightId}',
    event: 'initiative.updated',
    summary: 'Take one insight from an initiative',
    params: pathIds('initiativeId', 'insightId'),
    result: Unlinked('initiative_id', 'insight_id'),
  },
  listInitiativeSegments: {
    method: 'GET',
    path: '/initiatives/{initiativeId}/segments',
    summary: 'List the segments an initiative is for',
    params: pathIds('initiativeId'),
    feature: 'segments',
    result: SegmentRefs,
  },
  replaceInitiativeSegments: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/initiatives/{initiativeId}/segments',
    event: 'initiative.updated',
    summary: 'Set the segments an initiative is for',
    params: pathIds('initiativeId'),
    feature: 'segments',
    body: NewSegments,
    result: SegmentRefs,
    errors: ['INVALID_STATE'],
  },
  listInitiativeProjects: {
    method: 'GET',
    path: '/initiatives/{initiativeId}/projects',
    summary: 'List the Projects of an initiative, newest first',
    params: pathIds('initiativeId'),
    query: Type.Object(PageQuery, closed),
    result: page(ProjectSummary),
  },
  listInitiativeOpportunities: {
    method: 'GET',
    path: '/initiatives/{initiativeId}/opportunities',
    summary: 'List the opportunities an initiative answers',
    params: pathIds('initiativeId'),
    query: Type.Object(PageQuery, closed),
    result: page(Opportunity),
  },
  linkInitiativeOpportunities: {
    method: 'POST',
    effect: 'adds',
    path: '/initiatives/{initiativeId}/opportunities',
    event: 'initiative.updated',
    summary: 'Let an initiative answer opportunities',
    description: 'An opportunity has one initiative: the previous link is removed.',
    params: pathIds('initiativeId'),
    body: Type.Object({ opportunity_ids: Ids() }, closed),
    result: Linked,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  unlinkInitiativeOpportunity: {
    method: 'DELETE',
    path: '/initiatives/{initiativeId}/opportunities/{opportunityId}',
    event: 'initiative.updated',
    summary: 'Part an opportunity from an initiative',
    params: pathIds('initiativeId', 'opportunityId'),
    result: Unlinked('initiative_id', 'opportunity_id'),
    errors: ['MERGED'],
  },
  buildInitiatives: {
    method: 'POST',
    effect: {
      create: 'adds',
      update_title: 'updates',
      update_goal: 'updates',
      update_status: 'removes',
      upsert_section: 'overwrites',
      set_segments: 'overwrites',
    },
    path: '/build/initiatives',
    event: { create: 'initiative.created', upsert_section: 'initiative.updated', set_segments: 'initiative.updated' },
    summary: 'Act on initiatives',
    idempotent: true,
    actions: {
      create: Type.Object({ title, goal: Type.Optional(goal), owner_id: Type.Optional(UserId) }, closed),
      update_title: Type.Object({ initiative_id: Id, title }, closed),
      update_goal: Type.Object({ initiative_id: Id, goal }, closed),
      update_status: Type.Object({ initiative_id: Id, status: InitiativeStatus }, closed),
      upsert_section: Type.Object(
        { initiative_id: Id, section_type: SectionKey, content, metadata: Type.Optional(Metadata) },
        closed,
      ),
      set_segments: Type.Object({ initiative_id: Id, segment_ids: Ids(100, 0) }, closed),
    },
    result: Type.Object(
      {
        action: oneOf('create', 'update_title', 'update_goal', 'update_status', 'upsert_section', 'set_segments'),
        initiative: InitiativeDetail,
      },
      closed,
    ),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
})

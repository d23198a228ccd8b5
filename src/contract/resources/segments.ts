import Type from 'typebox'
import { Contact } from './contacts.ts'
import { Accepted } from './jobs.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Rules } from './segment-rules.ts'
import { ContactRef, Id, Ids, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Color, Name, Text } from '#contract/core/texts.ts'
import { Time, When } from '#contract/core/times.ts'

const Weight = Type.Number({
  minimum: 0,
  maximum: 10,
  examples: [1],
  description: 'The weight of these customers in the impact of opportunities.',
})
const Kind = oneOf('rules', 'manual')
const Membership = oneOf('rule', 'manual', 'ai')

export const Segment = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Enterprise'] }),
    slug: Type.String({ examples: ['enterprise-1d0e5f'] }),
    description: nullable(Type.String({ examples: ['Customers on one of the two large plans.'] })),
    color: Color,
    kind: Kind,
    rules: nullable(Rules),
    contact_count: Count,
    insight_count: Count,
    weight: Weight,
    ai_classification: Type.Boolean(),
    last_evaluated_at: nullable(Time),
    archived_at: nullable(Time),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Segment' },
)

const SegmentContact = Type.Object(
  { ...Contact.properties, membership: Membership },
  { ...closed, $id: 'SegmentContact' },
)

const writable = {
  name: Name('Enterprise'),
  description: nullable(Text('Customers on one of the two large plans.', 2000)),
  color: Color,
  kind: Kind,
  rules: nullable(Rules),
  weight: Weight,
  ai_classification: Type.Boolean(),
}
const { name, ...optional } = writable
const gated = { feature: 'segments' } as const
const emitsUpdated = { ...gated, event: 'segment.updated' } as const

export const segments = defineRoutes({
  listSegments: {
    ...gated,
    method: 'GET',
    path: '/segments',
    summary: 'List segments, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        q: Type.Optional(Text('enter', 200, 2)),
        kind: Type.Optional(Kind),
        include_archived: withDefault(Type.Boolean(), false),
        updated_since: Type.Optional(When),
        sort: Type.Optional(oneOf('-created_at', 'created_at', 'name', '-name', '-updated_at')),
      },
      closed,
    ),
    result: page(Segment),
  },
  getSegment: {
    ...gated,
    method: 'GET',
    path: '/segments/{segmentId}',
    summary: 'Read one segment',
    params: pathIds('segmentId'),
    result: Segment,
  },
  createSegment: {
    ...emitsUpdated,
    method: 'POST',
    effect: 'adds',
    path: '/segments',
    summary: 'Create a segment, by rules or to be filled by hand',
    status: 201,
    body: Type.Object({ name, ...Type.Partial(Type.Object(optional)).properties }, closed),
    result: Segment,
    errors: ['DUPLICATE'],
  },
  updateSegment: {
    ...emitsUpdated,
    method: 'PATCH',
    effect: 'updates',
    path: '/segments/{segmentId}',
    summary: 'Change a segment; other rules are applied to everybody',
    params: pathIds('segmentId'),
    body: anyOfFields(writable),
    result: Segment,
    errors: ['DUPLICATE', 'INVALID_STATE'],
  },
  archiveSegment: {
    ...emitsUpdated,
    method: 'DELETE',
    path: '/segments/{segmentId}',
    summary: 'Archive a segment; plans no longer refer to it',
    params: pathIds('segmentId'),
    result: Segment,
  },
  previewSegment: {
    ...gated,
    readOnly: true,
    method: 'POST',
    effect: 'none',
    path: '/segments/preview',
    summary: 'Whom rules would catch, without storing them',
    body: Type.Object({ rules: Rules }, closed),
    result: Type.Object(
      {
        contact_count: Count,
        sample_contacts: Type.Array(ContactRef),
        per_condition_counts: Type.Array(
          Type.Object(
            {
              path: Type.String({
                examples: ['conditions.0'],
                description: 'The path of the condition in the rules.',
              }),
              contact_count: Count,
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  evaluateSegment: {
    ...gated,
    method: 'POST',
    effect: 'updates',
    path: '/segments/{segmentId}/evaluate',
    summary: 'Apply a segment’s rules to every contact anew',
    status: 202,
    params: pathIds('segmentId'),
    result: Accepted,
    errors: ['INVALID_STATE'],
  },
  listSegmentContacts: {
    ...gated,
    method: 'GET',
    path: '/segments/{segmentId}/contacts',
    summary: 'List the contacts of a segment and why they are in it',
    params: pathIds('segmentId'),
    query: Type.Object(
      { ...PageQuery, membership: Type.Optional(Membership), q: Type.Optional(Text('ana', 200, 2)) },
      closed,
    ),
    result: page(SegmentContact),
  },
  addSegmentContacts: {
    ...emitsUpdated,
    method: 'POST',
    effect: 'adds',
    path: '/segments/{segmentId}/contacts',
    summary: 'Put contacts into a segment by hand',
    params: pathIds('segmentId'),
    body: Type.Object({ contact_ids: Ids() }, closed),
    result: Type.Object({ segment_id: Id, added: Count, already_members: Count }, closed),
    errors: ['INVALID_STATE'],
  },
  excludeSegmentContact: {
    ...emitsUpdated,
    method: 'DELETE',
    path: '/segments/{segmentId}/contacts/{contactId}',
    summary: 'Keep a contact out of a segment, whatever its rules say',
    params: pathIds('segmentId', 'contactId'),
    result: Type.Object({ segment_id: Id, contact_id: Id, member: Type.Literal(false) }, closed),
    errors: ['INVALID_STATE', 'MERGED'],
  },
})

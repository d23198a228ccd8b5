import Type from 'typebox'
import { Origin } from './survey-links.ts'
import { Id, pathIds, UserId } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { shareLinkKinds, shareLinkStatuses } from '#vocabulary/share-links.ts'

const Kind = oneOf(...shareLinkKinds)

export const ShareLink = Type.Object(
  {
    id: Id,
    kind: { ...Kind, description: 'What the page shows.' },
    target_id: nullable({
      ...Id,
      description: 'The object, of an evidence story its Project; null for the roadmap and the dashboard.',
    }),
    title: Type.String({
      examples: ['Export'],
      description: 'What the object is called now; empty for the roadmap and the dashboard.',
    }),
    status: { ...oneOf(...shareLinkStatuses), description: 'Whether the link opens its page.' },
    names: Type.Boolean({ description: 'Whether the page names people and companies.' }),
    has_password: Type.Boolean({ description: 'Whether the page asks for a password.' }),
    frame_origin: nullable(
      Type.String({
        examples: ['https://intranet.example.com'],
        description: 'The site that may show the page in a frame; null for none.',
      }),
    ),
    expires_at: nullable({ ...Time, description: 'When it stops working; null for never.' }),
    revoked_at: nullable({ ...Time, description: 'When it was revoked; null if it was not.' }),
    view_count: { ...Count, description: 'How often the page was shown.' },
    last_viewed_at: nullable({ ...Time, description: 'When the page was last shown; null if it never was.' }),
    created_by: { ...UserId, description: 'The member who made it.' },
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'ShareLink' },
)

const newLink = Type.Object(
  {
    kind: { ...Kind, description: 'What the page shows.' },
    target_id: nullable({
      ...Id,
      description: 'The object, of an evidence story its Project; null for the roadmap and the dashboard.',
    }),
    expires_in_days: {
      ...withDefault(nullable(Type.Integer({ minimum: 1, maximum: 3650, examples: [30] })), 30),
      description: 'After how many days it stops working; null for never.',
    },
    password: Type.Optional({
      ...Text('between-friends', 200, 8),
      description: 'What a reader has to enter. It is stored as a hash and shown nowhere.',
    }),
    names: withDefault(
      Type.Boolean({
        description: 'Whether the page may name people and companies; without it quotes say neither.',
      }),
      false,
    ),
    frame_origin: Type.Optional({
      ...Origin,
      description: 'The site that may show the page in a frame; without it none may.',
    }),
  },
  closed,
)

/** Public read-only pages of results. */
export const shareLinks = defineRoutes({
  listShareLinks: {
    method: 'GET',
    path: '/share-links',
    summary: 'List the share links, newest first',
    description: 'With those that were revoked or have expired. The links themselves are shown only when made.',
    query: Type.Object(
      {
        ...PageQuery,
        kind: Type.Optional({ ...multiValue(Kind), description: 'Only links to pages of these kinds.' }),
        target_id: Type.Optional({ ...Id, description: 'Only links to the page of this object.' }),
      },
      closed,
    ),
    result: page(ShareLink),
  },
  getShareLink: {
    method: 'GET',
    path: '/share-links/{shareLinkId}',
    summary: 'Read one share link',
    params: pathIds('shareLinkId'),
    result: ShareLink,
  },
  createShareLink: {
    method: 'POST',
    effect: 'adds',
    audit: 'changes',
    secret: true,
    noChangeSet: true,
    path: '/share-links',
    summary: 'Make a public link to a result; its address is shown once',
    description:
      'The page shows the object as it is when it is opened, without what is internal: notes, owners, estimates, ' +
      'scores and revenue. It needs no account.',
    status: 201,
    body: newLink,
    result: Type.Object(
      {
        ...ShareLink.properties,
        url: Type.String({
          examples: ['https://feedback.example.com/share/w0X3…'],
          description: 'The address of the page, shown only here.',
        }),
      },
      closed,
    ),
    errors: ['INVALID_STATE'],
  },
  revokeShareLink: {
    method: 'DELETE',
    audit: 'changes',
    path: '/share-links/{shareLinkId}',
    summary: 'Revoke a share link at once',
    description: 'Members revoke their own links, admins all.',
    params: pathIds('shareLinkId'),
    result: ShareLink,
  },
})

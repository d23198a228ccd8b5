import Type from 'typebox'
import { DiscussedType } from '#contract/core/discussions.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'

const object = Type.Object({ objectType: DiscussedType, objectId: Id }, closed)

const Follow = Type.Object(
  { object_type: DiscussedType, object_id: Id, following: Type.Boolean() },
  { ...closed, $id: 'Follow' },
)
const FollowedObject = Type.Object(
  {
    object_type: DiscussedType,
    object_id: Id,
    title: Type.String({ examples: ['CSV export fails above 10,000 rows'] }),
    followed_at: Time,
  },
  { ...closed, $id: 'FollowedObject' },
)

/** What a member follows: the user of the session, or the one whom the key belongs to. */
export const follows = defineRoutes({
  listFollows: {
    method: 'GET',
    path: '/follows',
    summary: 'List what you follow, newest first',
    description: 'Without what you own and did not choose to follow.',
    query: Type.Object(PageQuery, closed),
    result: page(FollowedObject),
  },
  getFollow: {
    method: 'GET',
    path: '/follows/{objectType}/{objectId}',
    summary: 'Whether you follow an object',
    description: 'Members follow what they own, comment on or are mentioned at, until they unfollow it.',
    params: object,
    result: Follow,
    errors: ['MERGED'],
  },
  followObject: {
    method: 'POST',
    effect: 'updates',
    path: '/follows/{objectType}/{objectId}',
    summary: 'Follow an object, to be notified of comments on it',
    params: object,
    result: Follow,
    errors: ['MERGED'],
  },
  unfollowObject: {
    method: 'DELETE',
    path: '/follows/{objectType}/{objectId}',
    summary: 'Stop following an object',
    description: 'Mentions still notify you.',
    audit: false,
    params: object,
    result: Follow,
    errors: ['MERGED'],
  },
})

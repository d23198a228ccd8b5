import Type from 'typebox'
import { DiscussedType, FormerMemberRef, MemberRef } from '#contract/core/discussions.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, Id, pathIds, UserId } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { FilledText } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { reactions } from '#vocabulary/discussions.ts'

const Reaction = oneOf(...reactions)
const Body = FilledText('We should fix this before the launch.', 10_000)

export const Comment = Type.Object(
  {
    id: Id,
    object_type: DiscussedType,
    object_id: Id,
    parent_id: nullable(Id),
    body: Type.String({ examples: ['We should fix this before the launch.'] }),
    mentions: Type.Array(MemberRef),
    author: FormerMemberRef,
    reactions: Type.Array(Type.Object({ reaction: Reaction, user_ids: Type.Array(UserId) }, closed)),
    resolved_at: nullable(Time),
    resolved_by: FormerMemberRef,
    edited_at: nullable(Time),
    deleted: Type.Boolean(),
    url: Type.String({ examples: ['/comments/019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'] }),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Comment' },
)

const object = { object_type: DiscussedType, object_id: Id }
const commentId = pathIds('commentId')
const ofReaction = Type.Object({ commentId: Id, reaction: Reaction }, closed)

/** What members write to each other about an object; contacts never see it. */
export const comments = defineRoutes({
  listComments: {
    method: 'GET',
    path: '/comments',
    summary: 'List the comments on an object, thread by thread',
    description:
      'Oldest thread first, each comment followed by its replies. Includes the comments on objects that were merged ' +
      'into it. Comments are seen by members alone.',
    query: Type.Object({ ...object, ...PageQuery }, closed),
    result: Type.Object(
      { ...page(Comment).properties, comment_count: Count, open_thread_count: Count },
      { ...closed, $id: 'Comments' },
    ),
    errors: ['NOT_FOUND', 'MERGED'],
  },
  getComment: {
    method: 'GET',
    path: '/comments/{commentId}',
    summary: 'Read one comment',
    params: commentId,
    result: Comment,
  },
  createComment: {
    method: 'POST',
    effect: 'adds',
    path: '/comments',
    event: 'comment.created',
    summary: 'Comment on an object, or reply to a comment on it',
    description:
      'The body is Markdown. `@` with the user id of a member, such as `@user_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f`, ' +
      'mentions and notifies them. Members who follow the object are notified too.',
    status: 201,
    body: Type.Object({ ...object, body: Body, parent_id: Type.Optional({ ...Id, examples: [] }) }, closed),
    result: Comment,
    errors: ['MERGED', 'INVALID_STATE'],
  },
  updateComment: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/comments/{commentId}',
    event: 'comment.updated',
    summary: 'Change the text of a comment; its author or an admin',
    params: commentId,
    body: Type.Object({ body: Body }, closed),
    result: Comment,
  },
  deleteComment: {
    method: 'DELETE',
    path: '/comments/{commentId}',
    event: 'comment.deleted',
    summary: 'Delete a comment; its author or an admin',
    description: 'Replies to it stay, below an empty comment that is marked as deleted.',
    params: commentId,
    result: Deleted,
  },
  resolveComment: {
    method: 'POST',
    effect: 'updates',
    path: '/comments/{commentId}/resolve',
    event: 'comment.resolved',
    summary: 'Mark a thread as resolved',
    params: commentId,
    result: Comment,
    errors: ['INVALID_STATE'],
  },
  reopenComment: {
    method: 'POST',
    effect: 'updates',
    path: '/comments/{commentId}/reopen',
    event: 'comment.updated',
    summary: 'Open a resolved thread again',
    params: commentId,
    result: Comment,
    errors: ['INVALID_STATE'],
  },
  addCommentReaction: {
    method: 'POST',
    effect: 'adds',
    path: '/comments/{commentId}/reactions/{reaction}',
    summary: 'React to a comment with an emoji',
    params: ofReaction,
    result: Comment,
  },
  removeCommentReaction: {
    method: 'DELETE',
    path: '/comments/{commentId}/reactions/{reaction}',
    summary: 'Take back a reaction to a comment',
    audit: false,
    params: ofReaction,
    result: Comment,
  },
})

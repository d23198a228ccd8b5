import type { Input } from '#contract/core/route.ts'
import type { comments } from '#contract/resources/comments.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { notFound, requireExist, throwApiError } from '#domain/errors.ts'
import { withdrawNotifications } from '#domain/notifications/queries-write.ts'
import type { ObjectRef } from '#domain/objects/queries.ts'
import { requireObject, requireOpenObject } from '#domain/objects/require-object.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { newId } from '#store/ids.ts'
import { pageByKeys } from '#store/page.ts'
import { pipelined } from '#store/pipelined.ts'
import { notifyOfComment, notifyOfMentions } from './notify.ts'
import {
  countComments,
  deleteReaction,
  deleteReactions,
  findComment,
  findThread,
  insertComment,
  insertReaction,
  listActiveMembers,
  listComments,
  lockComment,
  type LockedComment,
  markCommentDeleted,
  updateBody,
  updateResolved,
} from './queries.ts'
import { mentionsIn } from './rules.ts'

const refOf = ({ object_type: type, object_id: id }: Pick<LockedComment, 'object_type' | 'object_id'>): ObjectRef => ({
  type,
  id,
})

const getComment = async ({ db, org }: ReadCtx, id: string) => (await findComment(db, org, id)) ?? notFound('comment')

const lockPresentComment = async ({ db, org }: Ctx, id: string) =>
  (await lockComment(db, org, id)) ?? notFound('comment')

async function lockOwnComment(ctx: Ctx, id: string, action: string) {
  const comment = await lockPresentComment(ctx, id)
  if (comment.author_id !== ctx.user && ctx.role !== 'admin')
    throwApiError('ROLE_NOT_ALLOWED', `Only its author or an admin can ${action} a comment.`)
  return comment
}

async function lockThreadStart(ctx: Ctx, id: string) {
  const comment = await lockPresentComment(ctx, id)
  if (comment.thread_id !== comment.id)
    throwApiError(
      'INVALID_STATE',
      `This is a reply; a thread has the state of its first comment, ${comment.thread_id}.`,
    )
  return comment
}

async function requireMembers({ db, org }: Ctx, users: readonly string[]) {
  if (users.length) requireExist('body.body', 'active member', users, await listActiveMembers(db, org, users))
}

async function createComment(
  ctx: Ctx,
  { object_type, object_id, body, parent_id }: Input<typeof comments.createComment>,
) {
  const { db, org, user } = ctx
  const object = { type: object_type, id: object_id }
  const mentions = mentionsIn(body)
  const { owner_id } = await requireOpenObject(ctx, object)
  const [thread] = await pipelined(db, [
    parent_id === undefined ? undefined : findThread(db, org, parent_id, object),
    requireMembers(ctx, mentions),
  ])
  if (parent_id !== undefined) requireExist('body.parent_id', 'comment', [parent_id], thread ? [parent_id] : [])
  const id = newId()
  const thread_id = thread?.thread_id ?? id
  const row = { id, object_type, object_id, thread_id, author_id: user, body, mentions }
  const [, , comment] = await pipelined(db, [
    insertComment(db, org, row),
    notifyOfComment(ctx, { id, object, mentions, thread: thread?.thread_id, owner: owner_id }),
    findComment(db, org, id),
  ])
  return comment!
}

async function setResolved(ctx: Ctx, id: string, isResolved: boolean) {
  const { db, org, now, user } = ctx
  const comment = await lockThreadStart(ctx, id)
  const isChanged = (comment.resolved_at !== null) !== isResolved
  const change = { resolved_at: isResolved ? now : null, resolved_by: isResolved ? user : null }
  const [, changed] = await pipelined(db, [isChanged && updateResolved(db, org, id, change), findComment(db, org, id)])
  return changed!
}

export const handlers: Handlers<typeof comments> = {
  async listComments(ctx, { object_type, object_id, ...query }) {
    const { db, org, cursors } = ctx
    const object = { type: object_type, id: object_id }
    await requireObject(ctx, object)
    const counts = await countComments(db, org, object)
    const page = await pageByKeys(
      cursors,
      query,
      (after) => listComments(db, org, object, { limit: query.limit, after }),
      ({ thread_id, id }) => [thread_id, id],
    )
    return { ...page, data: page.data.map(({ thread_id: _, ...comment }) => comment), ...counts }
  },

  getComment: (ctx, { commentId }) => getComment(ctx, commentId),

  createComment,

  async updateComment(ctx, { commentId: id, body }) {
    const { db, org } = ctx
    const comment = await lockOwnComment(ctx, id, 'change')
    const mentions = mentionsIn(body)
    // Members who were mentioned before and have left since stay mentioned.
    const added = mentions.filter((one) => !comment.mentions.includes(one))
    await requireMembers(ctx, added)
    const [, , changed] = await pipelined(db, [
      updateBody(db, org, id, { body, mentions }),
      added.length && notifyOfMentions(ctx, { id, object: refOf(comment), mentions: added }),
      findComment(db, org, id),
    ])
    return changed!
  },

  async deleteComment(ctx, { commentId: id }) {
    const { db, org } = ctx
    await lockOwnComment(ctx, id, 'delete')
    await pipelined(db, [
      markCommentDeleted(db, org, id),
      deleteReactions(db, org, id),
      withdrawNotifications(db, org, id),
    ])
    return { id, deleted: true }
  },

  resolveComment: (ctx, { commentId }) => setResolved(ctx, commentId, true),

  reopenComment: (ctx, { commentId }) => setResolved(ctx, commentId, false),

  async addCommentReaction(ctx, { commentId: id, reaction }) {
    const { db, org, user } = ctx
    await lockPresentComment(ctx, id)
    const [, comment] = await pipelined(db, [insertReaction(db, org, { id, user, reaction }), findComment(db, org, id)])
    return comment!
  },

  async removeCommentReaction(ctx, { commentId: id, reaction }) {
    const { db, org, user } = ctx
    await lockPresentComment(ctx, id)
    const [, comment] = await pipelined(db, [deleteReaction(db, org, { id, user, reaction }), findComment(db, org, id)])
    return comment!
  },
}

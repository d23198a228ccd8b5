import type { follows } from '#contract/resources/follows.ts'
import type { Ctx } from '#domain/context.ts'
import type { ObjectRef } from '#domain/objects/queries.ts'
import { requireObject } from '#domain/objects/require-object.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { pageByKeys } from '#store/page.ts'
import { findFollow, listFollowed, upsertFollow } from './queries.ts'

async function setFollowing(ctx: Ctx, object: ObjectRef, following: boolean) {
  await requireObject(ctx, object)
  await upsertFollow(ctx.db, ctx.org, object, { user: ctx.user, following })
  return { object_type: object.type, object_id: object.id, following }
}

export const handlers: Handlers<typeof follows> = {
  listFollows: ({ db, org, user, cursors }, query) =>
    pageByKeys(
      cursors,
      query,
      (after) => listFollowed(db, org, user, { limit: query.limit, after }),
      ({ followed_at, object_id }) => [followed_at, object_id],
    ),

  async getFollow(ctx, { objectType: type, objectId: id }) {
    const { owner_id } = await requireObject(ctx, { type, id })
    const chosen = await findFollow(ctx.db, ctx.org, { type, id }, ctx.user)
    return { object_type: type, object_id: id, following: chosen?.following ?? owner_id === ctx.user }
  },

  followObject: (ctx, { objectType: type, objectId: id }) => setFollowing(ctx, { type, id }, true),

  unfollowObject: (ctx, { objectType: type, objectId: id }) => setFollowing(ctx, { type, id }, false),
}

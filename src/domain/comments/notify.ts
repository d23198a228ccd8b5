import type { Ctx } from '#domain/context.ts'
import { follow, listFollowers } from '#domain/notifications/follows/queries.ts'
import { notify } from '#domain/notifications/notify.ts'
import type { ObjectRef } from '#domain/objects/queries.ts'
import { pipelined } from '#store/pipelined.ts'
import { listThreadAuthors } from './queries.ts'
import { audienceOf } from './rules.ts'

type Written = { id: string; object: ObjectRef; mentions: readonly string[] }
type WrittenComment = Written & { thread: string | undefined; owner: string | null }

/** Notifies those who are mentioned, those who wrote in the thread, and those who follow the object or own it. */
export async function notifyOfComment(ctx: Ctx, { id, object, mentions, thread, owner }: WrittenComment) {
  const { db, org, user } = ctx
  const [followers, authors] = await pipelined(db, [
    listFollowers(db, org, object),
    thread === undefined ? [] : listThreadAuthors(db, org, thread),
  ])
  const audience = audienceOf({ mentions, authors, followers, owner })
  await pipelined(db, [
    follow(db, org, object, [user, ...mentions]),
    notify(db, org, { object, comment: id, actor: user, audience }),
  ])
}

/** Notifies those whom a changed text mentions anew. */
export async function notifyOfMentions({ db, org, user }: Ctx, { id, object, mentions }: Written) {
  const audience = mentions.map((one) => ({ user: one, kind: 'mention' as const }))
  await pipelined(db, [
    follow(db, org, object, mentions),
    notify(db, org, { object, comment: id, actor: user, audience }),
  ])
}

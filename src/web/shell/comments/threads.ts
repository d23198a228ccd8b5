import type { ItemOf } from '#web/api/client.ts'

export type CommentItem = ItemOf<'listComments'>
export type CommentThread = { first: CommentItem; replies: CommentItem[] }

/** A list in the order of threads, each with its replies. */
export function threadsOf(comments: readonly CommentItem[]): CommentThread[] {
  const threads: CommentThread[] = []
  for (const comment of comments)
    if (comment.parent_id === null) threads.push({ first: comment, replies: [] })
    else threads.at(-1)?.replies.push(comment)
  return threads
}

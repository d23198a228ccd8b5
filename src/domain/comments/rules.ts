import { mentionPattern, type NotificationKind } from '#vocabulary/discussions.ts'

/* Pure. */

/** The members that a text mentions, each once. */
export const mentionsIn = (body: string): string[] => [
  ...new Set([...body.matchAll(mentionPattern)].map(([, id]) => id!)),
]

type Concerned = {
  mentions: readonly string[]
  /** Who wrote in the thread before. */
  authors: readonly string[]
  /** The latest choice of each member who made one. */
  followers: readonly { user_id: string; following: boolean }[]
  owner: string | null
}

/** Whom a comment concerns, each member once, for the strongest reason. */
export function audienceOf({ mentions, authors, followers, owner }: Concerned) {
  const kinds = new Map<string, NotificationKind>()
  const left = new Set(followers.filter(({ following }) => !following).map((one) => one.user_id))
  if (owner !== null && !left.has(owner)) kinds.set(owner, 'comment')
  for (const { user_id, following } of followers) if (following) kinds.set(user_id, 'comment')
  for (const user of authors) if (!left.has(user)) kinds.set(user, 'reply')
  for (const user of mentions) kinds.set(user, 'mention')
  return [...kinds].map(([user, kind]) => ({ user, kind }))
}

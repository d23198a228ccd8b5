import type { Db } from '#store/open.ts'
import type { NoticedKind, NotificationKind } from '#vocabulary/discussions.ts'
import { upsertNotifications } from './queries-write.ts'

type Notice = {
  object: { type: NoticedKind; id: string }
  /** Null where Earshot did it; people are not notified of what they did themselves. */
  actor: string | null
  audience: readonly { user: string; kind: NotificationKind }[]
  comment?: string
}

const commentKinds: ReadonlySet<NotificationKind> = new Set(['mention', 'reply', 'comment'])

/** Part of the transaction of what it reports. */
export async function notify(db: Db, org: string, { audience, ...notice }: Notice) {
  const others = audience
    .filter(({ user }) => user !== notice.actor)
    .map((one) => ({ ...one, topic: commentKinds.has(one.kind) ? 'comments' : one.kind }))
    // Always in the same order, so that two transactions cannot wait for each other.
    .sort((a, b) => (a.user < b.user ? -1 : 1))
  if (others.length) await upsertNotifications(db, org, { ...notice, others })
}

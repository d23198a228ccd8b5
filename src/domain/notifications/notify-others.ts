import type { Ctx } from '#domain/context.ts'
import type { ObjectRef } from '#domain/objects/queries.ts'
import type { Db } from '#store/open.ts'
import type { NoticedKind, NotificationKind } from '#vocabulary/discussions.ts'
import { notify } from './notify.ts'
import { listAdminIds } from './queries.ts'

type Owners = { before?: string | null | undefined; after: string | null | undefined }

/** Notifies the new owner of an object, if there is one. */
export const notifyOwner = async ({ db, org, user }: Ctx, object: ObjectRef, { before, after }: Owners) => {
  if (!after || after === before) return
  await notify(db, org, { object, actor: user, audience: [{ user: after, kind: 'assigned' }] })
}

type AdminNotice = { object: { type: NoticedKind; id: string }; kind: NotificationKind; actor: string | null }

export async function notifyAdmins(db: Db, org: string, { object, kind, actor }: AdminNotice) {
  const audience = (await listAdminIds(db, org)).map((user) => ({ user, kind }))
  await notify(db, org, { object, actor, audience })
}

import type { Handlers } from '#contract/core/route.ts'
import type { settings } from '#contract/resources/settings.ts'
import type { Ctx } from '#domain/context.ts'
import { pageOf } from '#store/page.ts'
import { listRequests } from './queries.ts'

export const handlers: Handlers<Pick<typeof settings, 'listRequests'>, Ctx> = {
  async listRequests({ db, org, user, role, cursors }, { limit, cursor, key_id, outcome }) {
    const before = cursor === undefined ? undefined : String(cursors.read(cursor)[0])
    const rows = await listRequests(
      db,
      org,
      { limit, user: role === 'admin' ? undefined : user, key_id, outcome },
      before,
    )
    return pageOf(rows, limit, (last) => cursors.write([last.id]))
  },
}

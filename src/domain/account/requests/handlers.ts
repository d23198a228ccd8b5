import type { Handlers } from '#domain/operation-handlers.ts'
import type { settings } from '#contract/resources/settings.ts'
import { pageOf } from '#store/page.ts'
import { listRequests } from './queries.ts'

export const handlers: Handlers<Pick<typeof settings, 'listRequests'>> = {
  async listRequests({ db, org, user, authorize, cursors }, { limit, cursor, key_id, outcome }) {
    const before = cursor === undefined ? undefined : String(cursors.read(cursor)[0])
    const own = (await authorize()).role === 'admin' ? undefined : user
    const rows = await listRequests(db, org, { limit, user: own, key_id, outcome }, before)
    return pageOf(rows, limit, (last) => cursors.write([last.id]))
  },
}

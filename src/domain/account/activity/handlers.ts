import type { Handlers } from '#domain/operation-handlers.ts'
import type { settings } from '#contract/resources/settings.ts'
import { pageOf } from '#store/page.ts'
import { listActivity } from './queries.ts'

export const handlers: Handlers<Pick<typeof settings, 'listActivity'>> = {
  async listActivity({ db, org, cursors }, { limit, cursor, ...filters }) {
    const before = cursor === undefined ? undefined : String(cursors.read(cursor)[0])
    const rows = await listActivity(db, org, { ...filters, limit, before })
    return pageOf(rows, limit, (last) => cursors.write([last.id]))
  },
}

import type { Handlers } from '#domain/operation-handlers.ts'
import type { settings } from '#contract/resources/settings.ts'
import { pageById } from '#store/page.ts'
import { listRequests } from './queries.ts'

export const handlers: Handlers<Pick<typeof settings, 'listRequests'>> = {
  async listRequests({ db, org, user, authorize, cursors }, query) {
    const own = (await authorize()).role === 'admin' ? undefined : user
    return pageById(cursors, query, (before) => listRequests(db, org, { ...query, user: own }, before))
  },
}

import type { Handlers } from '#domain/operation-handlers.ts'
import type { settings } from '#contract/resources/settings.ts'
import { pageById } from '#store/page.ts'
import { listActivity } from './queries.ts'

export const handlers: Handlers<Pick<typeof settings, 'listActivity'>> = {
  listActivity: ({ db, org, cursors }, query) =>
    pageById(cursors, query, (before) => listActivity(db, org, { ...query, before })),
}

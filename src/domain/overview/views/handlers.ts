import type { Handlers } from '#domain/operation-handlers.ts'
import type { views } from '#contract/resources/views.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { updateView, countViews, deleteView, insertView, listViews } from './queries.ts'

const maxViews = 100

export const handlers: Handlers<typeof views> = {
  listViews: async ({ db, org, user }) => ({
    data: await listViews(db, org, user),
    pagination: { next_cursor: null, has_more: false },
  }),

  async createView({ db, org, user }, view) {
    if ((await countViews(db, org, user)) >= maxViews)
      throwApiError('INVALID_STATE', `You already have ${maxViews} saved views; delete one first.`)
    return insertView(db, org, user, view)
  },

  updateView: async ({ db, org, user }, { viewId, ...change }) =>
    (await updateView(db, org, { user, id: viewId }, change)) ?? notFound('view'),

  async deleteView({ db, org, user, role }, { viewId }) {
    if ((await deleteView(db, org, { user, id: viewId }, role === 'admin')) === 0) notFound('view')
    return { id: viewId, deleted: true }
  },
}

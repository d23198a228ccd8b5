import type { alerts } from '#contract/resources/alerts.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { requireFilterTargets } from '#domain/events/filters/require-filter-targets.ts'
import { notFound } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import { pageById } from '#store/page.ts'
import { deleteAlert, insertAlert, listAlerts, updateAlert } from './queries.ts'

export const handlers: Handlers<typeof alerts> = {
  listAlerts: ({ db, org, cursors }, query) =>
    pageById(cursors, query, (after) => listAlerts(db, org, query.limit, after)),
  async createAlert(ctx, { filter = {}, ...input }) {
    await requireFilterTargets(ctx, 'body.filter', filter)
    return insertAlert(ctx.db, ctx.org, { ...input, id: newId(), filter, user: ctx.user })
  },
  async updateAlert(ctx, { alertId, filter, condition, ...input }) {
    await requireFilterTargets(ctx, 'body.filter', filter)
    const changes = {
      ...input,
      ...(filter && { filter: JSON.stringify(filter) }),
      ...(condition && { condition: JSON.stringify(condition) }),
    }
    return (await updateAlert(ctx.db, ctx.org, alertId, changes)) ?? notFound('alert')
  },
  deleteAlert: async ({ db, org }, { alertId }) =>
    (await deleteAlert(db, org, alertId)) > 0 ? { id: alertId, deleted: true } : notFound('alert'),
}

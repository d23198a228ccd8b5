import type { regroupings } from '#contract/resources/regroupings.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, throwApiError } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { pageByKeys } from '#store/page.ts'
import { showRegrouping } from './present.ts'
import { findRegrouping, listRegroupings, lockRegrouping, updateRegroupingUndone } from './queries.ts'
import { storeRegrouping } from './store-regrouping.ts'
import { undoGrouping } from './undo-grouping.ts'

/** A key alone must not decide over what people decided. */
function requirePerson({ changeSet, sessionId }: Ctx) {
  if (changeSet === undefined && sessionId === undefined)
    invalidField('body.override_people', 'needs a change set, which a person accepts (createChangeSet)')
}

export const handlers: Handlers<typeof regroupings> = {
  async regroup(ctx, { override_people = false, ...grouping }) {
    if (override_people) requirePerson(ctx)
    const { user, changeSet = null } = ctx
    const origin = { user, changeSet, overridePeople: override_people, pinned: true }
    const { shown, events } = await storeRegrouping(ctx, grouping, origin)
    for (const { type, ...change } of events) ctx.emit(type, change)
    return shown
  },

  listRegroupings: ({ db, org, cursors }, query) =>
    pageByKeys(
      cursors,
      query,
      (keys) => listRegroupings(db, org, query, keys),
      (row) => [row.id],
    ),

  getRegrouping: async (ctx, { regroupingId }) =>
    showRegrouping(ctx, (await findRegrouping(ctx.db, ctx.org, regroupingId)) ?? notFound('regrouping')),

  async undoRegrouping(ctx, { regroupingId }) {
    const { db, org, user } = ctx
    const found = (await lockRegrouping(db, org, regroupingId)) ?? notFound('regrouping')
    if (found.undone_at !== null) throwApiError('INVALID_STATE', 'This regrouping was undone already.')
    const { restored, kept } = await undoGrouping(ctx, found.undo)
    const row = await updateRegroupingUndone(db, org, regroupingId, user)
    return { ...row, restored_insight_count: restored, kept_insight_count: kept }
  },
}

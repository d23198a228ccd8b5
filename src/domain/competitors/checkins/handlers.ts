import type { competitors } from '#contract/resources/competitors.ts'
import { formats } from '#contract/core/formats.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { throwApiError } from '#domain/errors.ts'
import { pageOf } from '#store/page.ts'
import { disableCheckins, enableCheckins } from '#domain/competitors/research/queries-schedule.ts'
import { cancelScheduledRun, findLatestRun, hasOpenRun, hasRun, listRuns } from './queries.ts'

export const handlers: Handlers<Pick<typeof competitors, 'listCheckins' | 'getLatestCheckin' | 'setCheckins'>> = {
  async listCheckins({ db, org }, { limit, cursor }) {
    if (cursor !== undefined && !(formats.uuid(cursor) && (await hasRun(db, org, cursor))))
      throwApiError('INVALID_CURSOR', 'The cursor is not the id of a check-in run.')
    return pageOf(await listRuns(db, org, limit, cursor), limit, (last) => last.id)
  },

  getLatestCheckin: async ({ db, org }) => (await findLatestRun(db, org)) ?? null,

  async setCheckins({ db, org, user }, { enabled, cadence = 'monthly' }) {
    if (enabled) return enableCheckins(db, org, { cadence, by: user, isRunning: await hasOpenRun(db, org) })
    await cancelScheduledRun(db, org)
    return disableCheckins(db, org, user)
  },
}

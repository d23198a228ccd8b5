import type { opportunitySnapshots } from '#contract/resources/opportunity-snapshots.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { notFound } from '#domain/errors.ts'
import { pageOf } from '#store/page.ts'
import { listSnapshots, findSnapshot } from './queries.ts'

export const handlers: Handlers<typeof opportunitySnapshots> = {
  async listOpportunitySnapshots({ db, org, cursors }, { limit, cursor }) {
    const rows = await listSnapshots(db, org, limit, cursor === undefined ? undefined : cursors.read(cursor))
    return pageOf(rows, limit, (last) => cursors.write([last.id]))
  },

  getOpportunitySnapshot: async ({ db, org }, { snapshotId }) =>
    (await findSnapshot(db, org, snapshotId)) ?? notFound('snapshot'),
}

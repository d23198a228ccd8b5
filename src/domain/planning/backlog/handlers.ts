import type { opportunitySnapshots } from '#contract/resources/opportunity-snapshots.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { notFound } from '#domain/errors.ts'
import { pageByKeys } from '#store/page.ts'
import { listSnapshots, findSnapshot } from './queries.ts'

export const handlers: Handlers<typeof opportunitySnapshots> = {
  listOpportunitySnapshots: ({ db, org, cursors }, query) =>
    pageByKeys(
      cursors,
      query,
      (keys) => listSnapshots(db, org, query.limit, keys),
      (row) => [row.id],
    ),

  getOpportunitySnapshot: async ({ db, org }, { snapshotId }) =>
    (await findSnapshot(db, org, snapshotId)) ?? notFound('snapshot'),
}

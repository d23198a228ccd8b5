import type { Static } from 'typebox'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { OrganizationDeletion } from '#contract/resources/settings-shapes.ts'
import type { settings } from '#contract/resources/settings.ts'
import { requestDeletion } from './delete-organization.ts'
import type { DeletionRow } from './queries.ts'

export function presentDeletion(row: DeletionRow): Static<typeof OrganizationDeletion> {
  const tables = Object.entries(row.counts)
    .map(([name, row_count]) => ({ name, row_count }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    org_id: row.id,
    status: row.finished_at === null ? 'deleting' : 'deleted',
    requested_by: row.requested_by,
    requested_at: row.requested_at,
    finished_at: row.finished_at,
    user_count: row.user_count,
    row_count: tables.reduce((sum, table) => sum + table.row_count, 0),
    tables,
  }
}

export const handlers: Handlers<Pick<typeof settings, 'deleteOrganization'>> = {
  deleteOrganization: async ({ db, org, user }, { name }) =>
    presentDeletion(await requestDeletion(db, org, { name, field: 'body.name', requestedBy: user })),
}

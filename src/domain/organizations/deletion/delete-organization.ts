import { deleteSessionsOfUser } from '#domain/identity/queries-sessions.ts'
import { findOrganization, lockOrganization } from '#domain/organizations/queries.ts'
import { invalidField, notFound, throwApiError } from '#domain/errors.ts'
import { referenceTables } from '#store/citus/plan.ts'
import type { Db, Store } from '#store/open.ts'
import {
  addCount,
  clearActiveOrganization,
  clearSelfReference,
  countRows,
  deleteAllRows,
  deleteOrganizationRow,
  deleteQueueMessages,
  deleteRateBuckets,
  deleteSomeRows,
  deleteUser,
  type DeletionRow,
  findDeletion,
  insertDeletion,
  listOrganizationTables,
  listSelfReferences,
  listUnfinishedDeletions,
  listUnscopedReferences,
  listUsersToDelete,
  updateFinished,
} from './queries.ts'

/*
 * Deletes an organization: first nobody can work in it any more, then its rows go in short transactions, table by
 * table, and the row of the organization last. Each step can be repeated, so that a worker continues what another one
 * began. The receipt stays; it names no one.
 */

/** Rows of one transaction. */
const batchSize = 2000
/** Requests that were running when the deletion began may add a few rows until the organization is gone. */
const maxRounds = 5

type Request = { name: string; field: string; requestedBy: string | null }

/** Marks the organization as being deleted; returns how many rows of each table that concerns. */
export async function requestDeletion(
  db: Db,
  org: string,
  { name, field, requestedBy }: Request,
): Promise<DeletionRow> {
  await lockOrganization(db, org)
  const organization = (await findOrganization(db, org)) ?? notFound('organization')
  if (organization.name !== name.trim()) invalidField(field, 'must be the name of the organization')
  const shared = await listUnscopedReferences(db)
  if (shared.length > 0)
    throwApiError(
      'INVALID_STATE',
      `Another organization may share objects with this one (${shared.map((one) => one.name).join(', ')}).`,
    )
  const counts = await countRows(db, org, await listOrganizationTables(db))
  await insertDeletion(db, org, requestedBy)
  return { ...(await findDeletion(db, org))!, counts }
}

/** Deletes everything of an organization that is marked; returns the receipt. */
export async function deleteOrganization(store: Store, org: string): Promise<DeletionRow> {
  const tables = await listOrganizationTables(store)
  for (let round = 0; round < maxRounds; round++) {
    const deleted = await deleteTables(store, org, tables)
    const isGone = await store.transaction((db) => deleteOrganizationRow(db, org))
    if (deleted === 0 && isGone === 0) break
  }
  await deleteQueueMessages(store, org)
  await deleteRateBuckets(store, org)
  await clearActiveOrganization(store, org)
  const users = await deleteUsers(store, org)
  return (await updateFinished(store, org, users))!
}

/** For the worker: continues deletions that were requested or interrupted. */
export async function deleteRequestedOrganizations(store: Store, onDeleted: (receipt: DeletionRow) => void) {
  const orgs = await listUnfinishedDeletions(store)
  for (const org of orgs) onDeleted(await deleteOrganization(store, org))
  return orgs.length
}

async function deleteTables(store: Store, org: string, tables: readonly string[]): Promise<number> {
  let deleted = 0
  for (const table of tables) {
    for (const { column } of await listSelfReferences(store, table))
      while ((await clearSelfReference(store, org, { table, column }, batchSize)) === batchSize);
    deleted += await deleteTable(store, org, table)
  }
  return deleted
}

async function deleteTable(store: Store, org: string, table: string): Promise<number> {
  const isWhole = referenceTables.includes(table)
  let deleted = 0
  for (let count = batchSize; count === batchSize;) {
    count = await store.transaction(async (db) => {
      const removed = isWhole ? await deleteAllRows(db, org, table) : await deleteSomeRows(db, org, table, batchSize)
      if (removed > 0) await addCount(db, org, table, removed)
      return removed
    })
    deleted += count
    if (isWhole) break
  }
  return deleted
}

/** A user that another organization's history names keeps the account, without sessions. */
async function deleteUsers(store: Store, org: string): Promise<number> {
  let deleted = 0
  for (const user of await listUsersToDelete(store, org))
    try {
      await store.transaction((db) => deleteUser(db, user))
      deleted++
    } catch (error) {
      if ((error as { code?: string }).code !== foreignKeyViolation) throw error
      await deleteSessionsOfUser(store, user)
    }
  return deleted
}

const foreignKeyViolation = '23503'

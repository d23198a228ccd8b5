import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import type { Db } from '#store/open.ts'
import { leaveAccounts } from '#domain/sources/accounts/companies.ts'
import {
  clearPersonalData,
  deleteContactKeys,
  lockUnreferencedContacts,
  markContactsDeleted,
} from './queries-delete.ts'

/** Feedback of a deleted contact is kept. */
export async function deleteContact(db: Db, org: string, id: string) {
  await markContactsDeleted(db, org, [id])
  await deleteContactKeys(db, org, [id])
}

/** Deletes those of the contacts that have no feedback, insight, NPS response, ticket or survey response. */
export async function deleteUnreferencedContacts(db: Db, org: string, ids: readonly string[]) {
  const unreferenced = await lockUnreferencedContacts(db, org, ids)
  await markContactsDeleted(db, org, unreferenced)
  await deleteContactKeys(db, org, unreferenced)
}

export async function eraseContacts(db: Db, org: string, ids: readonly string[]) {
  await leaveAccounts(db, org, ids)
  await clearPersonalData(db, org, ids)
  await deleteContactKeys(db, org, ids)
  await evaluateContacts(db, org, ids)
}

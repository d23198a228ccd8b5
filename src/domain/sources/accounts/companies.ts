import type { ChangeLog, Ctx } from '#domain/context.ts'
import { requireExist } from '#domain/errors.ts'
import type { AccountLink, AccountPlan } from './plan-accounts.ts'
import { deleteEmptyAccounts, lockAccounts } from './queries.ts'
import { syncDomains } from './queries-keys.ts'
import { planAccountsOf, writeAccounts } from './write.ts'
import type { Db } from '#store/open.ts'
import { RetryTransactionError } from '#store/transaction.ts'
import {
  clearCompanies,
  listContactsOfAccounts,
  lockContactsOfAccounts,
  takeOutOfAccounts,
  updateCompanies,
} from './queries-companies.ts'

/* Contacts read and write their company through their account. */

/** What contacts that are about to be written change of accounts, and which contacts that concerns. */
export type AccountWrites = {
  links: readonly AccountLink[]
  plan: AccountPlan | undefined
  /** Other contacts of the accounts that change; they are locked together with the written ones. */
  colleagues: readonly string[]
  /** What the plan is made from, by contact. */
  affiliations: ReadonlyMap<string, string>
}

/**
 * Before any contact is locked: transactions that write accounts lock contacts while they hold the lock of accounts,
 * so those that wait for that lock must hold none.
 */
export async function planAccountWrites(
  db: Db,
  org: string,
  links: readonly AccountLink[],
  affiliations: AccountWrites['affiliations'],
): Promise<AccountWrites> {
  const plan = links.length ? await planAccountsOf(db, org, links) : undefined
  const changed = plan?.changed.map(({ id }) => id) ?? []
  const colleagues = changed.length ? await listContactsOfAccounts(db, org, changed) : []
  return { links, plan, colleagues, affiliations }
}

/** After the contacts are locked: none of them may have changed its account or company since the plan. */
export function requirePlanned(
  { affiliations }: AccountWrites,
  locked: readonly { id: string; affiliation: string }[],
): void {
  const isPlanned = locked.every(({ id, affiliation }) => (affiliations.get(id) ?? affiliation) === affiliation)
  if (!isPlanned) throw new RetryTransactionError()
}

/** Joins written contacts to their accounts. Returns all contacts whose account or company changed. */
export async function joinAccounts(
  db: Db,
  org: string,
  { links, plan, colleagues }: AccountWrites,
  changeLog?: ChangeLog,
): Promise<string[]> {
  if (!plan)
    return refreshCompanies(
      db,
      org,
      links.flatMap(({ contact_id, account_id }) => (account_id ? [contact_id] : [])),
    )
  await writeAccounts(db, org, plan, changeLog)
  const joins = [...plan.joins].map(([id, account_id]) => ({ id, account_id }))
  if (colleagues.length) await changeLog?.changing('contact', colleagues)
  const ids = [...new Set([...colleagues, ...links.map(({ contact_id }) => contact_id)])].sort()
  return updateCompanies(db, org, ids, joins)
}

const refreshCompanies = async (db: Db, org: string, ids: readonly string[]) =>
  ids.length ? updateCompanies(db, org, ids) : []

/** Shows contacts of accounts that were changed by themselves; returns those whose company changed. */
export const showAccounts = async (db: Db, org: string, accounts: readonly string[]) =>
  refreshCompanies(db, org, await lockContactsOfAccounts(db, org, accounts))

/** Puts a contact into an account by hand, or takes it out of its account. */
export async function chooseAccount({ db, org }: Ctx, id: string, account: string | null) {
  if (account === null) return clearCompanies(db, org, [id])
  const rows = await lockAccounts(db, org, [account])
  requireExist(
    'body.account_id',
    'account',
    [account],
    rows.filter(({ deleted }) => !deleted).map((row) => row.id),
  )
  await updateCompanies(db, org, [id], [{ id, account_id: account }])
}

/** Accounts that came with the contacts alone are removed with them: their name and domain can be the person's. */
export async function leaveAccounts(db: Db, org: string, ids: readonly string[]) {
  const left = await takeOutOfAccounts(db, org, ids)
  if (left.length) await deleteEmptyAccounts(db, org, left)
}

/** The same for accounts whose columns an import's rollback restored. */
export async function showRestoredAccounts(db: Db, org: string, accounts: readonly string[]): Promise<string[]> {
  if (accounts.length === 0) return []
  await syncDomains(db, org, accounts)
  return showAccounts(db, org, accounts)
}

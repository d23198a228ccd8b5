import type { ChangeLog } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { companyDomain, mailDomain } from './domains.ts'
import { type AccountLink, type AccountPlan, planAccounts } from './plan-accounts.ts'
import { type AccountKeys, listMatchingAccounts, listMatchingIdentities } from './queries-match.ts'
import { insertAccountIdentities, insertAccounts, insertDomains, updateAccounts } from './queries-write.ts'

/** One transaction at a time writes accounts, so that none is created twice. */
export const serializeAccountWrites = (db: Db, org: string) => acquireLock(db, orgLock(org, 'accounts'))

const given = <T>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
]

const keysOf = (links: readonly AccountLink[]): AccountKeys => ({
  ids: given(links.map(({ account_id }) => account_id)),
  domains: given(links.flatMap(({ email, company }) => [mailDomain(email), companyDomain(company?.domain)])),
  names: given(links.map(({ company }) => company?.name?.trim().toLowerCase() || null)),
  identities: given(links.map(({ identity }) => identity)),
})

async function readAccountPlan(db: Db, org: string, links: readonly AccountLink[]): Promise<AccountPlan> {
  const keys = keysOf(links)
  const [accounts, identities] = await pipelined(db, [
    listMatchingAccounts(db, org, keys),
    keys.identities.length ? listMatchingIdentities(db, org, keys.identities) : [],
  ])
  return planAccounts(links, { accounts, identities }, newId)
}

async function readLockedPlan(db: Db, org: string, links: readonly AccountLink[]): Promise<AccountPlan> {
  const [, plan] = await pipelined(db, [serializeAccountWrites(db, org), readAccountPlan(db, org, links)])
  return plan
}

const isEmpty = ({ joins, created, changed, identities }: AccountPlan) =>
  joins.size === 0 && created.length === 0 && changed.length === 0 && identities.length === 0

/** What has to be written of accounts, and from now on no other transaction writes them; undefined if nothing. */
export async function planAccountsOf(
  db: Db,
  org: string,
  links: readonly AccountLink[],
): Promise<AccountPlan | undefined> {
  // A new contact nearly always joins an account, so the lock is taken at once; others mostly change nothing.
  if (!links.some(({ is_new }) => is_new) && isEmpty(await readAccountPlan(db, org, links))) return undefined
  const plan = await readLockedPlan(db, org, links)
  return isEmpty(plan) ? undefined : plan
}

/** Creates and changes the accounts of contacts. */
export async function writeAccounts(db: Db, org: string, plan: AccountPlan, changeLog?: ChangeLog): Promise<void> {
  const [created, changed] = [plan.created.map(({ id }) => id), plan.changed.map(({ id }) => id)]
  if (changed.length) await changeLog?.changing('account', changed)
  await storePlan(db, org, plan)
  if (created.length) await changeLog?.created('account', created)
}

function storePlan(db: Db, org: string, { created, changed, domains, identities }: AccountPlan) {
  const inserted = created.map((account) => ({ ...account, origin: 'contact' as const }))
  return pipelined(db, [
    ...(inserted.length ? [insertAccounts(db, org, inserted)] : []),
    ...(changed.length ? [updateAccounts(db, org, changed)] : []),
    ...(domains.length ? [insertDomains(db, org, domains)] : []),
    ...(identities.length ? [insertAccountIdentities(db, org, identities)] : []),
  ])
}

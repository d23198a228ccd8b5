import type { ChangeLog } from '#domain/context.ts'
import { evaluateContacts, lockRulesShared } from '#domain/segmentation/evaluate.ts'
import type { UpsertOutcome } from '#domain/sources/batch/upsert-batch.ts'
import { analyzeGrownTables } from '#store/analyze-tables.ts'
import { newId } from '#store/ids.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { RetryTransactionError } from '#store/transaction.ts'
import { type AccountWrites, joinAccounts, requirePlanned } from '#domain/sources/accounts/companies.ts'
import { findMatches, insertContacts, insertIdentities, insertSuggestions, updateContacts } from './queries-upsert.ts'
import { planAffiliations } from './plan-affiliations.ts'
import { lockContacts } from './queries.ts'
import { type ContactFields, type ContactMatch, planUpsert, type UpsertPlan } from './rules.ts'

/** Smaller batches are not worth the statistics check. */
const minRowsToAnalyze = 20

/** Each further round means that a matching contact was removed meanwhile, and only this transaction adds others. */
const maxRounds = 20

/** Finds or creates the contact of each input, in a fixed number of statements. */
export async function upsertContacts(
  db: Db,
  org: string,
  inputs: readonly ContactFields[],
  changeLog?: ChangeLog,
): Promise<UpsertOutcome[]> {
  if (inputs.length === 0) return []
  const [, matches] = await pipelined(db, [lockRulesShared(db, org), findMatches(db, org, inputs)])
  const planned = matches.every(hasMatch)
    ? ((await planIfPresent(db, org, inputs, matches)) ?? tryAgain())
    : await planSerialized(db, org, inputs)
  const { plan } = planned
  const updated = await applyPlan(db, org, planned, changeLog)
  if (plan.created.size >= minRowsToAnalyze) await analyzeGrownTables(db, ['contact', 'contact_identity'])
  const seen = new Set<string>()
  return plan.ids.map((id) => {
    const isFirst = !seen.has(id)
    seen.add(id)
    if (plan.created.has(id)) return { id, result: isFirst ? 'created' : 'updated' }
    return { id, result: updated.has(id) ? 'updated' : 'unchanged' }
  })
}

/** A contact that matched was removed meanwhile: the lock of new contacts may not be taken after rows were locked. */
function tryAgain(): never {
  throw new RetryTransactionError()
}

type Planned = { plan: UpsertPlan; accounts: AccountWrites }

/** The plan with its contacts locked, or undefined if one was deleted, merged or erased after the match. */
async function planIfPresent(
  db: Db,
  org: string,
  inputs: readonly ContactFields[],
  matches: readonly ContactMatch[],
): Promise<Planned | undefined> {
  const plan = planUpsert(inputs, matches, newId)
  const accounts = await planAffiliations(db, org, writtenContacts(plan))
  const written = [...new Set([...plan.changed.keys(), ...accounts.colleagues])]
  const locked = written.length ? await lockContacts(db, org, written) : []
  if (locked.some(({ id, deleted, erased }) => (deleted || erased) && plan.changed.has(id))) return undefined
  requirePlanned(accounts, locked)
  return { plan, accounts }
}

async function planSerialized(db: Db, org: string, inputs: readonly ContactFields[]) {
  await serializeContactWrites(db, org)
  for (let round = 0; round < maxRounds; round++) {
    const planned = await planIfPresent(db, org, inputs, await findMatches(db, org, inputs))
    if (planned) return planned
  }
  throw new Error('keys of a removed contact were not removed with it')
}

/** One transaction at a time creates contacts, emails and identities, so that none is created twice. */
export const serializeContactWrites = (db: Db, org: string) => acquireLock(db, orgLock(org, 'contacts'))

const hasMatch = ({ by_identity, by_email, by_phone, unclaimed, mailbox }: ContactMatch) =>
  (by_identity ?? by_email ?? by_phone) !== null && !unclaimed && (mailbox === null || by_email !== null)

const writtenContacts = ({ created, changed }: UpsertPlan) => [
  ...[...created].map(([id, fields]) => ({ id, is_new: true, fields })),
  ...[...changed].map(([id, fields]) => ({ id, is_new: false, fields })),
]

async function applyPlan(
  db: Db,
  org: string,
  { plan, accounts }: Planned,
  changeLog: ChangeLog | undefined,
): Promise<Set<string>> {
  const [created, changed] = [[...plan.created.keys()], [...plan.changed.keys()]]
  if (created.length) await insertContacts(db, org, plan.created)
  if (created.length) await changeLog?.created('contact', created)
  if (changed.length) await changeLog?.changing('contact', changed)
  const updated = changed.length ? await updateContacts(db, org, plan.changed, 'add') : []
  const identified = plan.identities.length ? await insertIdentities(db, org, plan.identities) : []
  if (plan.suggestions.length) await insertSuggestions(db, org, plan.suggestions)
  const joined = await joinAccounts(db, org, accounts, changeLog)
  await evaluateContacts(db, org, [...created, ...updated, ...identified, ...joined])
  return new Set([...updated, ...identified, ...joined])
}

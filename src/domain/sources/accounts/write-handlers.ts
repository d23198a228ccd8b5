import { withStatus } from '#contract/core/route.ts'
import type { accounts } from '#contract/resources/accounts.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, requireExist, throwApiError } from '#domain/errors.ts'
import { notifyOwner } from '#domain/notifications/notify-others.ts'
import { findObject } from '#domain/objects/queries.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { refreshOpportunitiesOfContacts } from '#domain/ranking/refresh.ts'
import { evaluateContacts, lockRulesShared } from '#domain/segmentation/evaluate.ts'
import { showAccounts } from './companies.ts'
import { clearCompanies, lockContactsOfAccounts } from './queries-companies.ts'
import { mergeAccount, unmergeAccount } from './merge.ts'
import { getAccount, lockAccount, requirePresentAccount } from './present.ts'
import { deleteKeys } from './queries-keys.ts'
import { listMatchingAccounts, listMatchingIdentities } from './queries-match.ts'
import { findMerge } from './queries-merge.ts'
import { lockAccounts, markAccountDeleted } from './queries.ts'
import { type AccountFields, createAccount, requireValid, storeFields } from './store-fields.ts'
import { pipelined } from '#store/pipelined.ts'
import type { PatchMode } from '#store/table/patch-writes.ts'
import { serializeAccountWrites } from './write.ts'

type Subset = Omit<typeof accounts, 'listAccounts' | 'getAccount'>

/** Contacts of changed accounts may be in other segments, which count differently in opportunities. */
async function refreshContacts({ db, org }: Ctx, contacts: readonly string[]) {
  if (contacts.length === 0) return
  await evaluateContacts(db, org, contacts)
  await refreshOpportunitiesOfContacts(db, org, contacts)
}

const refreshAccounts = async (ctx: Ctx, ids: readonly string[]) =>
  refreshContacts(ctx, await showAccounts(ctx.db, ctx.org, ids))

/** Before the accounts are locked: rules stay, and no other transaction writes accounts. */
async function beginWrite({ db, org }: Ctx) {
  await lockRulesShared(db, org)
  await serializeAccountWrites(db, org)
}

/** The account that has one of the ids, one of the domains, or the name alone. */
async function findMatch({ db, org }: Ctx, { name, domains = [], mail_domains = [], identities = [] }: AccountFields) {
  const [known] = identities.length ? await listMatchingIdentities(db, org, identities) : []
  if (known) return known.account_id
  const all = [...domains, ...mail_domains]
  const names = name ? [name.toLowerCase()] : []
  const found = await listMatchingAccounts(db, org, { ids: [], domains: all, names, identities: [] })
  const byDomain = found.find((one) => [...one.domains, ...one.mail_domains].some((domain) => all.includes(domain)))
  return (byDomain ?? found.find((one) => domains.length === 0 || one.domains.length === 0))?.id
}

/** A new owner is notified. */
async function storeWithOwner(ctx: Ctx, id: string, fields: AccountFields, mode: PatchMode): Promise<boolean> {
  const object = { type: 'account', id } as const
  const before = fields.owner_id ? await findObject(ctx.db, ctx.org, object) : undefined
  const isChanged = await storeFields(ctx, id, fields, mode)
  await notifyOwner(ctx, object, { before: before?.owner_id, after: fields.owner_id })
  return isChanged
}

export const handlers: Handlers<Subset> = {
  async upsertAccount(ctx, given) {
    const { name, domains, mail_domains, identities } = given
    if (!name && !domains?.length && !mail_domains?.length && !identities?.length)
      invalidField('body', 'needs a name, a domain or an id at a source')
    await beginWrite(ctx)
    const fields = await requireValid(ctx, given)
    const found = await findMatch(ctx, fields)
    const id = found ?? (await createAccount(ctx, fields))
    if (found === undefined) await notifyOwner(ctx, { type: 'account', id }, { after: fields.owner_id })
    const isChanged = found !== undefined && (await storeWithOwner(ctx, id, fields, 'add'))
    if (isChanged) await refreshAccounts(ctx, [id])
    const account = await getAccount(ctx, id)
    if (found === undefined) {
      ctx.emit('account.created')
      return { ...account, result: 'created' as const }
    }
    if (isChanged) ctx.emit('account.updated')
    return withStatus(200, { ...account, result: isChanged ? ('updated' as const) : ('unchanged' as const) })
  },

  async updateAccount(ctx, { accountId, ...given }) {
    await beginWrite(ctx)
    await lockAccount(ctx, accountId)
    const fields = await requireValid(ctx, given)
    await storeWithOwner(ctx, accountId, fields, 'replace')
    await refreshAccounts(ctx, [accountId])
    return getAccount(ctx, accountId)
  },

  async deleteAccount(ctx, { accountId }) {
    const { db, org } = ctx
    await beginWrite(ctx)
    const [row] = await lockAccounts(db, org, [accountId])
    if (!row?.deleted || row.merged_into_id) {
      requirePresentAccount(row)
      const contacts = await lockContactsOfAccounts(db, org, [accountId])
      await deleteKeys(db, org, accountId)
      await markAccountDeleted(db, org, accountId)
      await clearCompanies(db, org, contacts)
      await refreshContacts(ctx, contacts)
    }
    return { id: accountId, deleted: true }
  },

  async mergeAccounts(ctx, { accountId, source_account_ids: sources }) {
    const { db, org } = ctx
    if (sources.includes(accountId)) invalidField('body.source_account_ids', 'an account cannot be merged into itself')
    await beginWrite(ctx)
    const [rows] = await pipelined(db, [
      lockAccounts(db, org, [accountId, ...sources]),
      lockContactsOfAccounts(db, org, [accountId, ...sources]),
    ])
    requirePresentAccount(rows.find((row) => row.id === accountId))
    const live = rows.filter((row) => row.id !== accountId && !row.deleted).map((row) => row.id)
    requireExist('body.source_account_ids', 'account', sources, live)
    for (const from of sources) await mergeAccount(db, org, { from, to: accountId })
    await refreshAccounts(ctx, [accountId])
    return getAccount(ctx, accountId)
  },

  async unmergeAccount(ctx, { accountId }) {
    const { db, org } = ctx
    await beginWrite(ctx)
    const row = (await lockAccounts(db, org, [accountId]))[0] ?? notFound('account')
    const merge = row.merged_into_id ? await findMerge(db, org, accountId) : undefined
    if (!merge) return getAccount(ctx, accountId)
    if (merge.target_id !== row.merged_into_id)
      throwApiError('INVALID_STATE', `Take the account ${merge.target_id} out first, which it was merged into.`)
    const [target] = await lockAccounts(db, org, [merge.target_id])
    if (!target || target.deleted) throwApiError('INVALID_STATE', 'The account that it was merged into was deleted.')
    await lockContactsOfAccounts(db, org, [accountId, merge.target_id])
    await unmergeAccount(db, org, merge)
    await refreshAccounts(ctx, [accountId, merge.target_id])
    return getAccount(ctx, accountId)
  },
}

import { withStatus } from '#contract/core/route.ts'
import type { contacts } from '#contract/resources/contacts.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, requireExist, throwApiError } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { refreshOpportunitiesOfContacts } from '#domain/ranking/refresh.ts'
import {
  customFieldsOf,
  fieldsProblem,
  findFieldRules,
  withCheckedFields,
  withStoredFields,
} from '#domain/custom-fields/values.ts'
import { evaluateContacts, lockRulesShared } from '#domain/segmentation/evaluate.ts'
import { batchResults, validateBatch } from '#domain/sources/batch/row-results.ts'
import { chooseAccount, joinAccounts, requirePlanned } from '#domain/sources/accounts/companies.ts'
import { serializeAccountWrites } from '#domain/sources/accounts/write.ts'
import { deleteContact } from './delete.ts'
import { mergeContacts } from './merge.ts'
import { getContact, lockContact, requirePresent } from './present.ts'
import { planAffiliations } from './plan-affiliations.ts'
import { findContactStatus, lockContacts } from './queries.ts'
import { insertIdentities, updateContacts } from './queries-upsert.ts'
import { type ContactFields, hasKey, missingKeyMessage } from './rules.ts'
import { serializeContactWrites, upsertContacts } from './upsert.ts'

type Subset = Pick<
  typeof contacts,
  'upsertContact' | 'bulkContacts' | 'updateContact' | 'deleteContact' | 'mergeContacts'
>

const isDuplicateEmail = (error: unknown) =>
  (error as { code?: string; constraint?: string }).constraint === 'contact_mailbox'
const referenceOf = (identity: { provider: string; external_id: string }) =>
  JSON.stringify([identity.provider, identity.external_id])

async function replaceFields(ctx: Ctx, id: string, fields: ContactFields) {
  await updateContacts(ctx.db, ctx.org, new Map([[id, fields]]), 'replace').catch((error) =>
    isDuplicateEmail(error)
      ? throwApiError('DUPLICATE', 'Another contact has this email; merge the two.')
      : Promise.reject(error),
  )
  const requested = (fields.identities ?? []).map((identity) => ({ ...identity, contact_id: id }))
  const inserted = requested.length ? await insertIdentities(ctx.db, ctx.org, requested) : []
  if (inserted.length < requested.length) {
    const { identities } = await getContact(ctx, id)
    const own = new Set(identities.map(referenceOf))
    if (requested.some((identity) => !own.has(referenceOf(identity))))
      throwApiError('DUPLICATE', 'Another contact has one of these identities; merge the two.')
  }
}

/** Deleted, merged or re-segmented contacts count differently in opportunities, so these change the ranking. */
export const handlers: Handlers<Subset> = {
  async upsertContact(ctx, given) {
    if (!hasKey(given)) invalidField('body', missingKeyMessage)
    const fields = await withCheckedFields(ctx, 'contact', given)
    const { id, result } = (await upsertContacts(ctx.db, ctx.org, [fields]))[0]!
    const contact = { ...(await getContact(ctx, id)), result }
    if (result !== 'unchanged') ctx.emit(`contact.${result}`)
    if (result === 'created') return contact
    if (result === 'updated') await refreshOpportunitiesOfContacts(ctx.db, ctx.org, [id])
    return withStatus(200, contact)
  },

  async bulkContacts({ db, org, emit }, { items }) {
    const rules = await findFieldRules(db, org, 'contact', items.map(customFieldsOf))
    const batch = await validateBatch(items, async (rows, pathOf) =>
      rows.map((row, n) =>
        hasKey(row)
          ? fieldsProblem(rules, row.custom_fields, pathOf(n))
          : { path: pathOf(n), message: missingKeyMessage },
      ),
    )
    const outcomes = await upsertContacts(
      db,
      org,
      batch.valid.map(({ row }) => withStoredFields(rules, row)),
    )
    for (const { id, result } of outcomes) if (result !== 'unchanged') emit(`contact.${result}`, { object: { id } })
    const response = batchResults(batch, outcomes)
    const updated = response.results.flatMap(({ id, status }) => (status === 'updated' && id !== null ? [id] : []))
    if (updated.length) await refreshOpportunitiesOfContacts(db, org, updated)
    return response
  },

  async updateContact(ctx, { contactId, account_id, ...given }) {
    if (account_id !== undefined && (given.company !== undefined || given.account_identity !== undefined))
      invalidField('body.account_id', 'is the account itself: leave out company and account_identity, which find one')
    const fields = await withCheckedFields(ctx, 'contact', given)
    await lockRulesShared(ctx.db, ctx.org)
    if (fields.email || fields.identities?.length) await serializeContactWrites(ctx.db, ctx.org)
    if (account_id !== undefined) await serializeAccountWrites(ctx.db, ctx.org)
    const accounts = await planAffiliations(ctx.db, ctx.org, [{ id: contactId, is_new: false, fields }])
    const locked = await lockContacts(ctx.db, ctx.org, [contactId, ...accounts.colleagues])
    if (requirePresent(locked.find(({ id }) => id === contactId)).erased)
      throwApiError('INVALID_STATE', 'This contact was erased.')
    requirePlanned(accounts, locked)
    if (account_id !== undefined) await chooseAccount(ctx, contactId, account_id)
    await replaceFields(ctx, contactId, fields)
    const joined = await joinAccounts(ctx.db, ctx.org, accounts)
    await evaluateContacts(ctx.db, ctx.org, [contactId, ...joined])
    const contact = await getContact(ctx, contactId)
    await refreshOpportunitiesOfContacts(ctx.db, ctx.org, [contactId])
    return contact
  },

  async deleteContact(ctx, { contactId }) {
    const status = await findContactStatus(ctx.db, ctx.org, contactId)
    if (status?.deleted && !status.merged_into_id) return { id: contactId, deleted: true }
    await lockContact(ctx, contactId)
    await deleteContact(ctx.db, ctx.org, contactId)
    await refreshOpportunitiesOfContacts(ctx.db, ctx.org, [contactId])
    return { id: contactId, deleted: true }
  },

  async mergeContacts(ctx, { contactId, source_contact_ids }) {
    const { db, org } = ctx
    if (source_contact_ids.includes(contactId))
      invalidField('body.source_contact_ids', 'a contact cannot be merged into itself')
    await lockRulesShared(db, org)
    const rows = await lockContacts(db, org, [contactId, ...source_contact_ids])
    if (requirePresent(rows.find((row) => row.id === contactId)).erased)
      throwApiError('INVALID_STATE', 'This contact was erased.')
    const sources = rows.filter((row) => row.id !== contactId && !row.deleted && !row.erased)
    requireExist(
      'body.source_contact_ids',
      'contact',
      source_contact_ids,
      sources.map((row) => row.id),
    )
    await mergeContacts(db, org, source_contact_ids, contactId)
    await refreshOpportunitiesOfContacts(db, org, [contactId])
    return getContact(ctx, contactId)
  },
}

import type { contacts } from '#contract/resources/contacts.ts'
import { withStatus } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { throwApiError, invalidField, requireExist } from '#domain/errors.ts'
import { lockRulesShared } from '#domain/segmentation/evaluate.ts'
import { refreshOpportunitiesOfContacts } from '#domain/ranking/refresh.ts'
import { writeHandlers } from '#domain/sources/contacts/handlers.ts'
import { mergeContacts } from '#domain/sources/contacts/merge.ts'
import { lockContact, requirePresent, getContact } from '#domain/sources/contacts/present.ts'
import { lockContacts, findContactStatus } from '#domain/sources/contacts/queries.ts'
import { deleteContact } from '#domain/sources/contacts/delete.ts'

type Subset = Pick<
  typeof contacts,
  'upsertContact' | 'bulkContacts' | 'updateContact' | 'deleteContact' | 'mergeContacts'
>

/**
 * Contact operations that change the ranking: deleted, merged or re-segmented contacts count differently in
 * opportunities.
 */
export const handlers: Handlers<Subset> = {
  async upsertContact(ctx, input) {
    const contact = await writeHandlers.upsertContact(ctx, input)
    if (contact.result === 'created') return contact
    if (contact.result === 'updated') await refreshOpportunitiesOfContacts(ctx.db, ctx.org, [contact.id])
    return withStatus(200, contact)
  },

  async bulkContacts(ctx, input) {
    const response = await writeHandlers.bulkContacts(ctx, input)
    const updated = response.results.flatMap(({ id, status }) => (status === 'updated' && id !== null ? [id] : []))
    if (updated.length) await refreshOpportunitiesOfContacts(ctx.db, ctx.org, updated)
    return response
  },

  async updateContact(ctx, input) {
    const contact = await writeHandlers.updateContact(ctx, input)
    await refreshOpportunitiesOfContacts(ctx.db, ctx.org, [contact.id])
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

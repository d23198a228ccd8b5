import type { contacts } from '#contract/resources/contacts.ts'
import { answer, type Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, requireKnown } from '#domain/errors.ts'
import { holdRules } from '#domain/segmentation/evaluate.ts'
import { refreshOpportunitiesOfContacts } from '#domain/ranking/refresh.ts'
import { changes } from '#domain/sources/contacts/handlers.ts'
import { mergeInto } from '#domain/sources/contacts/merge.ts'
import { contactToChange, present, showContact } from '#domain/sources/contacts/present.ts'
import { holdContacts, knownContact } from '#domain/sources/contacts/queries.ts'
import { deleteContact } from '#domain/sources/contacts/remove.ts'

type Subset = Pick<
  typeof contacts,
  'upsertContact' | 'bulkContacts' | 'updateContact' | 'deleteContact' | 'mergeContacts'
>

/** Who goes, comes into another segment or turns out to be somebody else is counted otherwise in every opportunity that rests on what they said. */
export const handlers: Handlers<Subset, Ctx> = {
  async upsertContact(ctx, given) {
    const contact = await changes.upsertContact(ctx, given)
    if (contact.result === 'created') return contact
    if (contact.result === 'updated') await refreshOpportunitiesOfContacts(ctx.db, ctx.org, [contact.id])
    return answer(200, contact)
  },

  async bulkContacts(ctx, given) {
    const done = await changes.bulkContacts(ctx, given)
    const updated = done.results.flatMap(({ id, status }) => (status === 'updated' && id !== null ? [id] : []))
    if (updated.length) await refreshOpportunitiesOfContacts(ctx.db, ctx.org, updated)
    return done
  },

  async updateContact(ctx, given) {
    const contact = await changes.updateContact(ctx, given)
    await refreshOpportunitiesOfContacts(ctx.db, ctx.org, [contact.id])
    return contact
  },

  async deleteContact(ctx, { contactId }) {
    const known = await knownContact(ctx.db, ctx.org, contactId)
    if (known?.deleted && !known.merged_into_id) return { id: contactId, deleted: true }
    await contactToChange(ctx, contactId)
    await deleteContact(ctx.db, ctx.org, contactId)
    await refreshOpportunitiesOfContacts(ctx.db, ctx.org, [contactId])
    return { id: contactId, deleted: true }
  },

  async mergeContacts(ctx, { contactId, source_contact_ids }) {
    const { db, org } = ctx
    if (source_contact_ids.includes(contactId))
      invalidField('body.source_contact_ids', 'a contact cannot be merged into itself')
    await holdRules(db, org)
    const rows = await holdContacts(db, org, [contactId, ...source_contact_ids])
    if (present(rows.find((row) => row.id === contactId)).erased)
      throwApiError('INVALID_STATE', 'This contact was erased.')
    const sources = rows.filter((row) => row.id !== contactId && !row.deleted && !row.erased)
    requireKnown(
      'body.source_contact_ids',
      'contact',
      source_contact_ids,
      sources.map((row) => row.id),
    )
    await mergeInto(db, org, source_contact_ids, contactId)
    await refreshOpportunitiesOfContacts(db, org, [contactId])
    return showContact(ctx, contactId)
  },
}

import { type listCounts, maxCounted } from '#contract/resources/list-counts.ts'
import type { contacts } from '#contract/resources/contacts.ts'
import { rawJson } from '#contract/core/route.ts'
import { fieldNarrowing } from '#domain/custom-fields/filters.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { documentPage } from '#store/lists/document-list.ts'
import { pageById, pageByKeys } from '#store/page.ts'
import { getContact, requireContact, requireErasable } from './present.ts'
import { contactDocuments, countContacts } from './queries-list.ts'
import { listMergeSuggestions } from './queries-merge.ts'
import { listContactTimeline } from './queries-timeline.ts'

type Writes = 'upsertContact' | 'bulkContacts' | 'updateContact' | 'deleteContact' | 'mergeContacts'
type Subset = Omit<typeof contacts, 'listContactInsights' | Writes> & Pick<typeof listCounts, 'countContacts'>

export const handlers: Handlers<Subset> = {
  async listContacts(ctx, given) {
    const { query, condition } = await fieldNarrowing(ctx, 'contact', given)
    return rawJson(await documentPage(ctx, contactDocuments, query, { condition }))
  },

  async countContacts(ctx, given) {
    const { query, condition } = await fieldNarrowing(ctx, 'contact', given)
    const count = await countContacts(ctx.db, ctx.org, { ...query, limit: 0 }, { max: maxCounted + 1, condition })
    return { count: Math.min(count, maxCounted), is_exact: count <= maxCounted }
  },

  getContact: (ctx, { contactId }) => getContact(ctx, contactId),

  async eraseContact(ctx, { contactId }) {
    await requireErasable(ctx, contactId)
    const job_id = await ctx.jobs.enqueue(
      'contact_erasure',
      { contact_id: contactId },
      { resource: { type: 'contact', id: contactId } },
    )
    return { job_id, status: 'queued' }
  },

  listMergeSuggestions: ({ db, org, cursors }, query) =>
    pageById(cursors, query, (after) => listMergeSuggestions(db, org, query.limit, after)),

  async getContactTimeline(ctx, { contactId, ...query }) {
    await requireContact(ctx, contactId)
    return pageByKeys(
      ctx.cursors,
      query,
      (keys = []) => listContactTimeline(ctx.db, ctx.org, contactId, { limit: query.limit, cursor: keys }),
      (row) => [row.occurred_at, row.id],
    )
  },
}

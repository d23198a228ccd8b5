import { json } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { contacts } from '#contract/resources/contacts.ts'
import { listInsights } from '#domain/findings/insights/queries-list.ts'
import { requireContact } from '#domain/sources/contacts/present.ts'
import { pageOf } from '#store/page.ts'
import { listContactTimeline } from './queries-timeline.ts'

type Subset = Pick<typeof contacts, 'listContactInsights' | 'getContactTimeline'>

export const handlers: Handlers<Subset> = {
  async listContactInsights(ctx, { contactId, ...filters }) {
    await requireContact(ctx, contactId)
    return json(await listInsights(ctx, { ...filters, contact_id: contactId }))
  },

  async getContactTimeline(ctx, { contactId, limit, cursor }) {
    await requireContact(ctx, contactId)
    const position = cursor === undefined ? [] : ctx.cursors.read(cursor)
    const rows = await listContactTimeline(ctx.db, ctx.org, contactId, { limit, cursor: position })
    return pageOf(rows, limit, (last) => ctx.cursors.write([last.occurred_at, last.id]))
  },
}

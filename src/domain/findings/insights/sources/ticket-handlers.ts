import { json } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { support } from '#contract/resources/tickets.ts'
import { notFound } from '#domain/errors.ts'
import { lockCustomTicket } from '#domain/sources/tickets/handlers.ts'
import { findFeedbackOfTicket, markDeleted } from '#domain/sources/tickets/queries.ts'
import { deleteFeedbackItem } from '#domain/findings/insights/lifecycle/delete-feedback.ts'
import { listInsights } from '#domain/findings/insights/queries-list.ts'

type Subset = Pick<typeof support, 'deleteTicket' | 'listTicketInsights'>

/** No feedback has this id: the list of a ticket without feedback is empty. */
const noFeedbackId = '00000000-0000-0000-0000-000000000000'

export const handlers: Handlers<Subset> = {
  async listTicketInsights(ctx, { ticketId, ...filters }) {
    const { feedback_id } = (await findFeedbackOfTicket(ctx.db, ctx.org, ticketId)) ?? notFound('ticket')
    return json(await listInsights(ctx, { ...filters, feedback_id: feedback_id ?? noFeedbackId }))
  },

  async deleteTicket(ctx, { ticketId }) {
    const { feedback_id, deleted } = await lockCustomTicket(ctx, ticketId)
    if (!deleted) {
      if (feedback_id) await deleteFeedbackItem(ctx, feedback_id)
      await markDeleted(ctx.db, ctx.org, ticketId)
      ctx.emit('support.ticket_updated', { object: { id: ticketId, deleted: true } })
    }
    return { id: ticketId, deleted: true }
  },
}

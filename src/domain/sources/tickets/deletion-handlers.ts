import type { support } from '#contract/resources/tickets.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { DeleteFeedback } from '#domain/sources/feedback/delete.ts'
import { lockCustomTicket } from './handlers.ts'
import { markTicketDeleted } from './queries.ts'

export const ticketDeletionHandlers = (
  deleteFeedback: DeleteFeedback,
): Handlers<Pick<typeof support, 'deleteTicket'>> => ({
  async deleteTicket(ctx, { ticketId }) {
    const { feedback_id, deleted } = await lockCustomTicket(ctx, ticketId)
    if (!deleted) {
      if (feedback_id) await deleteFeedback(ctx, feedback_id)
      await markTicketDeleted(ctx.db, ctx.org, ticketId)
      ctx.emit('support.ticket_updated', { object: { id: ticketId, deleted: true } })
    }
    return { id: ticketId, deleted: true }
  },
})

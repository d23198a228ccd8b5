import { type Handlers, json } from '#contract/core/route.ts'
import type { support } from '#contract/resources/tickets.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { ticketToChange } from '#domain/sources/tickets/handlers.ts'
import { feedbackOfTicket, markDeleted } from '#domain/sources/tickets/queries.ts'
import { removeFeedback } from './remove-feedback.ts'
import { pageOfInsights } from './page.ts'

type Subset = Pick<typeof support, 'deleteTicket' | 'listTicketInsights'>

/** No feedback has this id: a ticket whose words are gone has nothing found in it. */
const nothing = '00000000-0000-0000-0000-000000000000'

export const handlers: Handlers<Subset, Ctx> = {
  async listTicketInsights(ctx, { ticketId, ...filters }) {
    const { feedback_id } = (await feedbackOfTicket(ctx.db, ctx.org, ticketId)) ?? notFound('ticket')
    return json(await pageOfInsights(ctx.db, ctx.org, { ...filters, feedback_id: feedback_id ?? nothing }, ctx.cursors))
  },

  async deleteTicket(ctx, { ticketId }) {
    const { feedback_id, deleted } = await ticketToChange(ctx, ticketId)
    if (!deleted) {
      if (feedback_id) await removeFeedback(ctx, feedback_id)
      await markDeleted(ctx.db, ctx.org, ticketId)
      ctx.emit('support.ticket_updated', { object: { id: ticketId, deleted: true } })
    }
    return { id: ticketId, deleted: true }
  },
}

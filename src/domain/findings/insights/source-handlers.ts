import { rawJson } from '#contract/core/route.ts'
import type { contacts } from '#contract/resources/contacts.ts'
import type { feedback } from '#contract/resources/feedback.ts'
import type { interviews } from '#contract/resources/interviews.ts'
import type { support } from '#contract/resources/tickets.ts'
import { notFound } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { requireContact } from '#domain/sources/contacts/present.ts'
import { getFeedback } from '#domain/sources/feedback/handlers.ts'
import { getInterview } from '#domain/sources/interviews/handlers.ts'
import { findFeedbackOfTicket } from '#domain/sources/tickets/queries.ts'
import { listInsights } from './queries-list.ts'

type Subset = Pick<typeof contacts, 'listContactInsights'> &
  Pick<typeof feedback, 'listFeedbackInsights'> &
  Pick<typeof interviews, 'listInterviewInsights'> &
  Pick<typeof support, 'listTicketInsights'>

/** No feedback has this id: the list of a ticket without feedback is empty. */
const noFeedbackId = '00000000-0000-0000-0000-000000000000'

/** The insights of one contact, item of feedback, interview or ticket. */
export const handlers: Handlers<Subset> = {
  async listContactInsights(ctx, { contactId, ...filters }) {
    await requireContact(ctx, contactId)
    return rawJson(await listInsights(ctx, { ...filters, contact_id: contactId }))
  },

  async listFeedbackInsights(ctx, { feedbackId, ...filters }) {
    await getFeedback(ctx, feedbackId)
    return rawJson(await listInsights(ctx, { ...filters, feedback_id: feedbackId }))
  },

  async listInterviewInsights(ctx, { interviewId, ...filters }) {
    await getInterview(ctx, interviewId)
    return rawJson(await listInsights(ctx, { ...filters, feedback_id: interviewId }))
  },

  async listTicketInsights(ctx, { ticketId, ...filters }) {
    const { feedback_id } = (await findFeedbackOfTicket(ctx.db, ctx.org, ticketId)) ?? notFound('ticket')
    return rawJson(await listInsights(ctx, { ...filters, feedback_id: feedback_id ?? noFeedbackId }))
  },
}

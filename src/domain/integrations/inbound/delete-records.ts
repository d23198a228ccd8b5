import { deleteFeedbackItem } from '#domain/findings/insights/lifecycle/delete-feedback.ts'
import { refreshLatestScores } from '#domain/sources/nps/latest-score.ts'
import { lockNpsResponse, markNpsResponseDeleted } from '#domain/sources/nps/queries.ts'
import { findFeedbackOfTicket, markTicketDeleted } from '#domain/sources/tickets/queries.ts'
import type { Deletion } from '#domain/integrations/mapping/records.ts'
import {
  type AppliedRecord,
  type ConnectedIntegration,
  type DeliveryContext,
  ticketSourceOf,
} from './delivery-context.ts'
import { findExternalFeedback, findExternalResponse, findExternalTicket } from './queries-external.ts'

type DeleteContext = Pick<DeliveryContext, 'db' | 'org' | 'emit'>

const finders = {
  feedback: findExternalFeedback,
  support_ticket: findExternalTicket,
  nps_response: findExternalResponse,
}
const deleters = { feedback: deleteFeedback, support_ticket: deleteTicket, nps_response: deleteResponse }

/** Deletes what was deleted at the provider, with the insights found in it. */
export async function deleteRecords(
  ctx: DeleteContext,
  { provider, source }: ConnectedIntegration,
  deletions: readonly Deletion[],
): Promise<AppliedRecord[]> {
  const records: AppliedRecord[] = []
  for (const { record, external_id } of deletions) {
    const found = await finders[record](ctx.db, ctx.org, {
      source,
      ticketSource: ticketSourceOf(provider),
      external_id,
    })
    if (!found) continue
    await deleters[record](ctx, found.id)
    records.push({ type: record, id: found.id, result: 'deleted' })
  }
  return records
}

export async function deleteFeedback(ctx: DeleteContext, id: string) {
  await deleteFeedbackItem(ctx, id)
  ctx.emit('feedback.deleted', { object: { id } })
}

export async function deleteTicket(ctx: DeleteContext, id: string) {
  const ticket = await findFeedbackOfTicket(ctx.db, ctx.org, id)
  if (ticket?.feedback_id) await deleteFeedbackItem(ctx, ticket.feedback_id)
  await markTicketDeleted(ctx.db, ctx.org, id)
  ctx.emit('support.ticket_updated', { object: { id, deleted: true } })
}

export async function deleteResponse(ctx: DeleteContext, id: string) {
  const response = await lockNpsResponse(ctx.db, ctx.org, id)
  if (!response || response.deleted) return
  if (response.feedback_id) await deleteFeedbackItem(ctx, response.feedback_id)
  await markNpsResponseDeleted(ctx.db, ctx.org, id)
  await refreshLatestScores(ctx.db, ctx.org, [response.contact_id])
}

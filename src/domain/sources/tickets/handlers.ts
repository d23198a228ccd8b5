import type { Static } from 'typebox'
import { withStatus } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { support } from '#contract/resources/tickets.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { batchResultsWithReferences, validateBatch } from '#domain/sources/batch/row-results.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { maskRecord } from '#domain/sources/masking/mask-intake.ts'
import { newId } from '#store/ids.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { pageOf, readCursor } from '#store/page.ts'
import { ingestTickets, validateTickets } from './ingest.ts'
import { getMessage, listMessages } from './queries-messages.ts'
import { upsertMessages } from './upsert-messages.ts'
import { toMessageRows } from './batch-rows.ts'
import { findTicket, type LockedTicket, lockTicket, type TicketView, updateTicket } from './queries.ts'
import { ticketList } from './queries-list.ts'
import { type Analyze, csatColumns, csatProblem, sourceSlug } from './rules.ts'
import { touchTickets } from './queries-batch.ts'
import { syncFeedback } from './sync-feedback.ts'

type Subset = Omit<typeof support, 'deleteTicket' | 'listTicketInsights'>
type TicketWriteResult = Static<typeof support.updateTicket.result>

const maxMessages = 200
const customOrigin = ({ now }: Ctx) => ({ source: 'custom' as const, now })

const getTicket = async ({ db, org }: ReadCtx, id: string): Promise<TicketView> =>
  (await findTicket(db, org, id)) ?? notFound('ticket')

/** Refuses tickets of a connected helpdesk, which are changed there. */
export async function lockCustomTicket({ db, org }: Ctx, id: string): Promise<LockedTicket> {
  const ticket = (await lockTicket(db, org, id)) ?? notFound('ticket')
  if (ticket.source !== 'custom')
    throwApiError('INVALID_STATE', `This ticket comes from ${ticket.source} and is changed there.`)
  return ticket
}

const sourceOf = ({ source, source_name }: LockedTicket) => sourceSlug(source_name, source)

async function lockExistingTicket(ctx: Ctx, id: string): Promise<LockedTicket> {
  const ticket = await lockCustomTicket(ctx, id)
  return ticket.deleted ? notFound('ticket') : ticket
}

/** Syncs the feedback of a changed ticket and enqueues its analysis. */
const syncAndEnqueue = async (ctx: Ctx, id: string, analyze?: Analyze) =>
  enqueueAnalysis(ctx, await syncFeedback(ctx.db, ctx.org, new Map([[id, analyze]]), ctx))

export const handlers: Handlers<Subset> = {
  listTickets: (ctx, query) => rowPage(ctx, ticketList, query),

  async getTicket(ctx, { ticketId, include = [] }) {
    const ticket = await getTicket(ctx, ticketId)
    if (!include.includes('messages')) return ticket
    return {
      ...ticket,
      messages: (await listMessages(ctx.db, ctx.org, ticketId, { limit: maxMessages })).slice(0, maxMessages),
    }
  },

  async listTicketMessages(ctx, { ticketId, cursor, ...query }) {
    await getTicket(ctx, ticketId)
    const after = readCursor(ctx.cursors, cursor)
    const rows = await listMessages(ctx.db, ctx.org, ticketId, { ...query, after })
    return pageOf(rows, query.limit, (last) => ctx.cursors.write([last.sent_at, last.id]))
  },

  async upsertTicket(ctx, item) {
    const [problem] = await validateTickets(ctx.db, ctx.org, [item], () => 'body')
    if (problem) invalidField(problem.path, problem.message)
    const { outcomes, queued } = await ingestTickets(ctx.db, ctx.org, [item], customOrigin(ctx))
    const { id, result } = outcomes[0]!
    const job_id = await enqueueAnalysis(ctx, queued)
    const body: TicketWriteResult = { ticket: await getTicket(ctx, id), result, job_id }
    if (result !== 'unchanged') ctx.emit(`support.ticket_${result}`, { object: body.ticket })
    return result === 'created' ? body : withStatus(200, body)
  },

  async bulkTickets(ctx, { items }) {
    const batch = await validateBatch(items, (rows, pathOf) => validateTickets(ctx.db, ctx.org, rows, pathOf))
    const rows = batch.valid.map(({ row }) => row)
    const { outcomes, queued } = await ingestTickets(ctx.db, ctx.org, rows, customOrigin(ctx))
    const job_id = await enqueueAnalysis(ctx, queued)
    for (const { id, result } of outcomes)
      if (result !== 'unchanged') ctx.emit(`support.ticket_${result}`, { object: { id } })
    return { job_id, ...batchResultsWithReferences(batch, outcomes) }
  },

  async updateTicket(ctx, { ticketId, ...input }) {
    const source = sourceOf(await lockExistingTicket(ctx, ticketId))
    const { csat, ...fields } = await maskRecord(ctx.db, ctx.org, 'support_ticket', { source, fields: input })
    const problem = csatProblem(csat)
    if (problem) invalidField('body.csat', problem)
    const rating = csat === undefined ? {} : csatColumns(csat)
    const previous = await updateTicket(ctx.db, ctx.org, ticketId, { ...fields, ...rating })
    if (!previous) return { ticket: await getTicket(ctx, ticketId), result: 'unchanged', job_id: null }
    await touchTickets(ctx.db, ctx.org, [ticketId])
    const job_id = await syncAndEnqueue(ctx, ticketId)
    const ticket = await getTicket(ctx, ticketId)
    ctx.emit('support.ticket_updated', { object: ticket, previous })
    return { ticket, result: 'updated', job_id }
  },

  async addTicketMessage(ctx, { ticketId, analyze, ...input }) {
    const { db, org } = ctx
    const source = sourceOf(await lockExistingTicket(ctx, ticketId))
    const fields = await maskRecord(db, org, 'message', { source, fields: input })
    // Without an external id, every request adds a message.
    const [message] = toMessageRows(ticketId, [fields]).map((row) =>
      row.external_id === null ? { ...row, key: `own ${newId()}` } : row,
    )
    const { id, result } = (await upsertMessages(db, org, [message!]))[0]!
    if (result !== 'unchanged') {
      await touchTickets(db, org, [ticketId])
      ctx.emit('support.ticket_updated', { object: { id: ticketId } })
    }
    const job_id = result === 'unchanged' && analyze === undefined ? null : await syncAndEnqueue(ctx, ticketId, analyze)
    const body = { message: await getMessage(db, org, ticketId, id), result, job_id }
    return result === 'created' ? body : withStatus(200, body)
  },
}

import type { Static } from 'typebox'
import { answer, type Handlers } from '#contract/core/route.ts'
import type { support } from '#contract/resources/tickets.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { results, rowProblems } from '#domain/sources/contacts/rows.ts'
import { announce } from '#domain/sources/feedback/pipeline.ts'
import { newId } from '#store/ids.ts'
import { pageOf, sortedPage } from '#store/page.ts'
import { ingestTickets, problemsOf } from './ingest.ts'
import { messageById, pageOfMessages, storeMessages } from './messages.ts'
import { messagesOf } from './plan.ts'
import {
  changeTicket,
  type Held,
  holdTicket,
  type ListedRow,
  orderOf,
  pageOfTickets,
  ticketById,
  type TicketView,
  viewOf,
} from './queries.ts'
import type { Analyze } from './rules.ts'
import { touch } from './store-batch.ts'
import { settleWords } from './words.ts'

type Subset = Omit<typeof support, 'deleteTicket' | 'listTicketInsights'>
type Written = Static<typeof support.updateTicket.result>

const maxMessages = 200
const own = { source: 'custom' } as const

export const showTicket = async ({ db, org }: Ctx, id: string): Promise<TicketView> =>
  (await ticketById(db, org, id)) ?? notFound('ticket')

/** Held for a change; a ticket of a connected helpdesk is changed there. */
export async function ticketToChange({ db, org }: Ctx, id: string): Promise<Held> {
  const held = (await holdTicket(db, org, id)) ?? notFound('ticket')
  if (held.source !== 'custom')
    throwApiError('INVALID_STATE', `This ticket comes from ${held.source} and is changed there.`)
  return held
}

async function openTicket(ctx: Ctx, id: string): Promise<Held> {
  const held = await ticketToChange(ctx, id)
  return held.deleted ? notFound('ticket') : held
}

const listed = (row: ListedRow): TicketView =>
  row.deleted_at
    ? ({ id: row.id, deleted: true, deleted_at: row.deleted_at, merged_into_id: null } as unknown as TicketView)
    : viewOf(row)

const announced = async (ctx: Ctx, queued: readonly string[]) => (queued.length ? await announce(ctx, queued) : null)

/** The words of a ticket after a change of it, and the analysis this sets off. */
const resettle = async (ctx: Ctx, id: string, analyze?: Analyze) =>
  announced(ctx, await settleWords(ctx.db, ctx.org, ctx.now, new Map([[id, analyze]])))

export const handlers: Handlers<Subset, Ctx> = {
  async listTickets({ db, org, cursors }, { cursor, ...wanted }) {
    const { data, pagination } = await sortedPage(orderOf(wanted), { ...wanted, cursor }, cursors, (keys) =>
      pageOfTickets(db, org, wanted, keys),
    )
    return { data: data.map(listed), pagination }
  },

  async getTicket(ctx, { ticketId, include = [] }) {
    const ticket = await showTicket(ctx, ticketId)
    if (!include.includes('messages')) return ticket
    return {
      ...ticket,
      messages: (await pageOfMessages(ctx.db, ctx.org, ticketId, { limit: maxMessages })).slice(0, maxMessages),
    }
  },

  async listTicketMessages(ctx, { ticketId, cursor, ...wanted }) {
    await showTicket(ctx, ticketId)
    const rows = await pageOfMessages(
      ctx.db,
      ctx.org,
      ticketId,
      wanted,
      cursor === undefined ? undefined : ctx.cursors.read(cursor),
    )
    return pageOf(rows, wanted.limit, (last) => ctx.cursors.write([last.sent_at, last.id]))
  },

  async upsertTicket(ctx, given) {
    const [problem] = await problemsOf(ctx.db, ctx.org, [given], () => 'body')
    if (problem) invalidField(problem.path, problem.message)
    const { outcomes, queued } = await ingestTickets(ctx.db, ctx.org, ctx.now, [given], own)
    const { id, result } = outcomes[0]!
    const job_id = await announced(ctx, queued)
    const body: Written = { ticket: await showTicket(ctx, id), result, job_id }
    if (result !== 'unchanged') ctx.emit(`support.ticket_${result}`, { object: body.ticket })
    return result === 'created' ? body : answer(200, body)
  },

  async bulkTickets(ctx, { items }) {
    const problems = await rowProblems(items, (rows, at) => problemsOf(ctx.db, ctx.org, rows, at))
    const good = items.flatMap((row, n) => (problems[n] ? [] : [{ n, row }]))
    const { outcomes, queued } = await ingestTickets(
      ctx.db,
      ctx.org,
      ctx.now,
      good.map(({ row }) => row),
      own,
    )
    const done = new Map(outcomes.map((one, i) => [good[i]!.n, one]))
    const job_id = await announced(ctx, queued)
    for (const { id, result } of outcomes)
      if (result !== 'unchanged') ctx.emit(`support.ticket_${result}`, { object: { id } })
    const { summary, results: rows } = results(items.length, (n) => ({
      done: done.get(n),
      problem: problems[n] ?? null,
    }))
    return {
      job_id,
      summary,
      results: rows.map((row) => ({
        ...row,
        external_id: problems[row.index] ? null : (items[row.index]!.external_id ?? null),
      })),
    }
  },

  async updateTicket(ctx, { ticketId, csat, custom_fields, ...given }) {
    await openTicket(ctx, ticketId)
    const rating = csat === undefined ? {} : { csat_score: csat?.score ?? null, csat_comment: csat?.comment ?? null }
    const previous = await changeTicket(ctx.db, ctx.org, ticketId, { ...given, ...rating }, custom_fields)
    if (!previous) return { ticket: await showTicket(ctx, ticketId), result: 'unchanged', job_id: null }
    await touch(ctx.db, ctx.org, [ticketId])
    const job_id = await resettle(ctx, ticketId)
    const ticket = await showTicket(ctx, ticketId)
    ctx.emit('support.ticket_updated', { object: ticket, previous })
    return { ticket, result: 'updated', job_id }
  },

  async addTicketMessage(ctx, { ticketId, analyze, ...given }) {
    const { db, org } = ctx
    await openTicket(ctx, ticketId)
    // Without an id of its own a message is said once more each time it is sent.
    const [message] = messagesOf(ticketId, [given]).map((row) =>
      row.external_id === null ? { ...row, key: `own ${newId()}` } : row,
    )
    const [{ id, result }] = (await storeMessages(db, org, [message!])) as [
      Awaited<ReturnType<typeof storeMessages>>[number],
    ]
    if (result !== 'unchanged') {
      await touch(db, org, [ticketId])
      ctx.emit('support.ticket_updated', { object: { id: ticketId } })
    }
    const job_id = result === 'unchanged' && analyze === undefined ? null : await resettle(ctx, ticketId, analyze)
    const body = { message: await messageById(db, org, ticketId, id), result, job_id }
    return result === 'created' ? body : answer(200, body)
  },
}

import type { feedback } from '#contract/resources/feedback.ts'
import { answer, type Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { requireContact } from '#domain/sources/contacts/present.ts'
import { results, rowProblems } from '#domain/sources/contacts/rows.ts'
import { newId } from '#store/ids.ts'
import { sortedPage } from '#store/page.ts'
import { changeFeedback } from './change.ts'
import { ingest, problemsOf } from './ingest.ts'
import { announce, requeue } from './pipeline.ts'
import {
  countOfFeedback,
  feedbackById,
  type FeedbackRow,
  holdFeedback,
  insightsIn,
  type Item,
  itemOf,
  orderOf,
  pageOfFeedback,
  type Wanted,
} from './queries.ts'

type Subset = Omit<typeof feedback, 'deleteFeedback' | 'listFeedbackInsights'>

export async function showFeedback({ db, org }: Ctx, id: string): Promise<Item> {
  return (await feedbackById(db, org, id)) ?? notFound('feedback')
}

const listed = (row: FeedbackRow): Item =>
  row.deleted_at
    ? ({ id: row.id, deleted: true, deleted_at: row.deleted_at, merged_into_id: null } as unknown as Item)
    : itemOf(row)

async function list({ db, org, cursors }: Ctx, { cursor, ...wanted }: Wanted & { cursor?: string }) {
  const { data, pagination } = await sortedPage(orderOf(wanted), { ...wanted, cursor }, cursors, (keys) =>
    pageOfFeedback(db, org, wanted, keys),
  )
  return { data: data.map(listed), pagination }
}

export const handlers: Handlers<Subset, Ctx> = {
  listFeedback: (ctx, wanted) => list(ctx, wanted),

  async listContactFeedback(ctx, { contactId, ...wanted }) {
    await requireContact(ctx, contactId)
    return list(ctx, { ...wanted, contact_id: contactId })
  },

  async countFeedback({ db, org }, wanted) {
    return { count: await countOfFeedback(db, org, { ...wanted, limit: 0 }) }
  },

  async getFeedback(ctx, { feedbackId, include = [] }) {
    const item = await showFeedback(ctx, feedbackId)
    return include.includes('insights') ? { ...item, insights: await insightsIn(ctx.db, ctx.org, feedbackId) } : item
  },

  async ingestFeedback(ctx, given) {
    const [problem] = await problemsOf(ctx.db, ctx.org, [given], () => 'body')
    if (problem) invalidField(problem.path, problem.message)
    const [{ id, result, queued }] = (await ingest(ctx.db, ctx.org, [given], null)) as [
      Awaited<ReturnType<typeof ingest>>[number],
    ]
    if (queued) await announce(ctx, [id])
    const body = { ...(await showFeedback(ctx, id)), result }
    if (result !== 'unchanged') ctx.emit(`feedback.${result}`)
    return result === 'created' ? body : answer(200, body)
  },

  async bulkFeedback(ctx, { items, atomic }) {
    const batch_id = newId()
    const problems = await rowProblems(items, (rows, at) => problemsOf(ctx.db, ctx.org, rows, at))
    const bad = problems.filter((problem) => problem !== null)
    if (atomic && bad.length)
      throwApiError('VALIDATION_ERROR', `${bad[0]!.path} ${bad[0]!.message}`, { details: bad.slice(0, 20) })
    const good = items.flatMap((row, n) => (problems[n] ? [] : [{ n, row }]))
    const outcomes = await ingest(
      ctx.db,
      ctx.org,
      good.map(({ row }) => row),
      batch_id,
    )
    const done = new Map(outcomes.map((one, i) => [good[i]!.n, one]))
    for (const { id, result } of outcomes)
      if (result !== 'unchanged') ctx.emit(`feedback.${result}`, { object: { id } })
    const queued = outcomes.filter((one) => one.queued).map((one) => one.id)
    const job_id = queued.length ? await announce(ctx, queued) : null
    const { summary, results: rows } = results(items.length, (n) => ({
      done: done.get(n),
      problem: problems[n] ?? null,
    }))
    return {
      batch_id,
      job_id,
      summary,
      results: rows.map((row) => ({
        ...row,
        external_id: problems[row.index] ? null : (items[row.index]!.external_id ?? null),
      })),
    }
  },

  async updateFeedback(ctx, { feedbackId, ...given }) {
    const held = await holdFeedback(ctx.db, ctx.org, feedbackId)
    if (!held || held.deleted) return notFound('feedback')
    const reworded = await changeFeedback(ctx, held, given)
    if (reworded) await announce(ctx, [feedbackId])
    return showFeedback(ctx, feedbackId)
  },

  async analyzeFeedback(ctx, { feedbackId }) {
    const held = await holdFeedback(ctx.db, ctx.org, feedbackId)
    if (!held || held.deleted) return notFound('feedback')
    await requeue(ctx.db, ctx.org, [feedbackId])
    return { feedback_id: feedbackId, job_id: await announce(ctx, [feedbackId]), status: 'queued' }
  },
}

import type { nps } from '#contract/resources/nps.ts'
import { answer, type Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { results, rowProblems } from '#domain/sources/contacts/rows.ts'
import { announce } from '#domain/sources/feedback/pipeline.ts'
import { driversOf } from '#engine/nps-drivers.ts'
import { bucketsIn, dayNumber, timelineOf } from '#engine/nps-timeline.ts'
import { summarise } from '#engine/nps.ts'
import { sortedPage } from '#store/page.ts'
import { brokenDown, daysOf, periodOf, reasonsGiven, themesMentioned } from './answers.ts'
import { orderOf, pageOfResponses, type Response, responseById, type ResponseRow, responseOf } from './queries.ts'
import { problemsOf, record } from './record.ts'
import { reportOf } from './report.ts'

type Subset = Omit<typeof nps, 'updateNpsResponse' | 'deleteNpsResponse'>

/** A stray year must not make a million empty periods. */
const maxBuckets = 1000

export const showResponse = async ({ db, org }: Ctx, id: string): Promise<Response> =>
  (await responseById(db, org, id)) ?? notFound('nps response')

const listed = (row: ResponseRow): Response =>
  row.deleted_at
    ? ({ id: row.id, deleted: true, deleted_at: row.deleted_at, merged_into_id: null } as unknown as Response)
    : responseOf(row)

export const handlers: Handlers<Subset, Ctx> = {
  getNps: reportOf,

  async getNpsTimeline({ db, org, now }, { from, to, granularity, window, ...chosen }) {
    const period = periodOf({ from, to }, now)
    const first = dayNumber(period.from)
    const last = dayNumber(new Date(Date.parse(period.to) - 1).toISOString())
    if (bucketsIn(first, last, granularity) > maxBuckets)
      invalidField('query.from', `asks for more than ${maxBuckets} periods; take a larger granularity`)
    const buckets = timelineOf(await daysOf(db, org, period, chosen, window), first, last, granularity, window)
    const data = buckets.map(({ period, tally, rolling }) => {
      const { score, score_exact, responses, margin_of_error, low_sample } = summarise(rolling)
      return { period, ...summarise(tally), rolling: { score, score_exact, responses, margin_of_error, low_sample } }
    })
    return { granularity, window, period, data }
  },

  async getNpsBreakdown({ db, org, now }, { from, to, by, ...chosen }) {
    const period = periodOf({ from, to }, now)
    const { rows, responses, unassigned } = await brokenDown(db, org, period, chosen, by)
    return {
      by,
      period,
      responses,
      unassigned,
      data: rows.map(({ key, name, ...tally }) => ({ key, name, ...summarise(tally) })),
    }
  },

  async getNpsDrivers({ db, org, now }, { from, to, ...chosen }) {
    const period = periodOf({ from, to }, now)
    return {
      period,
      data: driversOf(await themesMentioned(db, org, period, chosen), await reasonsGiven(db, org, period, chosen)),
    }
  },

  async listNpsResponses({ db, org, cursors }, { cursor, ...wanted }) {
    const { data, pagination } = await sortedPage(orderOf(wanted), { ...wanted, cursor }, cursors, (keys) =>
      pageOfResponses(db, org, wanted, keys),
    )
    return { data: data.map(listed), pagination }
  },

  getNpsResponse: (ctx, { npsResponseId }) => showResponse(ctx, npsResponseId),

  async recordNpsResponse(ctx, given) {
    const [problem] = await problemsOf(ctx.db, ctx.org, [given], () => 'body')
    if (problem) invalidField(problem.path, problem.message)
    const {
      outcomes: [outcome],
      queued,
    } = await record(ctx.db, ctx.org, [given])
    if (queued.length) await announce(ctx, queued)
    const body = { ...(await showResponse(ctx, outcome!.id)), result: outcome!.result }
    if (outcome!.result === 'created') ctx.emit('nps.response_created')
    return outcome!.result === 'created' ? body : answer(200, body)
  },

  async bulkNpsResponses(ctx, { items }) {
    const problems = await rowProblems(items, (rows, at) => problemsOf(ctx.db, ctx.org, rows, at))
    const good = items.flatMap((row, n) => (problems[n] ? [] : [{ n, row }]))
    const { outcomes, queued } = await record(
      ctx.db,
      ctx.org,
      good.map(({ row }) => row),
    )
    const job_id = queued.length ? await announce(ctx, queued) : null
    const done = new Map(outcomes.map((one, i) => [good[i]!.n, one]))
    for (const { id, result } of outcomes)
      if (result === 'created') ctx.emit('nps.response_created', { object: { id } })
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
}

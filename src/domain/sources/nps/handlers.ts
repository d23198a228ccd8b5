import type { nps } from '#contract/resources/nps.ts'
import { withStatus } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { ReadCtx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { batchResultsWithReferences, validateBatch } from '#domain/sources/batch/row-results.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { findDrivers } from '#engine/nps/drivers.ts'
import { periodCount, dayNumber, npsTimeline } from '#engine/nps/timeline.ts'
import { summarizeNps } from '#engine/nps/score.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { countByDimension } from './queries-breakdown.ts'
import { countReasons, listDailyTallies, listThemeMentions } from './queries-report.ts'
import { periodOf } from './rules.ts'
import { findNpsResponse, type NpsView } from './queries.ts'
import { npsResponseList } from './queries-list.ts'
import { validateNpsResponses, ingestNpsResponses } from './ingest.ts'
import { getNpsReport } from './report.ts'

type Subset = Omit<typeof nps, 'updateNpsResponse' | 'deleteNpsResponse'>

/** Limits the answer when a period begins centuries ago by mistake. */
const maxBuckets = 1000

export const getResponse = async ({ db, org }: ReadCtx, id: string): Promise<NpsView> =>
  (await findNpsResponse(db, org, id)) ?? notFound('nps response')

export const handlers: Handlers<Subset> = {
  getNps: getNpsReport,

  async getNpsTimeline({ db, org, now }, { from, to, granularity, window, ...filters }) {
    const period = periodOf({ from, to }, now)
    const first = dayNumber(period.from)
    const last = dayNumber(new Date(Date.parse(period.to) - 1).toISOString())
    if (periodCount(first, last, granularity) > maxBuckets)
      invalidField('query.from', `covers more than ${maxBuckets} periods; use a larger granularity`)
    const days = await listDailyTallies(db, org, { ...filters, period }, window)
    const buckets = npsTimeline(days, { first, last, granularity, windowDays: window })
    const data = buckets.map(({ period, tally, rolling }) => {
      const { score, score_exact, responses, margin_of_error, low_sample } = summarizeNps(rolling)
      return { period, ...summarizeNps(tally), rolling: { score, score_exact, responses, margin_of_error, low_sample } }
    })
    return { granularity, window, period, data }
  },

  async getNpsBreakdown({ db, org, now }, { from, to, by, ...filters }) {
    const period = periodOf({ from, to }, now)
    const { rows, responses, unassigned } = await countByDimension(db, org, { ...filters, period }, by)
    return {
      by,
      period,
      responses,
      unassigned,
      data: rows.map(({ key, name, ...tally }) => ({ key, name, ...summarizeNps(tally) })),
    }
  },

  async getNpsDrivers({ db, org, now }, { from, to, ...filters }) {
    const query = { ...filters, period: periodOf({ from, to }, now) }
    const themes = await listThemeMentions(db, org, query)
    return { period: query.period, data: findDrivers(themes, await countReasons(db, org, query)) }
  },

  listNpsResponses: (ctx, query) => rowPage(ctx, npsResponseList, query),

  getNpsResponse: (ctx, { npsResponseId }) => getResponse(ctx, npsResponseId),

  async recordNpsResponse(ctx, item) {
    const [problem] = await validateNpsResponses(ctx.db, ctx.org, [item], () => 'body')
    if (problem) invalidField(problem.path, problem.message)
    const { outcomes, queued } = await ingestNpsResponses(ctx.db, ctx.org, [item])
    const { id, result } = outcomes[0]!
    await enqueueAnalysis(ctx, queued)
    const body = { ...(await getResponse(ctx, id)), result }
    if (result === 'created') ctx.emit('nps.response_created')
    return result === 'created' ? body : withStatus(200, body)
  },

  async bulkNpsResponses(ctx, { items }) {
    const batch = await validateBatch(items, (rows, pathOf) => validateNpsResponses(ctx.db, ctx.org, rows, pathOf))
    const rows = batch.valid.map(({ row }) => row)
    const { outcomes, queued } = await ingestNpsResponses(ctx.db, ctx.org, rows)
    const job_id = await enqueueAnalysis(ctx, queued)
    for (const { id, result } of outcomes)
      if (result === 'created') ctx.emit('nps.response_created', { object: { id } })
    return { job_id, ...batchResultsWithReferences(batch, outcomes) }
  },
}

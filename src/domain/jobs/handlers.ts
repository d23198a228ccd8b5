import type { Static } from 'typebox'
import type { Job, jobs } from '#contract/resources/jobs.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { ReadCtx } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { pageById } from '#store/page.ts'
import { cancelJob, findJob, type JobRow, listJobs } from './queries.ts'
import { isFinishedJob } from '#vocabulary/statuses.ts'

const pollIntervalMs = 250
const pause = () => new Promise((resolve) => setTimeout(resolve, pollIntervalMs))

/** The contract promises that these end ready or failed. */
const notCancellable = new Set<string>(['competitor_research', 'competitor_checkin'])

function presentJob({ done, total, resource_type, resource_id, ...job }: JobRow): Static<typeof Job> {
  return {
    ...job,
    progress: { done, total, percent: total === null ? null : percentOf(done, total) },
    result: resource_type && resource_id ? { resource_type, resource_id } : null,
  }
}

const percentOf = (done: number, total: number) => (total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total)))

const getJob = async ({ db, org }: ReadCtx, id: string) => (await findJob(db, org, id)) ?? notFound('job')

export const handlers: Handlers<typeof jobs> = {
  async listJobs({ db, org, cursors }, query) {
    const { data, pagination } = await pageById(cursors, query, (after) => listJobs(db, org, query, after))
    return { data: data.map(presentJob), pagination }
  },

  async getJob(ctx, { jobId, wait }) {
    let job = await getJob(ctx, jobId)
    for (
      const until = performance.now() + wait * 1000;
      !isFinishedJob(job.status) && performance.now() < until;
      job = await getJob(ctx, jobId)
    )
      await pause()
    return presentJob(job)
  },

  async cancelJob(ctx, { jobId }) {
    const { type } = await getJob(ctx, jobId)
    if (notCancellable.has(type))
      throwApiError('INVALID_STATE', 'Competitor research cannot be cancelled; it ends ready or failed.')
    const cancelled = await cancelJob(ctx.db, ctx.org, jobId)
    if (cancelled) return presentJob(cancelled)
    const { status } = await getJob(ctx, jobId)
    return throwApiError('INVALID_STATE', `This job has ended already (${status}).`)
  },
}

import type { Static } from 'typebox'
import type { Job, jobs } from '#contract/resources/jobs.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { pageOf } from '#store/page.ts'
import { cancelJob, jobById, type JobRow, pageOfJobs } from './queries.ts'

const lookEveryMs = 250
const pause = () => new Promise((resolve) => setTimeout(resolve, lookEveryMs))

/** Whoever polls these is promised one of two ends. */
const endsByItself = new Set<string>(['competitor_research', 'competitor_checkin'])

const ended = ({ status }: JobRow) => status === 'ready' || status === 'failed' || status === 'cancelled'

function shown({ done, total, resource_type, resource_id, ...job }: JobRow): Static<typeof Job> {
  const percent = total === null ? null : total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))
  return {
    ...job,
    progress: { done, total, percent },
    result: resource_type && resource_id ? { resource_type, resource_id } : null,
  }
}

const readJob = async ({ db, org }: Ctx, id: string) => (await jobById(db, org, id)) ?? notFound('job')

export const handlers: Handlers<typeof jobs, Ctx> = {
  async listJobs({ db, org, cursors }, { cursor, ...wanted }) {
    const rows = await pageOfJobs(
      db,
      org,
      wanted,
      cursor === undefined ? undefined : (cursors.read(cursor)[0] as string),
    )
    const { data, pagination } = pageOf(rows, wanted.limit, (last) => cursors.write([last.id]))
    return { data: data.map(shown), pagination }
  },

  async getJob(ctx, { jobId, wait }) {
    let job = await readJob(ctx, jobId)
    for (
      const until = performance.now() + wait * 1000;
      !ended(job) && performance.now() < until;
      job = await readJob(ctx, jobId)
    )
      await pause()
    return shown(job)
  },

  async cancelJob(ctx, { jobId }) {
    const { type } = await readJob(ctx, jobId)
    if (endsByItself.has(type))
      throwApiError('INVALID_STATE', 'Competitor research cannot be cancelled; it ends ready or failed.')
    const cancelled = await cancelJob(ctx.db, ctx.org, jobId)
    if (cancelled) return shown(cancelled)
    const { status } = await readJob(ctx, jobId)
    return throwApiError('INVALID_STATE', `This job has ended already (${status}).`)
  },
}

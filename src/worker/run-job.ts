import type { ReviewSources } from '#collectors/collector.ts'
import { recordJobEvent } from '#domain/events/feed/queries-insert.ts'
import {
  type Attempt,
  claimJob,
  completeJob,
  failJob,
  lockAttempt,
  isCurrentAttempt,
  updateProgress,
  requeueJob,
} from '#domain/jobs/queries-attempts.ts'
import { enqueue } from '#domain/jobs/enqueue.ts'
import type { JobRun, Log } from '#domain/context.ts'
import { ApiError, JobWaitsError, PermanentJobError } from '#domain/errors.ts'
import type { ModelProvider } from '#llm/provider.ts'
import type { Outbound } from '#outbound/client.ts'
import { isConnectionLost } from '#store/connection-lost.ts'
import type { Db, Store } from '#store/open.ts'
import type { JobMessage, Queue } from '#store/queue.ts'
import type { Vault } from '#store/vault.ts'
import type { FailureHandlers, JobHandler } from './job-handlers.ts'
import type { Throttle } from './throttle.ts'

/** Losing a worker is not the job's fault, but a job that crashes every worker has to end. */
const maxAttempts = 50
const supersessionPollMs = 2000

/** The job was cancelled or another worker runs a newer attempt of it. */
class StaleAttemptError extends Error {}

export type WrapJob = <T>(type: string, work: () => Promise<T>) => Promise<T>

export type WorkerDeps = {
  store: Store
  handlers: Partial<Record<string, JobHandler<never>>>
  failureHandlers: FailureHandlers
  log: Log
  backoff: readonly number[]
  outbound: Outbound
  vault: Vault
  reviewSources: ReviewSources
  embedder: JobRun['embedder']
  bulkAnalysisThreshold: number
  llm: ModelProvider | null
  wrapJob: WrapJob
  throttle: Throttle
  queue: Queue
  stopping: AbortSignal
}

type RunningAttempt = Attempt & { type: string }
type JobFailure = { code: string; message: string }

/** Runs one attempt of the job a queue message names; rejects only when the message must be delivered again. */
export async function runJob(deps: WorkerDeps, message: JobMessage, lost: AbortSignal) {
  const { org, job: id } = message
  const claimed = await claimJob(deps.store, org, id, message.failures)
  if (!claimed) return
  const attempt: RunningAttempt = { org, id, number: claimed.attempts, type: claimed.type }
  const handler = deps.handlers[claimed.type]
  if (!handler)
    return failPermanently(deps, attempt, { code: 'UNKNOWN_TYPE', message: `No worker handles ${claimed.type} jobs.` })
  if (attempt.number > maxAttempts)
    return failPermanently(deps, attempt, {
      code: 'WORKER_LOST',
      message: 'Every worker that started this job was lost.',
    })
  const watch = watchForSupersession(deps.store, attempt)
  const signal = AbortSignal.any([lost, watch.signal, deps.stopping])
  try {
    await deps.wrapJob(claimed.type, async () => {
      const write = await handler(jobRun(deps, attempt, claimed.created_by, signal), claimed.payload as never)
      await fenced(deps.store, attempt, async (db) => completeJob(db, attempt, (await write(db)) ?? undefined))
    })
  } catch (error) {
    await handleFailure(deps, message, attempt, { error, lost })
  } finally {
    watch.stop()
  }
}

const jobRun = (deps: WorkerDeps, attempt: Attempt, user: string | null, signal: AbortSignal): JobRun => ({
  org: attempt.org,
  id: attempt.id,
  user,
  db: deps.store,
  signal,
  log: deps.log,
  outbound: deps.outbound,
  vault: deps.vault,
  reviewSources: deps.reviewSources,
  embedder: deps.embedder,
  bulkAnalysisThreshold: deps.bulkAnalysisThreshold,
  llm: deps.llm,
  runThrottled: deps.throttle,
  enqueue: (db, type, payload) => enqueue(db, deps.queue, attempt.org, { type, payload, user }),
  write: (work) => fenced(deps.store, attempt, work),
  async progress(now) {
    if ((await updateProgress(deps.store, attempt, now)) === 0) throw new StaleAttemptError()
  },
})

/** A transaction that commits only while this attempt is the current one. */
const fenced = <T>(store: Store, attempt: Attempt, work: (db: Db) => Promise<T>): Promise<T> =>
  store.transaction((db, locked) => (locked ? work(db) : Promise.reject(new StaleAttemptError())), lockAttempt(attempt))

/** Aborts a long-running handler once its attempt is no longer the current one. */
function watchForSupersession(store: Store, attempt: Attempt) {
  const superseded = new AbortController()
  const check = () =>
    void isCurrentAttempt(store, attempt).then(
      (current) => current || superseded.abort(new StaleAttemptError()),
      () => {},
    )
  const timer = setInterval(check, supersessionPollMs)
  return { signal: superseded.signal, stop: () => clearInterval(timer) }
}

async function handleFailure(
  deps: WorkerDeps,
  message: JobMessage,
  attempt: RunningAttempt,
  { error, lost }: { error: unknown; lost: AbortSignal },
) {
  const fields = { job: attempt.id, attempt: attempt.number }
  if (error instanceof StaleAttemptError || !(await isCurrentAttempt(deps.store, attempt)))
    return deps.log.info(fields, 'stale job attempt ended; nothing written')
  // Rejecting makes the queue deliver the message again, without a wait that grows: the job itself did not fail.
  if (deps.stopping.aborted || lost.aborted) throw error
  if (isConnectionLost(error)) {
    deps.log.info({ ...fields, error: String(error) }, 'the database was away; the job runs again')
    throw error
  }
  if (error instanceof JobWaitsError) return requeue(deps, message, attempt, waiting(deps, error))
  deps.log.warn({ ...fields, error: String((error as Error)?.stack ?? error) }, 'job failed')
  if (error instanceof ApiError || error instanceof PermanentJobError)
    return failPermanently(deps, attempt, { code: error.code, message: error.message })
  const delaySeconds = deps.backoff[message.failures]
  if (delaySeconds === undefined)
    return failPermanently(deps, attempt, {
      code: 'WORK_FAILED',
      message: 'An internal error occurred on every attempt.',
    })
  await requeue(deps, message, attempt, { ...retry, delaySeconds })
}

type Requeue = JobFailure & { failed: boolean; delaySeconds: number }
const retry = { code: 'WORK_FAILED', message: 'An internal error occurred; the job will be retried.', failed: true }
const waiting = ({ backoff }: WorkerDeps, { code, message }: JobWaitsError): Requeue => ({
  code,
  message,
  failed: false,
  delaySeconds: Math.max(0, ...backoff),
})

const requeue = (deps: WorkerDeps, message: JobMessage, attempt: RunningAttempt, { delaySeconds, ...why }: Requeue) =>
  fenced(deps.store, attempt, async (db) => {
    const failures = await requeueJob(db, attempt, why)
    await deps.queue.put(db, { ...message, failures }, delaySeconds)
  })

async function failPermanently({ store, failureHandlers }: WorkerDeps, attempt: RunningAttempt, failure: JobFailure) {
  try {
    await fenced(store, attempt, async (db) => {
      await failJob(db, attempt, failure)
      await failureHandlers[attempt.type]?.(db, attempt, failure)
      await recordJobEvent(
        db,
        attempt.org,
        { id: attempt.id, type: 'job', user: null },
        {
          type: 'job.failed',
          object: {
            id: attempt.id,
            error_code: failure.code,
            error_message: failure.message,
          },
        },
      )
    })
  } catch (error) {
    if (!(error instanceof StaleAttemptError)) throw error
  }
}

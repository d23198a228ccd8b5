import { noSources, type ReviewSources } from '#collectors/collector.ts'
import { tell } from '#domain/account/events/record.ts'
import {
  type Attempt,
  claim,
  finish,
  giveUp,
  hold,
  isCurrent,
  noteProgress,
  putBack,
} from '#domain/account/jobs/attempts.ts'
import { enqueue } from '#domain/account/jobs/enqueue.ts'
import type { JobRun, Log } from '#domain/context.ts'
import { ApiError, PermanentJobError } from '#domain/errors.ts'
import { openEmbedder, type Tier } from '#engine/embed/embedder.ts'
import type { Provider } from '#llm/provider.ts'
import { createOutbound, type Outbound } from '#outbound/client.ts'
import type { Connection, Db, Store } from '#store/open.ts'
import { type Duty, openCounter, openQueue, type Queue, type Ticket } from '#store/queue.ts'
import type { Courtesy } from './courtesy.ts'
import type { Endings, JobHandler } from './jobs.ts'

/** The pauses before the second, third and fourth try. */
export const backoffSeconds: readonly number[] = [5, 30, 180]
/** Lost workers are not the job's fault, but a job that takes every worker down with it has to end some time. */
const maxAttempts = 50
const watchEveryMs = 2000
/** More than ever wait. */
const never = 2 ** 40

/** Somebody else runs the job by now, or nobody shall. */
class Superseded extends Error {}

export type Handlers = Partial<Record<string, JobHandler<never>>>
export type WorkerOptions = {
  store: Store
  connection: Connection
  handlers: Handlers
  duties?: readonly Duty[]
  log: Log
  outbound?: Outbound
  reviewSources?: ReviewSources
  endings?: Endings
  /** Which tier of embeddings; the token table unless told otherwise. */
  embeddings?: Tier | 'auto'
  /** More waiting items than this are read with the token table first, and with the model when nothing waits. */
  bulkAbove?: number
  llm?: Provider | null
  /** Runs a job's work, and may tell of it. */
  around?: Around
  /** How heavy work makes way for requests; unless told otherwise it does not. */
  courtesy?: Courtesy
  atOnce?: number
  backoff?: readonly number[]
}

export type Around = <T>(type: string, work: () => Promise<T>) => Promise<T>

type Begun = Attempt & { type: string }
type Shop = Required<
  Pick<WorkerOptions, 'store' | 'handlers' | 'log' | 'backoff' | 'outbound' | 'reviewSources' | 'endings'>
> & {
  embedder: JobRun['embedder']
  bulkAbove: number
  llm: Provider | null
  around: Around
  courtesy: Courtesy
  queue: Queue
  stopping: AbortSignal
}

/** Takes jobs until it is stopped; any number of workers share the queue, and no job is with two of them. */
export async function startWorker({
  outbound = createOutbound(),
  reviewSources = noSources,
  endings = {},
  ...options
}: WorkerOptions) {
  const {
    store,
    connection,
    handlers,
    duties = [],
    log,
    atOnce = 4,
    backoff = backoffSeconds,
    embeddings = 'static',
    bulkAbove = never,
    llm = null,
    around = (_type, work) => work(),
    courtesy = (piece) => piece(),
  } = options
  const queue = openQueue(store)
  const embedder = embedderOf(embeddings)
  const stopping = new AbortController()
  const shop: Shop = {
    store,
    handlers,
    log,
    backoff,
    outbound,
    reviewSources,
    endings,
    embedder: embedder.open,
    bulkAbove,
    llm,
    around,
    courtesy,
    queue,
    stopping: stopping.signal,
  }
  const counter = await openCounter({
    connection,
    atOnce,
    duties,
    serve: (ticket, lost) => serve(shop, ticket, lost),
    onError: (error) => log.warn({ error: error.message }, 'the job queue stumbled'),
  })
  return {
    /** What is under way may end; what does not is handed out again. */
    async stop() {
      stopping.abort()
      await counter.stop()
      await queue.stop()
      await embedder.close()
    },
  }
}

/** Each opened once, by the first job that needs it. */
function embedderOf(best: Tier | 'auto') {
  const opening = new Map<Tier | 'auto', ReturnType<typeof openEmbedder>>()
  const open = (tier: Tier | 'auto' = best) => {
    if (!opening.has(tier)) opening.set(tier, openEmbedder(tier))
    return opening.get(tier)!
  }
  return {
    open,
    close: async () =>
      void (await Promise.all([...opening.values()].map(async (one) => (await one.catch(() => undefined))?.close()))),
  }
}

async function serve(shop: Shop, ticket: Ticket, lost: AbortSignal) {
  const { org, job: id } = ticket
  const claimed = await claim(shop.store, org, id, ticket.failures)
  if (!claimed) return
  const attempt: Begun = { org, id, number: claimed.attempts, type: claimed.type }
  const handler = shop.handlers[claimed.type]
  if (!handler) return endBadly(shop, attempt, { code: 'UNKNOWN_TYPE', message: `Nobody here does ${claimed.type}.` })
  if (attempt.number > maxAttempts)
    return endBadly(shop, attempt, { code: 'WORKER_LOST', message: 'Every worker that began this job was lost.' })
  const watch = watchOver(shop, attempt)
  const signal = AbortSignal.any([lost, watch.signal, shop.stopping])
  try {
    await shop.around(claimed.type, async () => {
      const write = await handler(runOf(shop, attempt, claimed.created_by, signal), claimed.payload as never)
      await fenced(shop.store, attempt, async (db) => finish(db, attempt, (await write(db)) ?? undefined))
    })
  } catch (error) {
    await afterThrow(shop, ticket, attempt, error)
  } finally {
    watch.stop()
  }
}

const runOf = (
  { store, log, outbound, reviewSources, embedder, bulkAbove, llm, courtesy, queue }: Shop,
  attempt: Attempt,
  user: string | null,
  signal: AbortSignal,
): JobRun => ({
  org: attempt.org,
  id: attempt.id,
  user,
  db: store,
  signal,
  log,
  outbound,
  reviewSources,
  embedder,
  bulkAbove,
  llm,
  piece: courtesy,
  enqueue: (db, type, payload) => enqueue(db, queue, attempt.org, { type, payload, user }),
  write: (work) => fenced(store, attempt, work),
  async progress(now) {
    if ((await noteProgress(store, attempt, now)) === 0) throw new Superseded()
  },
})

const fenced = <T>(store: Store, attempt: Attempt, work: (db: Db) => Promise<T>): Promise<T> =>
  store.transaction((db, held) => (held ? work(db) : Promise.reject(new Superseded())), hold(attempt))

/** Tells a handler that thinks for long that nobody waits for it any more. */
function watchOver({ store }: Shop, attempt: Attempt) {
  const over = new AbortController()
  const look = () =>
    void isCurrent(store, attempt).then(
      (current) => current || over.abort(new Superseded()),
      () => {},
    )
  const timer = setInterval(look, watchEveryMs)
  return { signal: over.signal, stop: () => clearInterval(timer) }
}

async function afterThrow(shop: Shop, ticket: Ticket, attempt: Begun, error: unknown) {
  const { store, log } = shop
  const late = error instanceof Superseded || !(await isCurrent(store, attempt))
  if (late) return log.info({ job: attempt.id, attempt: attempt.number }, 'an attempt ended late and changed nothing')
  // Interrupted, not failed: the queue hands it out again.
  if (shop.stopping.aborted) throw error
  log.warn(
    { job: attempt.id, attempt: attempt.number, error: String((error as Error)?.stack ?? error) },
    'a job failed',
  )
  const seconds = shop.backoff[ticket.failures]
  if (error instanceof ApiError || error instanceof PermanentJobError)
    return endBadly(shop, attempt, { code: error.code, message: error.message })
  if (seconds === undefined)
    return endBadly(shop, attempt, {
      code: 'WORK_FAILED',
      message: 'Something broke on our side, however often it was tried.',
    })
  await fenced(store, attempt, async (db) => {
    const failures = await putBack(db, attempt, {
      code: 'WORK_FAILED',
      message: 'Something broke on our side; it is tried again.',
    })
    await shop.queue.put(db, { ...ticket, failures }, seconds)
  })
}

const endBadly = ({ store, endings }: Shop, attempt: Begun, failure: { code: string; message: string }) =>
  fenced(store, attempt, async (db) => {
    await giveUp(db, attempt, failure)
    await endings[attempt.type]?.(db, attempt, failure)
    await tell(db, attempt.org, { id: attempt.id, type: 'job', user: null }, 'job.failed', {
      id: attempt.id,
      error_code: failure.code,
      error_message: failure.message,
    })
  }).then(
    () => {},
    (error) => {
      if (!(error instanceof Superseded)) throw error
    },
  )

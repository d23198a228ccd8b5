import { noSources, type ReviewSources } from '#collectors/collector.ts'
import type { Log } from '#domain/context.ts'
import { type Embedder, openEmbedder, type Tier } from '#engine/embed/embedder.ts'
import type { ModelProvider } from '#llm/provider.ts'
import { createOutbound, type Outbound } from '#outbound/client.ts'
import type { DatabaseOptions, Store } from '#store/open.ts'
import { type CronJob, openQueue, startConsumer } from '#store/queue.ts'
import { untilAborted } from '#store/until-aborted.ts'
import type { Vault } from '#store/vault.ts'
import type { FailureHandlers, JobHandler } from './job-handlers.ts'
import { runJob, type WorkerDeps, type WrapJob } from './run-job.ts'
import type { Throttle } from './throttle.ts'

/** Delays before the second, third and fourth attempt. */
const backoffSeconds: readonly number[] = [5, 30, 180]
const neverBulk = Number.MAX_SAFE_INTEGER

export type AnyJobHandlers = Partial<Record<string, JobHandler<never>>>
export type WorkerOptions = {
  store: Store
  connection: DatabaseOptions
  handlers: AnyJobHandlers
  /** Their store begins no statement once the worker stops: what is left is done by the next run. */
  cronJobs?: (store: Store) => readonly CronJob[]
  log: Log
  outbound?: Outbound
  /** Needed to fetch from connected providers. */
  vault?: Vault
  reviewSources?: ReviewSources
  failureHandlers?: FailureHandlers
  /** Embedding tier; the static token table by default. */
  embeddings?: Tier | 'auto'
  /** Above this many queued items the static tier embeds first and the model re-embeds later. */
  bulkAnalysisThreshold?: number
  llm?: ModelProvider | null
  /** Wraps each job, for tracing. */
  wrapJob?: WrapJob
  /** Makes CPU-heavy work yield to requests; no throttling by default. */
  throttle?: Throttle
  concurrency?: number
  backoff?: readonly number[]
}

const withoutVault = (): never => {
  throw new Error('this worker cannot open stored credentials')
}

const defaults = {
  reviewSources: noSources,
  vault: { seal: withoutVault, open: withoutVault },
  failureHandlers: {},
  cronJobs: () => [],
  concurrency: 4,
  backoff: backoffSeconds,
  embeddings: 'static',
  bulkAnalysisThreshold: neverBulk,
  llm: null,
  wrapJob: (_type, work) => work(),
  throttle: (work) => work(),
} satisfies Partial<WorkerOptions>

/** Consumes jobs until stopped. Any number of workers share the queue; a job has one owner at a time. */
export async function startWorker(options: WorkerOptions) {
  const {
    connection,
    cronJobs,
    concurrency,
    embeddings,
    outbound = createOutbound(),
    ...rest
  } = {
    ...defaults,
    ...options,
  }
  const queue = openQueue(rest.store)
  await queue.start()
  const stopping = new AbortController()
  const embedders = openEmbedders(embeddings, stopping.signal)
  const deps: WorkerDeps = { ...rest, outbound, embedder: embedders.open, queue, stopping: stopping.signal }
  const consumer = await startConsumer({
    connection,
    concurrency,
    cronJobs: cronJobs(untilAborted(rest.store, stopping.signal)),
    handle: (message, lost) => runJob(deps, message, lost),
    onError: (error) => rest.log.warn({ error: error.message }, 'job queue failed'),
  })
  return {
    /** Lets running jobs finish; unfinished ones, also those that need the model, are requeued. */
    async stop() {
      stopping.abort()
      await Promise.all([consumer.stop(), embedders.close()])
      await queue.stop()
    },
  }
}

/** Opens each embedding tier once, when the first job needs it. No job waits for a tier that loads during the stop. */
function openEmbedders(defaultTier: Tier | 'auto', stopping: AbortSignal) {
  const openings: Promise<Embedder>[] = []
  const embedders = new Map<Tier | 'auto', Promise<Embedder>>()
  const openUnlessStopping = (tier: Tier | 'auto') =>
    new Promise<Embedder>((resolve, reject) => {
      stopping.throwIfAborted()
      stopping.addEventListener('abort', () => reject(stopping.reason as Error), { once: true })
      const opening = openEmbedder(tier)
      openings.push(opening)
      opening.then(resolve, reject)
    })
  return {
    open(tier: Tier | 'auto' = defaultTier) {
      const embedder = embedders.get(tier) ?? openUnlessStopping(tier)
      embedders.set(tier, embedder)
      return embedder
    },
    async close() {
      for (const opened of await Promise.allSettled(openings))
        if (opened.status === 'fulfilled') await opened.value.close()
    },
  }
}

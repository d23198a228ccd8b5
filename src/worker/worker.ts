import { noSources, type ReviewSources } from '#collectors/collector.ts'
import type { Log } from '#domain/context.ts'
import { openEmbedder, type Tier } from '#engine/embed/embedder.ts'
import type { Provider } from '#llm/provider.ts'
import { createOutbound, type Outbound } from '#outbound/client.ts'
import type { Connection, Store } from '#store/open.ts'
import { type CronJob, openQueue, startConsumer } from '#store/queue.ts'
import type { Vault } from '#store/vault.ts'
import type { FailureHandlers, JobHandler } from './job-handlers.ts'
import { runJob, type WorkerDeps, type WrapJob } from './run-job.ts'
import type { Throttle } from './throttle.ts'

/** Delays before the second, third and fourth attempt. */
export const backoffSeconds: readonly number[] = [5, 30, 180]
const neverBulk = Number.MAX_SAFE_INTEGER

export type Handlers = Partial<Record<string, JobHandler<never>>>
export type WorkerOptions = {
  store: Store
  connection: Connection
  handlers: Handlers
  cronJobs?: readonly CronJob[]
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
  llm?: Provider | null
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
  cronJobs: [],
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
  const embedders = openEmbedders(embeddings)
  const stopping = new AbortController()
  const deps: WorkerDeps = { ...rest, outbound, embedder: embedders.open, queue, stopping: stopping.signal }
  const consumer = await startConsumer({
    connection,
    concurrency,
    cronJobs,
    handle: (message, lost) => runJob(deps, message, lost),
    onError: (error) => rest.log.warn({ error: error.message }, 'job queue failed'),
  })
  return {
    /** Lets running jobs finish; unfinished ones are requeued. */
    async stop() {
      stopping.abort()
      await consumer.stop()
      await queue.stop()
      await embedders.close()
    },
  }
}

/** Opens each embedding tier once, when the first job needs it. */
function openEmbedders(defaultTier: Tier | 'auto') {
  const embedders = new Map<Tier | 'auto', ReturnType<typeof openEmbedder>>()
  const open = (tier: Tier | 'auto' = defaultTier) => {
    if (!embedders.has(tier)) embedders.set(tier, openEmbedder(tier))
    return embedders.get(tier)!
  }
  return {
    open,
    async close() {
      await Promise.all([...embedders.values()].map(async (one) => (await one.catch(() => undefined))?.close()))
    },
  }
}

import pg from 'pg'
import { type ConstructorOptions, PgBoss, systemClock } from 'pg-boss'
import { type DatabaseOptions, type Db, driverConfig, type Store } from './open.ts'
import { Sql } from './sql.ts'

const schema = 'queue'

/** A worker without a heartbeat for this long loses its jobs; they run again within 30 seconds. */
const heartbeatTimeoutSeconds = 10
const heartbeatRefreshSeconds = 3
const superviseIntervalSeconds = 5
/** No request waits for the consumer: on a busy machine it waits longer for a connection than a request does. */
const consumerConnectionTimeout = 30_000
/** A connection that a network has dropped without a word would hold its consumer for as long as TCP repeats itself. */
const consumerQueryTimeout = 30_000
const hour = 3600
const day = 24 * hour

/**
 * The queue of all jobs. pg-boss redelivers when a worker is lost; retries after a failure are enqueued by the
 * worker.
 */
export const workQueue = 'work'
const workQueueOptions = {
  notify: true,
  heartbeatSeconds: heartbeatTimeoutSeconds,
  retryLimit: 10_000,
  retryDelay: 1,
  expireInSeconds: 12 * hour,
  retentionSeconds: 30 * day,
  deleteAfterSeconds: hour,
}

export type JobMessage = { org: string; job: string; failures: number }

/** Creates or upgrades pg-boss's own tables. */
export async function installQueue(connection: DatabaseOptions): Promise<void> {
  const boss = new PgBoss({
    ...(driverConfig(connection) as Partial<ConstructorOptions>),
    application_name: 'earshot-migrate',
    schema,
    max: 2,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    await boss.createQueue(workQueue, workQueueOptions)
    await boss.updateQueue(workQueue, workQueueOptions)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Turns pg-boss's text with $1, $2 … into our Sql. */
function sqlFromNumbered(text: string, values: readonly unknown[] = []): Sql {
  const parts = text.split(/\$(\d+)/)
  return new Sql(
    parts.filter((_, i) => i % 2 === 0),
    parts.filter((_, i) => i % 2 === 1).map((place) => values[Number(place) - 1]),
  )
}

const executorFor = (db: Db) => ({
  executeSql: async (text: string, values?: unknown[]) => ({
    rows: await db.rows<Record<string, unknown>>(sqlFromNumbered(text, values)),
  }),
})

export type Queue = {
  /** Once, before the first message: it needs connections of its own. */
  start(): Promise<void>
  /** Commits with the given transaction. */
  put(db: Db, message: JobMessage, delaySeconds?: number): Promise<void>
  stop(): Promise<void>
}

/**
 * The producing side. It is started with the process, never by a message: senders that hold all connections of the
 * pool would wait for one more, and none of them would get it.
 */
export function openQueue(store: Store): Queue {
  let running: PgBoss | undefined
  return {
    async start() {
      running = await startProducer(store)
    },
    async put(db, message, delaySeconds = 0) {
      if (!running) throw new Error('the job queue was not started')
      await running.send(workQueue, message, {
        db: executorFor(db),
        ...(delaySeconds > 0 && { startAfter: delaySeconds }),
      })
    },
    async stop() {
      await running?.stop({ graceful: false })
    },
  }
}

/** pg-boss hides a failure to read its list of queues, and would then ask for it with each message. */
async function startProducer(store: Store): Promise<PgBoss> {
  let failure: Error | undefined
  const executeSql = async (text: string, values?: unknown[]) => {
    try {
      return await store.pool.query({ text, ...(values && { values }), types: pg.types })
    } catch (error) {
      failure = error as Error
      throw error
    }
  }
  const boss = new PgBoss({
    schema,
    db: { executeSql },
    migrate: false,
    supervise: false,
    schedule: false,
    clock: { ...systemClock, setInterval: (work, ms) => setInterval(work, ms).unref() },
  })
  boss.on('error', () => {})
  await boss.start()
  if (!failure) return boss
  await boss.stop({ graceful: false })
  throw failure
}

export type CronJob = { name: string; cron: string; run(): Promise<void> }
type Consumer = { stop(): Promise<void> }

type Options = {
  connection: DatabaseOptions
  concurrency: number
  /** Rejects only when the message must be delivered again. */
  handle(message: JobMessage, lost: AbortSignal): Promise<void>
  cronJobs: readonly CronJob[]
  onError(error: Error): void
  /** How long running jobs may take to finish on shutdown. */
  shutdownSeconds?: number
}

/** The consuming side: as many jobs at once as `concurrency`, and the cron jobs. */
export async function startConsumer({
  connection,
  cronJobs,
  shutdownSeconds = 20,
  ...options
}: Options): Promise<Consumer> {
  const boss = new PgBoss({
    ...(driverConfig(connection) as Partial<ConstructorOptions>),
    application_name: 'earshot-queue',
    schema,
    max: 4,
    connectionTimeoutMillis: consumerConnectionTimeout,
    // Missing from the library's types.
    ...({ query_timeout: consumerQueryTimeout, keepAlive: true } as object),
    migrate: false,
    // Behind a pooler the session that listens is given away: jobs are polled for.
    useListenNotify: connection.namedStatements !== false,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    maintenanceIntervalSeconds: 300,
    reindexIntervalSeconds: day,
  })
  boss.on('error', options.onError)
  await boss.start()
  await consumeJobs(boss, options)
  for (const cronJob of cronJobs) await startCronJob(boss, cronJob)
  return { stop: () => boss.stop({ graceful: true, timeout: shutdownSeconds * 1000 }) }
}

async function consumeJobs(boss: PgBoss, { concurrency, handle }: Pick<Options, 'concurrency' | 'handle'>) {
  const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds }
  for (let n = 0; n < concurrency; n++) {
    let worker = ''
    worker = await boss.work<JobMessage>(workQueue, polling, async ([message]) => {
      // More messages may be waiting: fetch again at once instead of at the next poll.
      boss.notifyWorker(worker)
      if (message) await handle(message.data, message.signal)
    })
  }
}

/** While a run is recorded as active there is no other, so the run of a lost worker must end: it is repeated. */
const cronQueueOptions = {
  heartbeatSeconds: heartbeatTimeoutSeconds,
  retryLimit: 2,
  retryDelay: 1,
  expireInSeconds: hour,
  deleteAfterSeconds: hour,
}

/** Runs on its schedule, and once right now; with several workers, in one of them. */
async function startCronJob(boss: PgBoss, { name, cron, run }: CronJob) {
  await boss.createQueue(name, { policy: 'exclusive', ...cronQueueOptions })
  // Queues of earlier versions exist already.
  await boss.updateQueue(name, cronQueueOptions)
  await boss.schedule(name, cron)
  await boss.work(name, { pollingIntervalSeconds: 10, heartbeatRefreshSeconds }, run)
  await boss.send(name)
}

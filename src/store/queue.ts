import pg from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { type Connection, type Db, driversPart, type Store } from './open.ts'
import { Sql } from './sql.ts'

const schema = 'queue'

/** A worker that is silent for this long has lost its jobs; with a look every few seconds they run again well within 30. */
const silenceSeconds = 10
const beatSeconds = 3
const lookSeconds = 5
const hour = 3600
const day = 24 * hour

/** The one queue of work that was asked for. It retries only lost workers; the pace after a failure is set by whoever puts the job back. */
export const workQueue = 'work'
const workQueueOptions = {
  notify: true,
  heartbeatSeconds: silenceSeconds,
  retryLimit: 10_000,
  retryDelay: 1,
  expireInSeconds: 12 * hour,
  retentionSeconds: 30 * day,
  deleteAfterSeconds: hour,
}

export type Ticket = { org: string; job: string; failures: number }

/** The queue's own tables, made or brought up to date. */
export async function installQueue(connection: Connection): Promise<void> {
  const boss = new PgBoss({
    ...(driversPart(connection) as Partial<ConstructorOptions>),
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

/** A statement whose places are numbered, as a piece of ours. */
function pieceOf(text: string, values: readonly unknown[] = []): Sql {
  const parts = text.split(/\$(\d+)/)
  return new Sql(
    parts.filter((_, i) => i % 2 === 0),
    parts.filter((_, i) => i % 2 === 1).map((place) => values[Number(place) - 1]),
  )
}

const within = (db: Db) => ({
  executeSql: async (text: string, values?: unknown[]) => ({
    rows: await db.rows<Record<string, unknown>>(pieceOf(text, values)),
  }),
})

export type Queue = {
  /** Takes effect with the transaction it is given, or not at all. */
  put(db: Db, ticket: Ticket, afterSeconds?: number): Promise<void>
  stop(): Promise<void>
}

/** The end of the queue where work is put in; started when the first is. */
export function openQueue(store: Store): Queue {
  let starting: Promise<PgBoss> | undefined
  const start = () => {
    const executeSql = (text: string, values?: unknown[]) =>
      store.pool.query({ text, ...(values && { values }), types: pg.types })
    const boss = new PgBoss({ schema, db: { executeSql }, migrate: false, supervise: false, schedule: false })
    boss.on('error', () => {})
    return boss.start()
  }
  return {
    async put(db, ticket, afterSeconds = 0) {
      starting ??= start()
      const boss = await starting.catch((error) => {
        starting = undefined
        throw error
      })
      await boss.send(workQueue, ticket, { db: within(db), ...(afterSeconds > 0 && { startAfter: afterSeconds }) })
    },
    async stop() {
      await (await starting?.catch(() => undefined))?.stop({ graceful: false })
    },
  }
}

export type Duty = { name: string; cron: string; run(): Promise<void> }
export type Counter = { stop(): Promise<void> }

type Options = {
  connection: Connection
  atOnce: number
  /** Never rejects unless the ticket shall be handed out again. */
  serve(ticket: Ticket, lost: AbortSignal): Promise<void>
  duties: readonly Duty[]
  onError(error: Error): void
  /** How long work under way may take to end when the counter closes. */
  closeSeconds?: number
}

/** The end of the queue where work is taken out: one ticket at a time each, by whoever is free. */
export async function openCounter({
  connection,
  atOnce,
  serve,
  duties,
  onError,
  closeSeconds = 20,
}: Options): Promise<Counter> {
  const boss = new PgBoss({
    ...(driversPart(connection) as Partial<ConstructorOptions>),
    application_name: 'earshot-queue',
    schema,
    max: 4,
    migrate: false,
    useListenNotify: true,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    maintenanceIntervalSeconds: 300,
    reindexIntervalSeconds: day,
  })
  boss.on('error', onError)
  await boss.start()
  const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }
  for (let n = 0; n < atOnce; n++) {
    let worker = ''
    worker = await boss.work<Ticket>(workQueue, { ...polling, heartbeatRefreshSeconds: beatSeconds }, async ([one]) => {
      // Where one ticket was there may be another: look again at once, not at the next poll.
      boss.notifyWorker(worker)
      if (one) await serve(one.data, one.signal)
    })
  }
  for (const { name, cron, run } of duties) {
    await boss.createQueue(name, {
      policy: 'exclusive',
      retryLimit: 0,
      expireInSeconds: hour,
      deleteAfterSeconds: hour,
    })
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: 10 }, run)
    await boss.send(name)
  }
  return { stop: () => boss.stop({ graceful: true, timeout: closeSeconds * 1000 }) }
}

import assert from 'node:assert/strict'
import { jobs } from '#worker/jobs.ts'
import { startWorker } from '#worker/loop.ts'
import { type Body, call, type More, openGround, openOneGround, org, world } from './ground.ts'
import { jobsEnded } from './jobs-ended.ts'

/* The same ground with a worker beside the server, for tests of what comes of what is sent. */

type Options = Partial<Parameters<typeof startWorker>[0]>

const workers: Awaited<ReturnType<typeof startWorker>>[] = []
const warned: unknown[] = []
export const log = { info() {}, warn: (fields: object) => void warned.push(fields), error() {} }

/** A worker in this process that does what the real one does, beside the server of the ground unless told of another. */
export async function startWork(options: Options = {}, { store, connection } = world) {
  workers.push(await startWorker({ store, connection, handlers: jobs, log, backoff: [1, 1, 1], ...options }))
}
export async function stopWork() {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
}
/** With a worker for as long as something takes. */
export async function whileWorking<T>(wait: () => Promise<T>, options?: Options): Promise<T> {
  await startWork(options)
  return wait().finally(stopWork)
}

type MoreWork = More & {
  options?: () => Options | Promise<Options>
  /** Most files have it from the beginning. */ works?: boolean
}

const around = ({ opened, closing, options, works = true }: MoreWork) => ({
  async opened() {
    if (works) await startWork(await options?.())
    await opened?.()
  },
  async closing() {
    await stopWork()
    await closing?.()
    assert.deepEqual(warned, [])
  },
})
const connections = { poolSize: 12 }

export const openWorking = (more: MoreWork = {}) => openGround(connections, { ...more, ...around(more) })
export const openOneWorking = (more: Omit<MoreWork, 'each'> = {}) =>
  openOneGround({ ...more, ...around(more) }, connections)

/** The answer of a call that must not fail. */
export async function done(method: string, path: string, body?: Body, query?: Record<string, string>) {
  const reply = await call(method, path, body, query)
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}

/** Nothing of the organization is queued or running any more. */
export const settled = () => jobsEnded(world, org.admin.key)

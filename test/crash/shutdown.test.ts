import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '#store/open.ts'
import { cloneDatabase } from '../database.ts'
import { startWriters } from './writers.ts'
import { optionsFrom } from './options.ts'
import { findInconsistencies } from './oracle.ts'
import { type PreparedServer, prepareServer, type RunningServer } from './server-child.ts'
import { createTenant } from './tenant.ts'
import { pause } from './http-client.ts'

/** Long enough for the balancer to notice on a busy machine. */
const drainSeconds = 3
const pollIntervalMs = 50

test('a rolling restart behind a readiness-checking balancer fails no request', async (t) => {
  const { shutdowns, seed } = optionsFrom(process.env)
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 2 })
  const tenant = await createTenant(store)
  const startOptions = { connection, port: 0, drainSeconds }
  const servers: RunningServer[] = await Promise.all([0, 1].map(() => prepareServer().start(startOptions)))
  const balancer = startBalancer(() => servers)
  let successor: PreparedServer | undefined
  t.after(async () => {
    balancer.stop()
    await successor?.discard()
    await Promise.all(servers.map((server) => server.kill()))
    await store.close()
    await drop()
  })
  await balancer.checkReadiness()
  const writers = await startWriters({ tenant, port: balancer.port, seed, size: 4 })
  t.after(() => writers.abandon())
  for (let n = 0; n < shutdowns; n++) {
    const leaving = servers[n % 2]!
    successor = prepareServer()
    await successor.loaded
    writers.resume()
    await writers.waitForAcknowledged(40)
    assert.equal(await leaving.terminate(), 0, leaving.log())
    writers.pauseWriters()
    servers[n % 2] = await successor.start(startOptions)
    await balancer.checkReadiness()
  }
  await writers.finish()
  t.diagnostic(`${shutdowns} shutdowns, ${writers.ledger.acknowledgedCount} acknowledged writes`)
  assert.deepEqual(writers.unanswered, [], 'no request may be cut off or refused')
  assert.deepEqual(
    writers.unavailable.map(({ text }) => text),
    [],
  )
  assert.deepEqual(await findInconsistencies(store, tenant.org, writers.ledger), [])
})

/** Round-robin over the servers that report ready. */
function startBalancer(servers: () => RunningServer[]) {
  let ready: number[] = []
  let next = 0
  let stopped = false
  const checkReadiness = async () => {
    const ports = await Promise.all(servers().map(async ({ port }) => ((await isReady(port)) ? [port] : [])))
    ready = ports.flat()
  }
  const poll = async () => {
    while (!stopped) {
      await checkReadiness()
      await pause(pollIntervalMs)
    }
  }
  void poll()
  return { port: () => ready[next++ % ready.length]!, checkReadiness, stop: () => void (stopped = true) }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

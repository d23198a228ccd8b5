import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '#store/open.ts'
import { cloneDatabase } from '../database.ts'
import { hireCrew } from './crew.ts'
import { optionsFrom } from './options.ts'
import { examine } from './oracle.ts'
import { prepareServer, type Running } from './server-child.ts'
import { makeTenant } from './tenant.ts'
import { pause } from './wire.ts'

const drainSeconds = 1
const lookEveryMs = 50

test('servers that are asked to stop one after the other, behind a balancer that asks who is ready, fail no request', async (t) => {
  const { shutdowns, seed } = optionsFrom(process.env)
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 2 })
  const tenant = await makeTenant(store)
  const orders = { connection, port: 0, drainSeconds }
  const servers: Running[] = await Promise.all([0, 1].map(() => prepareServer().start(orders)))
  const balancer = balance(() => servers)
  t.after(async () => {
    balancer.stop()
    await Promise.all(servers.map((server) => server.kill()))
    await store.close()
    await drop()
  })
  await balancer.looked()
  const crew = await hireCrew({ tenant, port: balancer.port, seed, size: 4 })
  t.after(() => crew.abandon())
  for (let n = 0; n < shutdowns; n++) {
    const leaving = servers[n % 2]!
    const successor = prepareServer()
    await successor.loaded
    crew.goOn()
    await crew.acknowledges(40)
    assert.equal(await leaving.terminate(), 0, leaving.log())
    crew.rest()
    servers[n % 2] = await successor.start(orders)
    await balancer.looked()
  }
  await crew.finish()
  t.diagnostic(`${shutdowns} shutdowns, ${crew.ledger.acknowledgedCount} acknowledged writes`)
  assert.deepEqual(crew.unanswered, [], 'no request may be cut off or refused')
  assert.deepEqual(
    crew.unavailable.map(({ text }) => text),
    [],
  )
  assert.deepEqual(await examine(store, tenant.org, crew.ledger), [])
})

/** Sends everybody in turn to those who say that they are ready. */
function balance(servers: () => Running[]) {
  let ready: number[] = []
  let turn = 0
  let stopped = false
  const look = async () => {
    const asked = await Promise.all(servers().map(async ({ port }) => ((await isReady(port)) ? [port] : [])))
    ready = asked.flat()
  }
  const watch = async () => {
    while (!stopped) {
      await look()
      await pause(lookEveryMs)
    }
  }
  void watch()
  return { port: () => ready[turn++ % ready.length]!, looked: look, stop: () => void (stopped = true) }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

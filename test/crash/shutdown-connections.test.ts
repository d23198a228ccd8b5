import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cloneDatabase } from '../database.ts'
import { prepareServer } from './server-child.ts'
import { reachableHosts, startVisitors, visit } from './visit.ts'

/* A stopping server without a balancer in front of it. */

async function startServer(t: TestContext) {
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  const server = await prepareServer().start({ connection, port: 0, drainSeconds: 0 })
  t.after(() => server.kill())
  const hosts = await reachableHosts(server.port)
  assert.notDeepEqual(hosts, [])
  return { server, hosts }
}

test('a stopping server answers every connection that waits to be accepted', async (t) => {
  const { server, hosts } = await startServer(t)
  server.freeze()
  let connected = 0
  const visits = hosts.flatMap((host) =>
    Array.from({ length: 20 }, () => visit(server.port, host, { onConnect: () => connected++ })),
  )
  while (connected < visits.length) await sleep(10)
  const exit = server.terminate()
  server.wake()
  assert.deepEqual(new Set(await Promise.all(visits)), new Set(['answered']))
  assert.equal(await exit, 0, server.log())
})

test('a server that stops while clients connect answers or refuses every connection', async (t) => {
  const { server, hosts } = await startServer(t)
  const { counts, ended } = startVisitors(server.port, hosts)
  while (counts.answered < 200) await sleep(10)
  assert.equal(await server.terminate(), 0, server.log())
  await ended
  t.diagnostic(JSON.stringify(counts))
  // Only Linux shows whether a connection waits at the moment of the close.
  if (process.platform === 'linux') assert.equal(counts['cut off'], 0)
})

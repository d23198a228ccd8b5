import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { cloneDatabase, urlOf } from '../database.ts'
import { start } from '../support/serve-process.ts'
import { waitFor } from '../wait-for.ts'
import { reachableHosts, startVisitors } from './visit.ts'

/* The whole server, in one and in two processes, stopped while clients open a connection for each request. */

async function stopUnderLoad(t: TestContext, processes: number, signal: (pid: number) => void) {
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  const args = ['src/main.ts', 'serve', '--processes', String(processes)]
  // In a process group of its own, as in a terminal.
  const server = await start(process.execPath, args, { DATABASE_URL: urlOf(connection) }, { detached: true })
  const port = Number(new URL(server.url).port)
  const { counts, ended } = startVisitors(port, await reachableHosts(port))
  await waitFor('200 answers', () => counts.answered >= 200, 180_000)
  signal(server.child.pid!)
  assert.equal(await server.ended, 0, server.errors())
  await ended
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.refused > 0)
  // Only Linux shows whether a connection waits at the moment of the close.
  if (process.platform === 'linux') assert.equal(counts['cut off'], 0)
}

for (const processes of [1, 2])
  test(`with PROCESSES=${processes} a stop answers or refuses every connection`, (t) =>
    stopUnderLoad(t, processes, (pid) => process.kill(pid, 'SIGTERM')))

test('Ctrl-C, which reaches every process of the terminal, cuts off nothing', (t) =>
  stopUnderLoad(t, 2, (pid) => process.kill(-pid, 'SIGINT')))

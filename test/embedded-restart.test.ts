import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import type { EmbeddedServer } from '#store/embedded/launch.ts'
import {
  keptRows,
  query,
  seededDir,
  start,
  startInChild,
  temporaryDir,
  waitForNoProcesses,
} from './support/embedded-server.ts'
import { waitFor } from './wait-for.ts'

const failOnGiveUp = (reason: Error) => assert.fail(reason)
const startSupervised = (t: Parameters<typeof start>[0], dataDir: string) =>
  start(t, { dataDir, onGiveUp: failOnGiveUp })

async function killAndWait(server: EmbeddedServer) {
  const { pid } = server
  process.kill(pid, 'SIGKILL')
  await waitFor('the successor of the killed server', () => server.pid !== pid)
}

test('a killed server is started again by the process that supervises it with every row', async (t) => {
  const server = await startSupervised(t, seededDir(t))
  for (let n = 1; n <= 4; n++) {
    await query(server, `insert into kept values (${-n})`)
    await killAndWait(server)
    assert.equal(await keptRows(server), 1000 + n)
  }
})

test('a backend that computes on after the death of its server does not delay the successor', async (t) => {
  const server = await startSupervised(t, seededDir(t))
  const client = new Client(server.connection)
  client.on('error', () => {})
  await client.connect()
  const computing = client.query('select count(*) from generate_series(1, 1e12::bigint)').catch(() => 'ended')
  const isComputing = async () =>
    (await query(server, `select 1 from pg_stat_activity where state = 'active' and query like '%1e12%'`)).length > 1
  await waitFor('the long query', isComputing)
  await killAndWait(server)
  assert.equal(await keptRows(server), 1000)
  assert.equal(await computing, 'ended')
})

test('after a crash of one session, which ends all sessions, the same server goes on under the same guard', async (t) => {
  const dataDir = seededDir(t)
  const server = await startSupervised(t, dataDir)
  const { pid } = server
  const launcher = () => query(server, `select pid from pg_stat_activity where application_name = 'earshot launcher'`)
  const [victim] = await launcher()
  process.kill(Number(victim?.['pid']), 'SIGKILL')
  const isBack = async () => {
    const [row] = await launcher().catch(() => [])
    return row !== undefined && row['pid'] !== victim?.['pid']
  }
  await waitFor('the connection of the launcher', isBack)
  assert.equal(server.pid, pid)
  await server.stop()
  await waitForNoProcesses(dataDir)
})

test('a command that starts while the server is down, or at any other time, never takes it down when it leaves', async (t) => {
  const dataDir = seededDir(t)
  const server = await startSupervised(t, dataDir)
  for (const isDown of [false, true, true, true]) {
    const { pid } = server
    if (isDown) process.kill(pid, 'SIGKILL')
    const command = startInChild(t, dataDir)
    const used = await command.server()
    await waitFor('one server for both', () => server.pid === used.pid)
    command.process.stdin.write('stop\n')
    assert.equal(await command.line(), 'stopped')
    await waitFor('the exit of the command', () => command.process.exitCode !== null)
    assert.equal(await keptRows(server), 1000)
    assert.equal(server.pid, used.pid)
  }
})

test('a server that does not start again is given up after repeated attempts, with the reason', async (t) => {
  const dataDir = join(temporaryDir(t), 'data')
  const lines: string[] = []
  const givenUp = Promise.withResolvers<Error>()
  const server = await start(t, { dataDir, onLog: (line) => void lines.push(line), onGiveUp: givenUp.resolve })
  const control = join(dataDir, 'postgres', 'global', 'pg_control')
  renameSync(control, `${control}.away`)
  process.kill(server.pid, 'SIGKILL')
  const { message } = await givenUp.promise
  assert.match(message, /^The embedded PostgreSQL of .* does not start again, so Earshot stops: .*did not start/s)
  assert.match(message, /postgres\.log/)
  assert.equal(lines.filter((line) => line.includes('is not back yet')).length, 6)
  await server.stop()
  await waitForNoProcesses(dataDir)
})

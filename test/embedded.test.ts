import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  keptRows,
  processesOf,
  query,
  seed,
  seededDir,
  start,
  startInChild,
  temporaryDir,
  waitForNoProcesses,
} from './support/embedded-server.ts'
import { waitFor } from './wait-for.ts'

test('a first start creates a private, checksummed UTF-8 database without network access, and stop leaves no process', async (t) => {
  const dataDir = join(temporaryDir(t), 'data')
  const server = await start(t, { dataDir })
  const shown = ['data_checksums', 'server_encoding', 'listen_addresses', 'fsync', 'random_page_cost']
  const [settings] = await query(server, `select ${shown.map((name) => `current_setting('${name}') as ${name}`)}`)
  assert.deepEqual(settings, {
    data_checksums: 'on',
    server_encoding: 'UTF8',
    listen_addresses: '',
    fsync: 'on',
    random_page_cost: '1.1',
  })
  const [sorted] = await query(
    server,
    `select string_agg(x, '' order by x) as s, upper('ä') as u from unnest(array['b','A','a','B']) x`,
  )
  assert.deepEqual(sorted, { s: 'ABab', u: 'Ä' })
  for (const name of ['', 'postgres', 'run']) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o700)
  assert.equal(server.adopted, false)
  await server.stop()
  await server.stop()
  assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')))
  await waitForNoProcesses(dataDir)
})

test('a later start opens the same data and applies the settings', async (t) => {
  const dataDir = seededDir(t)
  const server = await start(t, { dataDir, settings: { work_mem: '5MB', random_page_cost: '2' } })
  assert.equal(await keptRows(server), 1000)
  const [settings] = await query(
    server,
    `select current_setting('work_mem') as m, current_setting('random_page_cost') as c`,
  )
  assert.deepEqual(settings, { m: '5MB', c: '2' })
})

test('a running server is shared, survives the first client to leave, even by kill -9, and stops with the last', async (t) => {
  const dataDir = seededDir(t)
  const owner = startInChild(t, dataDir)
  const { pid } = await owner.server()
  const adopter = await start(t, { dataDir })
  assert.deepEqual([adopter.adopted, adopter.pid], [true, pid])
  await adopter.stop()
  const again = await start(t, { dataDir })
  assert.equal(again.pid, pid, 'an adopter that leaves keeps the server for its owner')
  owner.process.stdin.write('stop\n')
  assert.equal(await owner.line(), 'stopped')
  assert.deepEqual(await query(again, 'select 1 as one'), [{ one: 1 }])
  const third = startInChild(t, dataDir)
  assert.deepEqual(await third.server(), { pid, adopted: true })
  third.process.kill('SIGKILL')
  await waitFor('the exit of the third process', () => third.process.signalCode !== null)
  assert.deepEqual(await query(again, 'select 1 as one'), [{ one: 1 }])
  await again.stop()
  await waitForNoProcesses(dataDir)
})

test('a second client keeps the server after its owner was killed, and the guard stops it once both are killed', async (t) => {
  const dataDir = seededDir(t)
  const owner = startInChild(t, dataDir)
  const { pid } = await owner.server()
  const adopter = startInChild(t, dataDir)
  assert.deepEqual(await adopter.server(), { pid, adopted: true })
  owner.process.kill('SIGKILL')
  await waitFor('the exit of the owner', () => owner.process.signalCode !== null)
  const here = await start(t, { dataDir })
  assert.deepEqual([here.adopted, here.pid], [true, pid])
  await here.stop()
  assert.ok(processesOf(dataDir).includes(pid))
  adopter.process.kill('SIGKILL')
  await waitForNoProcesses(dataDir)
})

test('a server without its guard gets a new one from the next client', async (t) => {
  const dataDir = seededDir(t)
  const owner = startInChild(t, dataDir)
  const { pid } = await owner.server()
  const guard = processesOf(join(dataDir, 'run')).find((found) => found !== pid) ?? assert.fail('no guard')
  process.kill(guard, 'SIGKILL')
  owner.process.kill('SIGKILL')
  const adopter = startInChild(t, dataDir)
  assert.deepEqual(await adopter.server(), { pid, adopted: true })
  adopter.process.kill('SIGKILL')
  await waitForNoProcesses(dataDir)
})

test('after a backend crash, which ends all sessions, the server keeps running for the remaining client', async (t) => {
  const dataDir = seededDir(t)
  const owner = startInChild(t, dataDir)
  const { pid } = await owner.server()
  const adopter = await start(t, { dataDir })
  const [victim] = await query(
    adopter,
    `select pid from pg_stat_activity where application_name = 'earshot launcher' limit 1`,
  )
  process.kill(Number(victim?.['pid']), 'SIGKILL')
  const presences = () =>
    query(adopter, `select pid from pg_stat_activity where application_name = 'earshot launcher'`).catch(() => [])
  const areBothBack = async () => {
    const rows = await presences()
    return rows.length >= 2 && rows.every((row) => row['pid'] !== victim?.['pid'])
  }
  await waitFor('the connections of both launchers', areBothBack, 180_000)
  await adopter.stop()
  assert.ok(processesOf(dataDir).includes(pid))
  owner.process.stdin.write('stop\n')
  assert.equal(await owner.line(), 'stopped')
  await waitForNoProcesses(dataDir)
})

test('kill -9 of Earshot stops its server, and an immediate new start finds every committed row', async (t) => {
  const dataDir = seededDir(t)
  const owner = startInChild(t, dataDir)
  const { pid } = await owner.server()
  const visitor = await start(t, { dataDir })
  await query(visitor, 'insert into kept select generate_series(1001, 1500)')
  await visitor.stop()
  owner.process.kill('SIGKILL')
  await waitForNoProcesses(dataDir)
  const second = startInChild(t, dataDir)
  const restarted = await second.server()
  assert.notEqual(restarted.pid, pid)
  second.process.kill('SIGKILL')
  const third = await start(t, { dataDir })
  assert.equal(await keptRows(third), 1500)
})

test('a killed postmaster is replaced by the next start with the data intact', async (t) => {
  const dataDir = seededDir(t)
  const first = await start(t, { dataDir })
  await query(first, 'insert into kept values (0)')
  process.kill(first.pid, 'SIGKILL')
  const second = await start(t, { dataDir })
  assert.notEqual(second.pid, first.pid)
  assert.equal(await keptRows(second), 1001)
  await first.stop()
  assert.equal(await keptRows(second), 1001, 'the handle of the dead server must not stop its successor')
})

test('a stale postmaster.pid with a reused pid does not prevent a start', async (t) => {
  const dataDir = seededDir(t)
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const first = await start(t, { dataDir })
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  const neighbour = await start(t, { dataDir: seededDir(t) })
  const stranger = spawn('sleep', ['60'])
  t.after(() => stranger.kill())
  for (const pid of [stranger.pid, neighbour.pid]) {
    writeFileSync(pidFile, [pid, ...rest].join('\n'))
    const server = await start(t, { dataDir })
    assert.equal(server.adopted, false)
    assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
    await server.stop()
  }
  assert.deepEqual(await query(neighbour, 'select 1 as one'), [{ one: 1 }])
})

test('a postmaster.pid without content, left by a kill in the moment of a start, does not prevent a start', async (t) => {
  const dataDir = seededDir(t)
  const first = await start(t, { dataDir })
  await first.stop()
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '')
  const server = await start(t, { dataDir })
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
})

test('a kill during cluster creation leaves a usable directory', async (t) => {
  const dataDir = temporaryDir(t)
  const drafts = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))
  const child = startInChild(t, dataDir)
  const isCreating = () => drafts().some((name) => existsSync(join(dataDir, name, 'PG_VERSION')))
  await waitFor('the start of the cluster creation', isCreating, 180_000)
  child.process.kill('SIGKILL')
  assert.ok(!existsSync(join(dataDir, 'postgres')))
  const server = await start(t, { dataDir })
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
  await waitForNoProcesses(dataDir)
  await start(t, { dataDir })
  assert.deepEqual(drafts(), [])
})

test('a stale start lock with a reused pid is taken over', async (t) => {
  const dataDir = seededDir(t)
  const lockFile = join(dataDir, 'postgres.lock')
  const longAgo = new Date(Date.now() - 60_000)
  writeFileSync(lockFile, String(process.ppid))
  utimesSync(lockFile, longAgo, longAgo)
  assert.equal(await keptRows(await start(t, { dataDir })), 1000)
  assert.ok(!existsSync(lockFile))
})

test('processes that start concurrently on a new directory share one server', async (t) => {
  const dataDir = temporaryDir(t)
  const children = [startInChild(t, dataDir), startInChild(t, dataDir), startInChild(t, dataDir)]
  const servers = await Promise.all(children.map((child) => child.server()))
  assert.equal(new Set(servers.map((server) => server.pid)).size, 1)
  assert.equal(servers.filter((server) => !server.adopted).length, 1)
  for (const child of children) child.process.stdin.write('stop\n')
  await Promise.all(children.map(async (child) => assert.equal(await child.line(), 'stopped')))
  await waitForNoProcesses(dataDir)
})

test('Ctrl-C to the process group keeps the server running until Earshot has drained', async (t) => {
  const dataDir = seededDir(t)
  const child = startInChild(t, dataDir)
  await child.server()
  process.kill(-(child.process.pid ?? assert.fail('no child')), 'SIGINT')
  assert.equal(await child.line(), 'drained')
  assert.equal(await child.line(), 'stopped')
  await waitForNoProcesses(dataDir)
})

test('a data directory too deep for a socket path uses a private temporary socket directory, removed by stop', async (t) => {
  const dataDir = join(temporaryDir(t), 'deep'.repeat(20), 'deeper'.repeat(20))
  cpSync(seed, dataDir, { recursive: true })
  const server = await start(t, { dataDir })
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
  assert.equal(statSync(server.connection.host).mode & 0o777, 0o700)
  await server.stop()
  assert.ok(!existsSync(server.connection.host))
})

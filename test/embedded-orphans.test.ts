import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { endOrphanedBackends } from '#store/embedded/orphans.ts'

/* A start after a crash ends what still holds the shared memory of the killed server. */

const onLinux = process.platform === 'linux' ? {} : { skip: 'only Linux shows the directory of a process' }

function startIn(t: TestContext, folder: string, title: string): ChildProcess {
  const program = join(folder, '..', 'postgres')
  const child = spawn(program, ['600'], { cwd: folder, argv0: title })
  t.after(() => child.kill('SIGKILL'))
  return child
}

test(
  'backends end, also those that still have the title of their server; the server and others do not',
  onLinux,
  async (t) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-orphans-')))
    t.after(() => rmSync(root, { recursive: true, force: true }))
    const [cluster, other] = [join(root, 'cluster'), join(root, 'other')]
    for (const folder of [cluster, other]) mkdirSync(folder)
    copyFileSync('/bin/sleep', join(root, 'postgres'))
    const server = startIn(t, cluster, '/usr/bin/postgres')
    const foreign = startIn(t, other, 'postgres: writer')
    const orphans = ['postgres: earshot earshot [local] SELECT', '/usr/bin/postgres'].map((title) =>
      startIn(t, cluster, title),
    )
    const ended = Promise.all(orphans.map((child) => once(child, 'exit')))
    await Promise.all([server, foreign, ...orphans].map((child) => child.pid ?? once(child, 'spawn')))
    writeFileSync(join(cluster, 'postmaster.pid'), `${server.pid}\n${cluster}\n`)
    await endOrphanedBackends(cluster)
    for (const [, signal] of await ended) assert.equal(signal, 'SIGKILL')
    for (const child of [server, foreign]) assert.equal(child.signalCode ?? child.exitCode, null)
  },
)

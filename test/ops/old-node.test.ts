import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { commandOf, env, folder, isAlive, postmaster, start, waitForExit } from '../support/serve-process.ts'

/* bin/earshot.mjs with a Node that is too old, which starts the Node that npm installed. */

const installation = join(folder, 'installation')
mkdirSync(installation)
cpSync('bin', join(installation, 'bin'), { recursive: true })
for (const name of ['src', 'node_modules']) symlinkSync(resolve(name), join(installation, name))
// Every Node is older than this one.
writeFileSync(join(installation, 'package.json'), JSON.stringify({ type: 'module', engines: { node: '>=99' } }))
const program = join(installation, 'bin/earshot.mjs')

const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

async function startTwo() {
  const wrapper = await start(process.execPath, [program, 'serve'])
  const server = childOf(wrapper.child.pid!)
  assert.match(commandOf(server), /main\.ts/)
  return { wrapper, server, database: postmaster() }
}

/** PostgreSQL removes this file when it shuts down in order. */
const isShutDownInOrder = () => !existsSync(join(env.DATA_DIR, 'postgres', 'postmaster.pid'))

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} stops the server and its database before the first process ends`, async () => {
    const { wrapper, server, database } = await startTwo()
    wrapper.child.kill(signal)
    assert.equal(await wrapper.ended, 0, wrapper.errors())
    assert.deepEqual([isAlive(server), isAlive(database)], [false, false])
    assert.ok(isShutDownInOrder())
  })

test('the server stops when the process that started it is killed', async () => {
  const { wrapper, server, database } = await startTwo()
  wrapper.child.kill('SIGKILL')
  assert.equal(await wrapper.ended, 'SIGKILL')
  await waitForExit(server)
  await waitForExit(database)
  assert.ok(isShutDownInOrder())
})

test('exit codes and signals of the command are passed on', async () => {
  const run = (more: Record<string, string>) =>
    spawnSync(process.execPath, [program, 'config'], { encoding: 'utf8', env: { ...env, ...more } })
  assert.equal(run({}).status, 0)
  const wrong = run({ PORT: 'none' })
  assert.equal(wrong.status, 78, wrong.stderr)
  const { wrapper, server, database } = await startTwo()
  process.kill(server, 'SIGKILL')
  assert.equal(await wrapper.ended, 'SIGKILL')
  await waitForExit(database)
})

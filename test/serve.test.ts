import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '#free-port.ts'
import {
  commandOf,
  earshot,
  env,
  folder,
  isAlive,
  postmaster,
  serve,
  start,
  waitForExit,
} from './support/serve-process.ts'
import { waitFor } from './wait-for.ts'

test('a first start prints the next steps, and following them gives a first result', async () => {
  const { child, lines, url, ended } = await serve()
  assert.ok(lines.length <= 15, lines.join('\n'))
  const database = postmaster()
  assert.equal((await fetch(`${url}/api/v1/openapi`)).status, 200)
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  const org = (await earshot('admin', 'create-org', '--name', 'Acme', '--email', 'ana@example.com', '--json')).json()
  const key = (
    await earshot(
      'admin',
      'create-key',
      '--org',
      org.org_id!,
      '--email',
      'ana@example.com',
      '--name',
      'first',
      '--scopes',
      'read,write',
      '--json',
    )
  ).json()
  const me = () => fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key.key}` } })
  assert.equal((await me()).status, 403)
  assert.equal((await earshot('admin', 'policy', '--org', org.org_id!, '--enabled', 'true')).status, 0)
  assert.deepEqual(await (await me()).json(), {
    org_id: org.org_id,
    user_id: org.user_id,
    role: 'admin',
    scope: 'read',
  })
  assert.ok(isAlive(database), 'the admin commands left the running database alone')
  child.kill('SIGINT')
  assert.equal(await ended, 0)
  await waitForExit(database)
})

test('after kill -9 the next start finds the data, and prints its timing', async () => {
  const first = await serve()
  const org = (await earshot('admin', 'create-org', '--name', 'Survivor', '--email', 'bo@example.com', '--json')).json()
  first.child.kill('SIGKILL')
  await first.ended
  const second = await serve('--timing')
  await waitFor('the timing', () => second.output().includes('total'))
  assert.match(second.output(), /modules [^]*database and web app [^]*migrations [^]*listen [^]*first answer /)
  assert.ok((await earshot('admin', 'list-orgs', '--json')).stdout.includes(org.org_id!))
  const database = postmaster()
  second.child.kill('SIGTERM')
  assert.equal(await second.ended, 0)
  await waitForExit(database)
})

test('stopping npm stops everything it started', async () => {
  const npm = await start('npm', ['start', '--', '--demo'])
  assert.ok(npm.lines.some((line) => line.includes('Demo API key')))
  const database = postmaster()
  npm.child.kill('SIGTERM')
  await npm.ended
  await waitForExit(database)
})

test('several processes share one port and one metrics listener, and a dead one is replaced', async () => {
  const metricsPort = await freePort('localhost')
  const metricsToken = 'a-long-enough-token'
  const { child, url, ended, errors } = await start(process.execPath, ['src/main.ts', 'serve', '--processes', '2'], {
    METRICS_PORT: String(metricsPort),
    METRICS_TOKEN: metricsToken,
  })
  // A kept connection to the process that is killed below could be used once more before its end is noticed.
  const get = (address: string, headers = {}) => fetch(address, { headers: { ...headers, connection: 'close' } })
  for (let n = 0; n < 20; n++) assert.equal((await get(`${url}/healthz`)).status, 200)
  const healthChecks =
    /earshot_http_request_duration_seconds_count\{method="GET",route="\/healthz",status="2xx"\} (\d+)/
  const authorization = `Bearer ${metricsToken}`
  for (const metrics of [`http://localhost:${metricsPort}/metrics`, `${url}/metrics`]) {
    // A request is counted after its response was sent.
    await waitFor(`the count of 20 in ${metrics}`, async () => {
      const text = await (await get(metrics, { authorization })).text()
      return healthChecks.exec(text)?.[1] === '20' && /^earshot_database_up 1$/m.test(text)
    })
  }
  const database = postmaster()
  const children = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number)
      .filter((pid) => isAlive(pid) && commandOf(pid).includes('main.ts'))
  const before = children()
  assert.equal(before.length, 2)
  process.kill(before[0]!, 'SIGKILL')
  await waitForExit(before[0]!)
  await waitFor('the replacement of the killed process', () => children().length === 2, 180_000)
  for (let i = 0; i < 10; i++) assert.equal((await get(`${url}/readyz`)).status, 200)
  child.kill('SIGINT')
  assert.equal(await ended, 0, errors())
  await waitForExit(database)
})

test('with DATABASE_URL no PostgreSQL is started, and web and worker can run separately', async () => {
  const { host, port, user, template } = JSON.parse(process.env.EARSHOT_TEST_POSTGRES!) as {
    host: string
    port: number
    user: string
    template: string
  }
  assert.ok(template)
  const { cloneDatabase } = await import('./database.ts')
  const { connection, drop } = await cloneDatabase()
  const databaseUrl = `postgres://${user}@%2F${encodeURIComponent(host.slice(1))}:${port}/${connection.database}`
  const elsewhere = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'unused') }
  const web = await start(process.execPath, ['src/main.ts', 'serve', '--role', 'web'], elsewhere)
  assert.equal((await fetch(`${web.url}/readyz`)).status, 200)
  const worker = spawn(process.execPath, ['src/main.ts', 'serve', '--role', 'worker'], {
    env: { ...env, ...elsewhere },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve) =>
    worker.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('worker') && resolve()),
  )
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.kill('SIGTERM')
  assert.equal(await ended, 0)
  web.child.kill('SIGTERM')
  assert.equal(await web.ended, 0)
  assert.throws(() => readFileSync(join(folder, 'unused', 'postgres', 'PG_VERSION')))
  await drop()
})

test('an unknown flag is a usage error with a hint', async () => {
  for (const args of [
    ['serve', '--port', 'x'],
    ['serve', '--role', 'king'],
    ['serve', '--nonsense'],
    ['demo', 'dance'],
    ['admin', 'create-org'],
  ]) {
    const { status, stderr } = await earshot(...args)
    assert.equal(status, 64, `${args.join(' ')}: ${stderr}`)
    assert.ok(stderr.length > 10 && !stderr.includes('    at '))
  }
})

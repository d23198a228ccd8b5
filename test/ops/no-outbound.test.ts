import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { cloneDatabase } from '../database.ts'
import { openBrowser } from '../account/browser.ts'
import { waitFor } from '../wait-for.ts'

/* Runs the complete server in a process whose connections are recorded. */

const folder = mkdtempSync(join(tmpdir(), 'earshot-outbound-'))
const file = join(folder, 'connections.ndjson')
let child: ChildProcess | undefined
const database = await cloneDatabase()
after(async () => {
  if (child && child.exitCode === null) {
    const ended = new Promise((resolve) => child!.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const {
  host,
  port,
  user,
  database: name,
} = database.connection as { host: string; port: number; user: string; database: string }
const databaseUrl = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`

type Noted = { connect?: string; lookup?: string; datagram?: string; watching?: number }
const noted = () =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Noted)
/** PostgreSQL and localhost. */
const isOwn = ({ connect, lookup, watching }: Noted) =>
  watching !== undefined ||
  connect?.startsWith(`${host}/.s.PGSQL.`) === true ||
  connect === `${host}:${port}` ||
  lookup === 'localhost' ||
  lookup === host
const strangers = () => noted().filter((one) => !isOwn(one))

async function start(): Promise<{ url: string; token: string; said: () => string }> {
  const env = {
    PATH: process.env.PATH!,
    HOME: folder,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    DRAIN_SECONDS: '0',
    DATA_DIR: folder,
    CONNECTIONS_FILE: file,
    RATE_LIMITS: 'off',
  }
  child = spawn(process.execPath, ['--import', './test/ops/record-connections.ts', 'src/main.ts', 'serve', '--demo'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  child.stderr!.on('data', (chunk) => (out += chunk))
  await new Promise<void>((resolve, reject) => {
    child!.stdout!.on('data', (chunk) => (out += chunk).includes('Ctrl-C') && resolve())
    child!.once('exit', (code) => reject(new Error(`ended with ${code}: ${out}`)))
  })
  return { url: /http:\/\/localhost:\d+/.exec(out)![0], token: /Demo API key: +(\S+)/.exec(out)![1]!, said: () => out }
}

test('setup, sign-in, import, analysis and dashboards connect to nothing but PostgreSQL', async () => {
  const { url, token: demoKey } = await start()
  const browser = openBrowser({ baseUrl: url })
  const must = async (reply: Promise<{ status: number; text: string; body: any }>) => {
    const { status, text, body } = await reply
    assert.ok(status < 300, text)
    return body
  }
  const { setupToken } = await import('#domain/account/installation/setup-token.ts')
  const { openStore } = await import('#store/open.ts')
  const store = openStore({ ...database.connection, max: 1 })
  const person = { name: 'Ana', email: 'ana@example.com', password: 'correct horse battery' }
  await must(
    browser.app('POST', '/setup', { body: { ...person, organization_name: 'Acme', token: await setupToken(store) } }),
  )
  await store.close()
  await must(browser.signIn(person.email, person.password))
  await must(browser.app('PATCH', '/policy', { body: { enabled: true } }))
  const { key } = await must(browser.app('POST', '/api-keys', { body: { name: 'All', scopes: ['read', 'write'] } }))

  const call = (as: string, method: string, path: string, body?: object) =>
    must(
      (async () => {
        const reply = await fetch(
          `${url}${path.startsWith('/mcp') || path.startsWith('/app') ? '' : '/api/v1'}${path}`,
          {
            method,
            headers: {
              authorization: `Bearer ${as}`,
              'idempotency-key': crypto.randomUUID(),
              ...(body && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
            },
            ...(body && { body: JSON.stringify(body) }),
          },
        )
        const text = await reply.text()
        return { status: reply.status, text, body: text.startsWith('{') ? JSON.parse(text) : text }
      })(),
    )
  const rows = Array.from(
    { length: 40 },
    (_, n) => `The export to PDF is slow and fails after page ${n},person${n}@example.com`,
  )
  const upload = await call(key, 'POST', '/csv-uploads', {
    type: 'feedback',
    file_name: 'a.csv',
    content: `content,email\n${rows.join('\n')}\n`,
  })
  await call(key, 'PATCH', `/csv-uploads/${upload.id}/mapping`, {
    columns: [
      { header: 'content', target: 'content' },
      { header: 'email', target: 'respondent_email' },
    ],
  })
  const { job_id } = await call(key, 'POST', `/csv-uploads/${upload.id}/start`)
  assert.equal((await call(key, 'GET', `/jobs/${job_id}?wait=30`)).status, 'ready')
  const unanalyzed = async () =>
    (await call(key, 'GET', '/feedback/count?status=received,queued,analyzing')).count as number
  await waitFor('the analysis of all feedback', async () => (await unanalyzed()) === 0, 30_000, 200)
  assert.ok((await call(key, 'GET', '/insights')).data.length > 0)

  for (const as of [key, demoKey])
    for (const path of [
      '/dashboard?period=90d',
      '/dashboard/trends?metric=insights&granularity=week',
      '/context',
      '/nps',
      '/search?q=export&mode=hybrid',
      '/search/answer?q=why+is+the+export+slow',
      '/opportunities',
      '/events',
    ])
      await call(as, 'GET', path)
  await call(demoKey, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const page = await fetch(url)
  assert.ok(page.status === 200 || page.status === 404)
  assert.doesNotMatch(await page.text(), /(src|href)="https?:\/\//, 'the web app loads nothing from elsewhere')

  assert.deepEqual(strangers(), [])
  assert.ok(
    noted().some(({ connect }) => connect !== undefined),
    'connections to PostgreSQL are seen',
  )

  // Check the recorder itself: a webhook causes a DNS lookup.
  const hook = await call(key, 'POST', '/webhooks', { url: 'https://hooks.earshot-test.example/in', events: ['*'] })
  await call(key, 'POST', `/webhooks/${hook.id}/test`, {})
  assert.deepEqual([...new Set(strangers().map(({ lookup }) => lookup))], ['hooks.earshot-test.example'])
})

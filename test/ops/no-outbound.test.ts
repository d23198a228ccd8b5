import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { cloneDatabase } from '../database.ts'
import { openBrowser } from '../account/browser.ts'
import { isInside, readTrace, traced, untraceable } from '../support/trace-system-calls.ts'
import { waitFor } from '../wait-for.ts'

/* Runs the complete server in a process whose connections and system calls are recorded. */

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-outbound-')))
const file = join(folder, 'connections.ndjson')
const home = join(folder, 'home')
const dataDir = join(folder, 'data')
mkdirSync(home)
if (untraceable) process.stderr.write(`System calls are not watched: ${untraceable}.\n`)
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

const env = {
  PATH: process.env.PATH!,
  HOME: home,
  DATABASE_URL: databaseUrl,
  PORT: '0',
  DRAIN_SECONDS: '0',
  DATA_DIR: dataDir,
  CONNECTIONS_FILE: file,
  RATE_LIMITS: 'off',
}
const root = process.cwd()
const maySave = isInside([dataDir, `${root}/node_modules/.cache`, `${root}/dist`, '/dev', '/proc'])
/** The system compares the addresses of localhost by connecting sockets to port 0, which sends nothing. */
const isLoopback = (address: string, port: string) => new RegExp(`^(127\\.0\\.0\\.1|::1):(0|${port})$`).test(address)

/** Fails where a process reached anything but its database and the given port, or wrote outside its folders. */
function assertNothingElse(trace: string, ownPort = '0', ownFiles: readonly string[] = []) {
  const { count, addresses, written } = readTrace(trace)
  assert.ok(count > 10, 'the system calls are seen')
  const others = addresses.filter(
    (address) =>
      !address.startsWith(`${host}/.s.PGSQL.`) && !address.startsWith(`${dataDir}/`) && !isLoopback(address, ownPort),
  )
  assert.deepEqual(others, [])
  assert.deepEqual(
    written.filter((path) => !maySave(path) && ![file, ...ownFiles].includes(path)),
    [],
  )
  assert.deepEqual(readdirSync(home), [])
}

const serverTrace = join(folder, 'server.trace')

async function start(): Promise<{ url: string; token: string; said: () => string }> {
  const plain = [process.execPath, '--import', './test/ops/record-connections.ts', 'src/main.ts', 'serve', '--demo']
  const [command, args] = untraceable ? [plain[0]!, plain.slice(1)] : traced(serverTrace, plain)
  child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
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
  const { setupToken } = await import('#domain/installation/setup-token.ts')
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
  if (!untraceable) assertNothingElse(serverTrace, new URL(url).port)
  if (!untraceable) await runCommands(url, key)

  // Check the recorder itself: a webhook causes a DNS lookup.
  const hook = await call(key, 'POST', '/webhooks', { url: 'https://hooks.earshot-test.example/in', events: ['*'] })
  await call(key, 'POST', `/webhooks/${hook.id}/test`, {})
  assert.deepEqual([...new Set(strangers().map(({ lookup }) => lookup))], ['hooks.earshot-test.example'])
  const isNameServer = (address: string) => address.endsWith(':53') || address.includes('resolve')
  if (!untraceable)
    assert.ok(readTrace(serverTrace).addresses.some(isNameServer), 'the question to a name server is seen')
})

const exportedFiles = (to: string) => (existsSync(to) ? readdirSync(to).map((name) => join(to, name)) : [])

/** Commands in processes of their own: the client, administration, a backup, the embedded PostgreSQL. */
async function runCommands(url: string, key: string) {
  const { port: serverPort } = new URL(url)
  const backup = join(folder, 'all.backup')
  const asClient = { ...env, EARSHOT_URL: url, EARSHOT_API_KEY: key }
  const { DATABASE_URL: _, ...embedded } = env
  const csv = join(folder, 'more.csv')
  writeFileSync(csv, 'content,email\nThe import from the command line works,ana@example.com\n')
  const exported = join(folder, 'exported')
  const commands: [string[], Record<string, string>, string?][] = [
    [['themes', 'list', '--limit', '2'], asClient, serverPort],
    [['api', 'get', '/search?q=export&mode=hybrid'], asClient, serverPort],
    [['import', csv, '--source', 'survey'], asClient, serverPort],
    [['export', '--out', exported], asClient, serverPort],
    [['admin', 'list-orgs'], env],
    [['backup', backup], env],
    [['backup', 'verify', backup], env],
    [['migrate'], embedded],
  ]
  for (const [n, [words, environment, ownPort]] of commands.entries()) {
    const trace = join(folder, `command-${n}.trace`)
    const [command, args] = traced(trace, [process.execPath, 'src/main.ts', ...words])
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) =>
      execFile(command, args, { env: environment }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      ),
    )
    assert.equal(code, 0, `earshot ${words.join(' ')}: ${output}`)
    assertNothingElse(trace, ownPort, [backup, `${backup}.partial`, exported, ...exportedFiles(exported)])
  }
}

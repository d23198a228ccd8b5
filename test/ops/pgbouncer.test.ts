import assert from 'node:assert/strict'
import { spawn, execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { migrate } from '#store/migrate.ts'
import { migrations } from '#store/migration-files.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { openBrowser } from '../account/browser.ts'
import { noPooler, startPgBouncer } from '../support/pgbouncer.ts'
import { waitFor } from '../wait-for.ts'

/* Everything through PgBouncer in transaction mode, which gives a session away after each transaction. */

const folder = mkdtempSync(join(tmpdir(), 'earshot-pgbouncer-'))
const databases: TestDatabase[] = []
let pooler: Awaited<ReturnType<typeof startPgBouncer>>
const options = noPooler ? { skip: noPooler } : {}

async function emptyDatabase(): Promise<string> {
  const database = await createDatabase()
  databases.push(database)
  return database.connection.database!
}
const throughPooler = (database: string): DatabaseOptions => ({
  ...pooler.connection(database),
  namedStatements: false,
})

before(async () => {
  if (noPooler) return
  const { connection, drop } = await createDatabase()
  databases.push({ connection, drop })
  pooler = await startPgBouncer(connection)
})
after(async () => {
  await pooler?.stop()
  for (const { drop } of databases) await drop()
  rmSync(folder, { recursive: true, force: true })
})

test('simultaneous first starts install the schema and the queue once', options, async () => {
  const connection = throughPooler(await emptyDatabase())
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(connection)))
  assert.deepEqual(
    applied.flat().sort(),
    migrations().map(({ name }) => name),
  )
})

test('timeouts hold for single statements and transactions, and stay out of other sessions', options, async () => {
  const connection = throughPooler(databases[0]!.connection.database!)
  const store = openStore({ ...connection, max: 6, session: { statement_timeout: '100ms', timezone: 'Asia/Tokyo' } })
  const plain = openStore({ ...connection, max: 6 })
  const slow = sql`select pg_sleep(60)`
  const shown = (db: Pick<typeof store, 'first'>) =>
    db.first(sql`select current_setting('statement_timeout') as timeout, current_setting('timezone') as zone`)
  try {
    await assert.rejects(store.first(slow), { code: '57014' })
    await assert.rejects(
      store.transaction((tx) => tx.first(slow)),
      { code: '57014' },
    )
    const rounds = Array.from({ length: 20 }, () => Promise.all([shown(store), shown(plain), store.transaction(shown)]))
    for (const [single, other, inside] of await Promise.all(rounds)) {
      assert.deepEqual(single, { timeout: '100ms', zone: 'Asia/Tokyo' })
      assert.deepEqual(inside, single)
      assert.deepEqual(other, { timeout: '15s', zone: 'UTC' })
    }
    await assert.rejects(store.first(sql`select * from missing`), { code: '42P01' })
    const left = await store.pool.query('select current_setting($1) as timeout', ['statement_timeout'])
    assert.notEqual(left.rows[0].timeout, '100ms')
  } finally {
    await store.close()
    await plain.close()
  }
})

const person = { email: 'ana@example.com', password: 'correct horse battery' }
const environment = (database: string) => ({
  ...process.env,
  DATABASE_URL: pooler.url(database),
  NAMED_STATEMENTS: 'off',
  DATA_DIR: folder,
  PORT: '0',
  DRAIN_SECONDS: '0',
  EMBEDDINGS: 'static',
  ADMIN_EMAIL: person.email,
  ADMIN_PASSWORD: person.password,
})

async function serve(database: string) {
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env: environment(database),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => (output += chunk).includes('Ctrl-C') && resolve())
    child.once('exit', () => reject(new Error(output)))
  })
  const stop = async () => (child.kill('SIGTERM'), await ended)
  return { url: /http:\/\/localhost:\d+/.exec(output)![0], output: () => output, stop }
}

const earshot = (database: string, ...args: string[]) =>
  new Promise<string>((resolve, reject) =>
    execFile(process.execPath, ['src/main.ts', ...args], { env: environment(database) }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr, { cause: error })) : resolve(stdout),
    ),
  )

test('sign-in, feedback, its analysis, commands, backup and restore work', options, async () => {
  const database = await emptyDatabase()
  const server = await serve(database)
  try {
    const browser = openBrowser({ baseUrl: server.url })
    assert.equal((await browser.signIn(person.email, person.password)).status, 200)
    const posted = Array.from({ length: 12 }, (_, n) =>
      browser.app('POST', '/feedback', {
        body: { content: `The export to PDF fails after page ${n}, please fix it.` },
      }),
    )
    for (const { status, text } of await Promise.all(posted)) assert.ok(status < 300, text)
    await waitFor(
      'the analysis of the feedback',
      async () => (await browser.app('GET', '/feedback/count?status=analyzed')).body.count === 12,
      60_000,
      200,
    )
    assert.ok((await browser.app('GET', '/insights')).body.data.length > 0)
  } finally {
    assert.equal(await server.stop(), 0)
  }
  assert.doesNotMatch(server.output(), /"level":"(error|warn)"/)
  const orgs = await earshot(database, 'admin', 'list-orgs', '--json')
  const file = join(folder, 'all.backup')
  await earshot(database, 'backup', file)
  const copy = await emptyDatabase()
  await earshot(copy, 'restore', file)
  assert.equal(await earshot(copy, 'admin', 'list-orgs', '--json'), orgs)
})

import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { canMount } from '../crash/rounds.ts'
import { cloneDatabase, createDatabase, urlOf } from '../database.ts'
import { query, seededDir, start, temporaryDir } from '../support/embedded-server.ts'
import { noPooler, startPgBouncer } from '../support/pgbouncer.ts'

/* What keeps a server from starting is one sentence that names the setting, and an exit code for supervisors. */

const unavailable = 69
const badConfiguration = 78

type Outcome = { code: number | null; stderr: string }

const earshot = [process.execPath, 'src/main.ts']

const run = (command: string, env: Record<string, string>, [file, ...args]: readonly string[]) =>
  new Promise<Outcome>((resolve) => {
    const options = { env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', ...env } }
    const child = execFile(file!, [...args, command], options, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    )
  })

type Expected = { code: number; text: RegExp }

async function assertFails(command: string, env: Record<string, string>, expected: Expected, program = earshot) {
  const { code, stderr } = await run(command, env, program)
  assert.match(stderr, expected.text)
  assert.equal(code, expected.code, stderr)
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
  assert.doesNotMatch(stderr, /    at |hidden-password/)
}

/** Answers the first question of a client, whether TLS is spoken, and then speaks it with a certificate of its own. */
async function listenAsPostgres(t: TestContext, answer: 'S' | 'N'): Promise<number> {
  const folder = temporaryDir(t)
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=db.example']
  execFileSync('openssl', [...make, '-keyout', keyFile, '-out', certificateFile], { stdio: 'ignore' })
  const key = readFileSync(keyFile)
  const cert = readFileSync(certificateFile)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(answer)
      if (answer === 'S') new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => {})
    })
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a data folder that cannot be used', async (t) => {
  const folder = temporaryDir(t)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const text = /^DATA_DIR: .*file.* is not a directory/
  await assertFails('serve', { DATA_DIR: join(file, 'data') }, { code: badConfiguration, text })
  // Nobody creates folders there, not even root.
  const readOnly = { DATA_DIR: '/sys/earshot/data' }
  const notWritable = /^DATA_DIR: \/sys\/earshot\/data is not writable for this user .*; give the folder to the user/
  await assertFails('serve', readOnly, { code: badConfiguration, text: notWritable })
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '16\n')
  const otherVersion = /^DATA_DIR: .*PostgreSQL 16, but this Earshot brings PostgreSQL \d+: move the data/
  await assertFails('serve', { DATA_DIR: folder }, { code: badConfiguration, text: otherVersion })
})

test('a link as data folder that leads nowhere', async (t) => {
  const link = join(temporaryDir(t), 'link')
  symlinkSync('/none/data', link)
  const text = /^DATA_DIR: \S+link cannot be created .*; correct its path/
  await assertFails('serve', { DATA_DIR: link }, { code: badConfiguration, text })
})

const noMount = (await canMount()) ? false : 'a file system of its own can only be mounted by root'

for (const [megabytes, text] of [
  [20, /^The disk that holds the data directory \S+ is full: free space on it, then start again/],
  [48, /^The disk of PostgreSQL is full: free space on it, then start again/],
] as const)
  test(`a disk with ${megabytes} MB for a new database`, { skip: noMount }, async (t) => {
    const folder = temporaryDir(t)
    const command = `mount -t tmpfs -o size=${megabytes}m,mode=0777 tmpfs "$1" && shift && exec "$@"`
    const program = ['unshare', '-m', 'sh', '-c', command, 'sh', folder, process.execPath, 'src/main.ts']
    await assertFails('serve', { DATA_DIR: join(folder, 'data') }, { code: unavailable, text }, program)
  })

test('an address of another machine, and a name without address', async () => {
  const text = /^HOST: (203\.0\.113\.7|none\.invalid) is no address of this machine/
  for (const host of ['203.0.113.7', 'none.invalid'])
    await assertFails('serve', { HOST: host, PORT: '3000' }, { code: badConfiguration, text })
})

test('a setting that only the worker thread reads', async (t) => {
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  const text = /^COMPETITOR_SOURCES: source 1\.type must be one of/
  const env = { DATABASE_URL: urlOf(connection), COMPETITOR_SOURCES: '[{"type":"unknown"}]' }
  await assertFails('serve', env, { code: badConfiguration, text })
})

test('a port that is in use', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const port = String((taken.address() as AddressInfo).port)
  const text = /^Port \d+ of 127\.0\.0\.1 is in use by another program.*: stop it, or set PORT/
  await assertFails('serve', { HOST: '127.0.0.1', PORT: port }, { code: unavailable, text })
})

test('a wrong password, and none', async (t) => {
  const server = await start(t, { dataDir: seededDir(t) })
  const hba = (await query(server, 'show hba_file'))[0]!['hba_file'] as string
  await query(server, "create role app login password 'right'")
  const rules = readFileSync(hba, 'utf8')
  writeFileSync(hba, `local all app scram-sha-256\n${rules}`)
  await query(server, 'select pg_reload_conf()')
  const { host, port } = server.connection
  const url = (user: string) => `postgres://${user}@/earshot?host=${encodeURIComponent(host)}&port=${port}`
  const wrong = /^DATABASE_URL: PostgreSQL refuses the password of the user app; correct the user or the password/
  await assertFails('serve', { DATABASE_URL: url('app:hidden-password') }, { code: badConfiguration, text: wrong })
  const none = /^DATABASE_URL: PostgreSQL asks for a password of the user app, and there is none/
  await assertFails('migrate', { DATABASE_URL: url('app'), PGPASSWORD: '' }, { code: badConfiguration, text: none })
  const unknown = /^DATABASE_URL: PostgreSQL does not let the user stranger in/
  await assertFails('migrate', { DATABASE_URL: url('stranger') }, { code: badConfiguration, text: unknown })
})

test('a database that is missing, without permissions, of a newer version or unreachable', async (t) => {
  const { connection, drop } = await createDatabase()
  const admin = new pg.Client(connection as pg.ClientConfig)
  await admin.connect()
  const role = `limited_${randomBytes(6).toString('hex')}`
  await admin.query(`create role ${role} login`)
  t.after(async () => {
    await admin.query(`drop role ${role}`)
    await admin.end()
    await drop()
  })
  const missing = /^DATABASE_URL: the database none_such does not exist; create it, for example with createdb none_such/
  const config = (text: RegExp) => ({ code: badConfiguration, text })
  await assertFails('serve', { DATABASE_URL: urlOf({ ...connection, database: 'none_such' }) }, config(missing))
  const denied = new RegExp(`^DATABASE_URL: the user ${role} may not create tables; make it the owner`)
  await assertFails('serve', { DATABASE_URL: urlOf({ ...connection, user: role }) }, config(denied))
  const unreachable = /^The PostgreSQL of DATABASE_URL at 127\.0\.0\.1:1 cannot be reached .*: start it, or correct/
  const nowhere = { DATABASE_URL: 'postgres://earshot:hidden-password@127.0.0.1:1/earshot' }
  await assertFails('migrate', nowhere, { code: unavailable, text: unreachable })
  const newer = await cloneDatabase()
  t.after(newer.drop)
  const client = new pg.Client(newer.connection as pg.ClientConfig)
  await client.connect()
  await client.query("insert into schema_migration (name, checksum) values ('9999_future.sql', 'x')")
  await client.end()
  const text = /^this database was migrated by a newer version \(9999_future\.sql\); upgrade Earshot/
  await assertFails('serve', { DATABASE_URL: urlOf(newer.connection) }, config(text))
})

test('a certificate that is not trusted, a missing one, and a server without TLS', async (t) => {
  const port = await listenAsPostgres(t, 'S')
  const url = `postgres://earshot:hidden-password@127.0.0.1:${port}/earshot?sslmode=verify-full`
  const untrusted = /^DATABASE_URL: the certificate of 127\.0\.0\.1:\d+ is not trusted .*sslrootcert=/
  await assertFails('serve', { DATABASE_URL: url }, { code: badConfiguration, text: untrusted })
  const missing = /^DATABASE_URL: the file \/none\/ca\.pem does not exist/
  await assertFails(
    'serve',
    { DATABASE_URL: `${url}&sslrootcert=/none/ca.pem` },
    { code: badConfiguration, text: missing },
  )
  const plain = url.replace(String(port), String(await listenAsPostgres(t, 'N')))
  const without = /^DATABASE_URL: 127\.0\.0\.1:\d+ has no TLS/
  await assertFails('serve', { DATABASE_URL: plain }, { code: badConfiguration, text: without })
})

test('PgBouncer in statement mode, and one that gives no connection', { skip: noPooler }, async (t) => {
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  const failsBehind = async (settings: string[], expected: Expected) => {
    const pooler = await startPgBouncer(connection, settings)
    const env = { DATABASE_URL: pooler.url(connection.database as string), NAMED_STATEMENTS: 'off' }
    await assertFails('serve', env, expected).finally(() => pooler.stop())
  }
  const noTransactions = /^DATABASE_URL: the pooler at \S+ allows no transactions .*; set pool_mode there/
  await failsBehind(['pool_mode = statement'], { code: badConfiguration, text: noTransactions })
  const refused = /^The PostgreSQL of DATABASE_URL at \S+ cannot be reached \(query_wait_timeout\)/
  await failsBehind(['max_db_connections = 1', 'query_wait_timeout = 2'], { code: unavailable, text: refused })
})

for (const settings of [[], ['ignore_startup_parameters = options']])
  test(
    `PgBouncer in transaction mode${settings.map((line) => ` with ${line}`).join('')}`,
    { skip: noPooler },
    async (t) => {
      const { connection, drop } = await cloneDatabase()
      const pooler = await startPgBouncer(connection, settings)
      t.after(async () => {
        await pooler.stop()
        await drop()
      })
      const text = /^NAMED_STATEMENTS: a connection pooler such as PgBouncer .*: set NAMED_STATEMENTS=off/
      const env = { DATABASE_URL: pooler.url(connection.database as string) }
      await assertFails('serve', env, { code: badConfiguration, text })
    },
  )

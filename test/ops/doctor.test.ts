import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readConfig } from '#config/read.ts'
import type { Environment } from '#config/types.ts'
import { freePort } from '#free-port.ts'
import { installationSecret } from '#domain/installation/queries.ts'
import { checkSecretKeys } from '#serve/secret-keys.ts'
import { clockFinding } from '#serve/doctor/database.ts'
import type { DoctorFinding } from '#serve/doctor/finding.ts'
import { checkDisk, checkModel, checkVersions } from '#serve/doctor/machine.ts'
import { examine } from '#serve/doctor/run.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase, createDatabase, urlOf } from '../database.ts'

type Planted = { store: Store; environment: Environment; url: string }

async function installation(t: TestContext, open = cloneDatabase): Promise<Planted> {
  const { connection, drop } = await open()
  const store = openStore({ ...connection, max: 2 })
  t.after(async () => {
    await store.close()
    await drop()
  })
  const url = urlOf(connection)
  return { store, url, environment: { DATABASE_URL: url, PORT: '0', EMBEDDINGS: 'static' } }
}

async function found(environment: Environment): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for await (const finding of examine(environment)) findings.push(finding)
  return findings
}

/** Nothing listens there. */
const closedAddress = async () => `127.0.0.1:${await freePort('127.0.0.1')}`

/** What is wrong, without what only lacks a running server. */
const wrong = (findings: readonly DoctorFinding[]) =>
  findings
    .filter(({ status, subject }) => (status === 'failed' || status === 'warning') && subject !== 'worker')
    .map(({ subject, status }) => `${subject}: ${status}`)

async function listening(t: TestContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** An HTTP server that answers every request with this JSON. */
async function answering(t: TestContext, status: number, body: (address: string) => object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify(body(address)))
  })
  const address: string = `http://127.0.0.1:${await listening(t, server)}`
  return address
}

test('a sound installation has nothing wrong, and the check changes nothing', async (t) => {
  const { environment, store } = await installation(t)
  const rows = () => store.rows(sql`select secret, key_checks, xmin::text from installation`)
  await installationSecret(store)
  const before = await rows()
  const findings = await found(environment)
  assert.deepEqual(wrong(findings), [])
  assert.deepEqual(await rows(), before)
  const subjects = new Set(findings.map(({ subject }) => subject))
  assert.equal(subjects.size, findings.length)
  for (const { status, hint } of findings) assert.equal(hint !== undefined, status === 'failed' || status === 'warning')
})

test('an empty database is said to be empty, and stays so', async (t) => {
  const { environment, store } = await installation(t, createDatabase)
  const findings = await found(environment)
  assert.deepEqual(wrong(findings), [])
  assert.match(findings.find(({ subject }) => subject === 'migrations')!.text, /empty/)
  assert.deepEqual(await store.rows(sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`), [])
})

test('faults in the settings are found', async (t) => {
  const invalid = await found({ PORT: 'abc', POOL_SIZE: '1' })
  assert.deepEqual(wrong(invalid), ['configuration: failed', 'configuration: failed'])
  assert.match(invalid[1]!.text, /^PORT: /)
  const { environment } = await installation(t)
  const deprecated = await found({ ...environment, BULK_ABOVE: '100' })
  assert.deepEqual(wrong(deprecated), ['configuration: warning'])
  assert.match(deprecated[1]!.hint!, /BULK_ANALYSIS_THRESHOLD/)
})

test('a database that is missing, of another version or not migrated is found', async (t) => {
  const { environment, store, url } = await installation(t)
  const missing = await found({ ...environment, DATABASE_URL: url.replace(/\/t_\w+/, '/nowhere') })
  assert.deepEqual(wrong(missing), ['database: failed'])
  assert.match(missing.find(({ status }) => status === 'failed')!.text, /database nowhere does not exist/)
  const unreachable = await found({ ...environment, DATABASE_URL: `postgres://u@${await closedAddress()}/x` })
  assert.match(unreachable.find(({ status }) => status === 'failed')!.text, /cannot be reached/)
  await store.run(sql`update schema_migration set name = '9999_of_tomorrow.sql'
    where name = (select max(name) from schema_migration)`)
  assert.deepEqual(wrong(await found(environment)), ['migrations: failed'])
  await store.run(sql`delete from schema_migration where name = '9999_of_tomorrow.sql'`)
  assert.deepEqual(wrong(await found(environment)), ['migrations: warning'])
})

test('a wrong secret key and a replica that is none are found', async (t) => {
  const { environment, store, url } = await installation(t)
  await checkSecretKeys(store, { current: 'the-key-of-this-installation-0123456789', previous: [] })
  const other = await found({ ...environment, SECRET_KEY: 'quite-another-key-of-32-characters' })
  assert.deepEqual(wrong(other), ['secret key: failed'])
  const replica = { ...environment, SECRET_KEY: 'the-key-of-this-installation-0123456789', DATABASE_REPLICA_URL: url }
  assert.deepEqual(wrong(await found(replica)), ['replica: failed'])
})

test('more connections than PostgreSQL allows are found', async (t) => {
  const { environment } = await installation(t)
  assert.deepEqual(wrong(await found({ ...environment, POOL_SIZE: '100', PROCESSES: '20' })), ['database: warning'])
})

test('a missing worker is found', async (t) => {
  const { environment, store } = await installation(t)
  const statusOf = async () => (await found(environment)).find(({ subject }) => subject === 'worker')!.status
  assert.equal(await statusOf(), 'warning')
  await store.run(sql`insert into worker_heartbeat (id) values (gen_random_uuid())`)
  assert.equal(await statusOf(), 'ok')
})

test('a port in use, a public address in clear text and an untrusted proxy are found', async (t) => {
  const { environment } = await installation(t)
  const taken = await answering(t, 404, () => ({}))
  const inUse = { ...environment, HOST: '127.0.0.1', PORT: new URL(taken).port, PUBLIC_URL: 'http://localhost' }
  assert.deepEqual(wrong(await found(inUse)), ['port: failed'])
  const own = await answering(t, 200, () => ({ status: 'ok' }))
  assert.deepEqual(wrong(await found({ ...inUse, PORT: new URL(own).port })), [])
  const clear = await found({ ...environment, PUBLIC_URL: 'http://earshot.invalid' })
  assert.deepEqual(wrong(clear), ['proxy: warning', 'proxy: warning'])
  const untrusted = await found({ ...environment, PUBLIC_URL: 'https://earshot.invalid' })
  assert.match(untrusted.find(({ status }) => status === 'warning')!.hint!, /TRUST_PROXY=1/)
})

test('a mail server that is missing or has no sender is found', async (t) => {
  const { environment } = await installation(t)
  assert.deepEqual(wrong(await found({ ...environment, SMTP_URL: `smtp://${await closedAddress()}` })), [
    'mail: failed',
  ])
  const server = createTcpServer((socket) => {
    socket.write('220 mail.test\r\n')
    socket.on('error', () => {})
    socket.on('data', (line) => {
      const isEnd = String(line).startsWith('QUIT')
      socket.write(isEnd ? '221 bye\r\n' : '250 ok\r\n')
      if (isEnd) socket.end()
    })
  })
  const mail = { ...environment, SMTP_URL: `smtp://127.0.0.1:${await listening(t, server)}` }
  assert.deepEqual(wrong(await found(mail)), ['mail: warning'])
  assert.deepEqual(wrong(await found({ ...mail, MAIL_FROM: 'a@example.com' })), [])
})

test('a provider of single sign-on that is missing, another or half configured is found', async (t) => {
  const { environment } = await installation(t)
  const client = { OIDC_CLIENT_ID: 'earshot', OIDC_CLIENT_SECRET: 's' }
  const sso = async (more: Environment) => {
    const finding = (await found({ ...environment, ...more })).find(({ subject }) => subject === 'single sign-on')!
    return [finding.status, finding.hint ?? '']
  }
  const provider = await answering(t, 200, (address) => ({ issuer: address }))
  const other = await answering(t, 200, () => ({ issuer: 'https://id.example.com' }))
  assert.deepEqual(await sso({ ...client, OIDC_ISSUER: provider }), ['ok', ''])
  assert.deepEqual(await sso({ ...client, OIDC_ISSUER: other }), ['failed', 'Set OIDC_ISSUER=https://id.example.com.'])
  assert.equal((await sso({ ...client, OIDC_ISSUER: `http://${await closedAddress()}` }))[0], 'failed')
  assert.equal((await sso({ OIDC_ISSUER: provider, OIDC_CLIENT_ID: 'earshot' }))[0], 'failed')
})

test('a language model that refuses the key, lacks the model or is not there is found', async (t) => {
  const { environment } = await installation(t)
  const status = async (url: string, model = 'qwen3:8b') => {
    const all = await found({ ...environment, LLM_BASE_URL: url, LLM_MODEL: model })
    return all.find(({ subject }) => subject === 'language model')!
  }
  const models = await answering(t, 200, () => ({ data: [{ id: 'qwen3:8b' }] }))
  assert.equal((await status(models)).status, 'ok')
  assert.match((await status(models, 'other')).hint!, /one of qwen3:8b/)
  assert.match((await status(await answering(t, 401, () => ({})))).hint!, /LLM_API_KEY/)
  assert.equal((await status(`http://${await closedAddress()}/v1`)).status, 'failed')
  const traces = await found({ ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: `http://${await closedAddress()}` })
  assert.deepEqual(wrong(traces), ['traces: warning'])
})

test('a full disk, a folder that is none, a damaged model, an old Node.js and a wrong clock are found', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-doctor-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const config = (environment: Environment) => readConfig({ ...environment })
  const disk = async (mb: number) => (await checkDisk(config({ DATA_DIR: folder }), async () => mb)).status
  assert.deepEqual([await disk(50), await disk(500), await disk(50_000)], ['failed', 'warning', 'ok'])
  writeFileSync(join(folder, 'file'), '')
  assert.equal((await checkDisk(config({ DATA_DIR: join(folder, 'file', 'data') }))).status, 'failed')
  assert.equal((await checkModel(config({ EMBEDDINGS: 'model' }), folder)).status, 'failed')
  assert.equal((await checkModel(config({}))).status, 'ok')
  assert.deepEqual([checkVersions('18.1.0').status, checkVersions().status], ['failed', 'ok'])
  assert.deepEqual(
    [0, 2, 10, 3600].map((seconds) => clockFinding(seconds).status),
    ['ok', 'ok', 'warning', 'failed'],
  )
})

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { installationSecret } from '#domain/account/installation/queries.ts'
import { assembleServer } from '#serve/assemble-server.ts'
import { verifyBackup } from '#store/backup/file.ts'
import { digestByOrganization, restoreBackup } from '#store/backup/restore.ts'
import { writeBackup } from '#store/backup/write.ts'
import { type Connection, openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase } from '../database.ts'
import { createFixture } from '../fixtures.ts'
import { waitForFeed } from '../wait-for-feed.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let org: Org
let folder: string
let file: string
const log = { info() {}, warn() {}, error() {} }

before(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'earshot-backup-'))
  file = join(folder, 'all.backup')
  org = await app.org()
  const other = await app.org({ name: 'Other' })
  await createFixture(app, org, 'Ünïcode 😀 "quoted" \\ back ')
  await createFixture(app, other)
  // A reference to a row that comes later, and one in a circle.
  const [a, b] = await Promise.all(
    ['A', 'B'].map(async (name) => (await app.call(org.admin.key, 'POST', '/themes', { body: { name } })).body.id),
  )
  await app.call(org.admin.key, 'POST', `/themes/${b}/merge`, { body: { source_theme_ids: [a] } })
  await app.call(org.admin.key, 'POST', '/themes', { body: { name: 'Kept' }, headers: { 'idempotency-key': 'once' } })
})
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function digest(connection: Connection) {
  const client = new pg.Client({ ...(connection as pg.ClientConfig), options: '-c timezone=UTC' })
  await client.connect()
  await client.query('begin')
  const result = await digestByOrganization(client)
  await client.end()
  return result
}

/** What a restore changes on purpose, done before: the transactions of events are counted anew. */
const settle = async (connection: Connection) => {
  const store = openStore({ ...connection, max: 1 })
  await store.run(sql`update event set tx = '0' where org_id = org_id`)
  await store.run(
    sql`update webhook set position_tx = '0', position_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where org_id = org_id`,
  )
  await store.close()
}

test('a backup restored elsewhere is every organization as it was, and it serves', async () => {
  await settle(app.connection)
  const ending = await writeBackup(app.connection, file, 'test')
  assert.ok(ending.tables.insight!.rows >= 4 && ending.tables.event!.rows > 10)
  assert.deepEqual(Object.keys(ending.organizations).filter(Boolean).length, 2)
  assert.deepEqual((await verifyBackup(file)).organizations, ending.organizations)
  const target = await cloneDatabase()
  await restoreBackup(target.connection, file)
  assert.deepEqual(await digest(target.connection), ending.organizations)

  const store = openStore({ ...target.connection, max: 4 })
  const server = assembleServer({
    store,
    secret: await installationSecret(store),
    settings: app.settings,
    version: 'test',
    rates: null,
    log,
    validateResponses: true,
  })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${org.admin.key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as any }
  }
  const replay = await call('POST', '/themes', { name: 'Kept' }, { 'idempotency-key': 'once' })
  assert.deepEqual([replay.status, replay.body.idempotency.replayed], [201, true])
  const themes = await call('GET', '/themes?limit=100')
  assert.deepEqual(
    themes.body.data,
    (await app.call(org.admin.key, 'GET', '/themes', { query: { limit: '100' } })).body.data,
  )
  await waitForFeed(store)
  const { body: feed } = await call('GET', '/events')
  assert.ok(feed.data.length > 10, 'restored events stay visible')
  const made = await call('POST', '/themes', { name: 'After the restore' })
  await waitForFeed(store)
  const after = (await call('GET', `/events?after=${feed.data.at(-1).id}`)).body.data as any[]
  assert.ok(
    after.some((event) => event.data.object.id === made.body.id),
    'new events come after restored ones',
  )
  const tickets = await store.first<{ n: number }>(sql`select count(*) as n from queue.job where name = 'work'`)
  assert.ok(tickets!.n >= 1, 'jobs that had not ended are queued again')
  await server.close()
  await store.close()
  await assert.rejects(restoreBackup(target.connection, file), /there is data/)
  await restoreBackup(target.connection, file, { force: true })
  assert.deepEqual(await digest(target.connection), ending.organizations)
  await target.drop()
})

test('a flipped byte is found wherever it is, and so is a missing end', async () => {
  await writeBackup(app.connection, file, 'test')
  const whole = readFileSync(file)
  const damaged = join(folder, 'damaged.backup')
  // The ten bytes of a packed file’s head say when and where it was packed, and nothing about what is in it.
  for (let n = 0; n < 60; n++) {
    const place = 10 + Math.floor(((whole.length - 11) * n) / 59)
    const changed = Buffer.from(whole)
    changed[place] = changed[place]! ^ (1 << (n % 8))
    writeFileSync(damaged, changed)
    await assert.rejects(verifyBackup(damaged), Error, `byte ${place} of ${whole.length}`)
  }
  for (const length of [0, 1, 1000, whole.length - 1]) {
    writeFileSync(damaged, whole.subarray(0, length))
    await assert.rejects(verifyBackup(damaged))
  }
})

test('a damaged backup changes nothing', async () => {
  const target = await cloneDatabase()
  const damaged = join(folder, 'cut.backup')
  writeFileSync(damaged, readFileSync(file).subarray(0, 5000))
  await assert.rejects(restoreBackup(target.connection, damaged))
  const store = openStore({ ...target.connection, max: 1 })
  assert.equal((await store.first<{ n: number }>(sql`select count(*) as n from organization`))!.n, 0)
  await store.close()
  await target.drop()
})

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { verifyBackup } from '#store/backup/file.ts'
import { digestByOrganization, restoreBackup } from '#store/backup/restore.ts'
import { writeBackup } from '#store/backup/write.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase } from '../database.ts'
import { createFixture } from '../fixtures.ts'
import { waitForFeed } from '../wait-for-feed.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let org: Org
let folder: string
let file: string

before(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'earshot-backup-'))
  file = join(folder, 'all.backup')
  org = await app.org()
  const other = await app.org({ name: 'Other' })
  await createFixture(app, org, 'Ünïcode 😀 "quoted" \\ back ')
  await createFixture(app, other)
  // A reference to a row that comes later in the backup, and a stored response.
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

async function digest(connection: DatabaseOptions) {
  const client = new pg.Client({ ...(connection as pg.ClientConfig), options: '-c timezone=UTC' })
  await client.connect()
  await client.query('begin')
  const result = await digestByOrganization(client)
  await client.end()
  return result
}

/** Applies what a restore changes on purpose: the transaction ids of events and audit entries. */
async function resetEventPositions({ store }: TestApp) {
  await store.run(sql`alter table audit_entry disable rule audit_entry_unchanged`)
  await store.run(sql`update audit_entry set tx = '0' where org_id = org_id`)
  await store.run(sql`alter table audit_entry enable rule audit_entry_unchanged`)
  await store.run(sql`update event set tx = '0' where org_id = org_id`)
  await store.run(sql`
    update webhook set position_tx = '0', position_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where org_id = org_id`)
}

/** By which links, widgets and integrations find their organization. */
const listKeyDirectory = ({ store }: TestApp) =>
  store.rows<{ key: string; kind: string; org_id: string }>(
    sql`select key, kind, org_id from key_directory order by key`,
  )

test('a restored backup holds every organization unchanged and serves requests', async (t) => {
  await resetEventPositions(app)
  const digests = await writeBackup(app.connection, file, 'test')
  assert.ok(digests.tables.insight!.rows >= 4 && digests.tables.event!.rows > 10)
  assert.deepEqual(Object.keys(digests.organizations).filter(Boolean).length, 2)
  assert.deepEqual((await verifyBackup(file)).organizations, digests.organizations)
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  await restoreBackup(connection, file)
  assert.deepEqual(await digest(connection), digests.organizations)

  const restored = await startTestApp({ database: { connection, drop: async () => {} } })
  await checkRestored(restored)
  const directory = await listKeyDirectory(app)
  assert.ok(directory.some(({ kind }) => kind === 'share_link'))
  assert.deepEqual(await listKeyDirectory(restored), directory)
  await restored.close()
  await assert.rejects(restoreBackup(connection, file), /there is data/)
  await restoreBackup(connection, file, { force: true })
  assert.deepEqual(await digest(connection), digests.organizations)
})

async function checkRestored(restored: TestApp) {
  const { key } = org.admin
  const body = { name: 'Kept' }
  const replay = await restored.call(key, 'POST', '/themes', { body, headers: { 'idempotency-key': 'once' } })
  assert.deepEqual([replay.status, replay.body.idempotency.replayed], [201, true])
  const [themes, original] = await Promise.all(
    [restored, app].map(async (target) => (await target.call(key, 'GET', '/themes', { query: { limit: '100' } })).body),
  )
  assert.deepEqual(themes.data, original.data)
  await waitForFeed(restored.store)
  const { body: feed } = await restored.call(key, 'GET', '/events')
  assert.ok(feed.data.length > 10, 'restored events stay visible')
  const created = await restored.call(key, 'POST', '/themes', { body: { name: 'After the restore' } })
  await waitForFeed(restored.store)
  const later = (await restored.call(key, 'GET', '/events', { query: { after: feed.data.at(-1).id } })).body.data
  assert.ok(
    later.some((event: any) => event.data.object.id === created.body.id),
    'new events come after restored ones',
  )
  await checkRestoredAudit(restored)
  const jobs = await restored.store.first<{ n: number }>(sql`select count(*) as n from queue.job where name = 'work'`)
  assert.ok(jobs!.n >= 1, 'jobs that had not ended are queued again')
}

async function checkRestoredAudit({ call, store }: TestApp) {
  const { key } = org.admin
  const follow = async (query: object) =>
    (await call(key, 'GET', '/audit', { query: { order: 'oldest', ...query } })).body.data as { id: string }[]
  const entries = await follow({})
  assert.ok(entries.length >= 1, 'restored entries stay visible')
  await call(key, 'PATCH', '/retention', { body: { days: 900 } })
  await waitForFeed(store)
  const operations = (await follow({ after: entries.at(-1)!.id })).map((entry: any) => entry.operation)
  assert.deepEqual(operations, ['updateRetention'], 'new entries come after restored ones')
  await store.run(sql`update audit_entry set operation = 'forged' where org_id = ${org.id}`)
  assert.deepEqual((await follow({}))[0], entries[0], 'the rule is in force again')
}

test('verification finds a flipped byte anywhere and a missing end', async () => {
  await writeBackup(app.connection, file, 'test')
  const whole = readFileSync(file)
  const damaged = join(folder, 'damaged.backup')
  // The ten bytes of the gzip header hold the time and the system, not the content.
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

test('restoring a damaged backup leaves the database unchanged', async () => {
  const target = await cloneDatabase()
  const damaged = join(folder, 'cut.backup')
  writeFileSync(damaged, readFileSync(file).subarray(0, 5000))
  await assert.rejects(restoreBackup(target.connection, damaged))
  const store = openStore({ ...target.connection, max: 1 })
  assert.equal((await store.first<{ n: number }>(sql`select count(*) as n from organization`))!.n, 0)
  await store.close()
  await target.drop()
})

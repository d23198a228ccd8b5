import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { readConfig } from '#config/read.ts'
import { deleteDemo } from '#demo/remove.ts'
import { findOrganizationOfKey } from '#domain/access/keys/queries-directory.ts'
import { importOrganization } from '#serve/import-organization.ts'
import { restoreBackup } from '#store/backup/restore.ts'
import { writeBackup } from '#store/backup/write.ts'
import { earlierMigrations } from '#store/migration-files.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase } from '../database.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { signedIn } from './browser.ts'

let app: TestApp
let org: Org
let folder: string
type Keys = { link: string; widget: string; token: string; revoke(): Promise<number[]> }
let keys: Keys

before(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'earshot-keys-'))
  org = await app.org()
  keys = await createKeys(org)
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A survey with its link, a feedback widget and an integration. */
async function createKeys({ admin }: Org): Promise<Keys> {
  const browser = await signedIn(app, admin)
  const send = async (method: 'POST' | 'DELETE', path: string, body?: object) =>
    app.call(admin.key, method, path, body ? { body } : {})
  const survey = (await send('POST', '/surveys', { title: 'Survey' })).body
  const link = (await browser.app('POST', `/surveys/${survey.id}/links`, { body: { name: 'Second' } })).body
  const fields = { name: 'Website', allowed_origins: ['https://www.acme.example'] }
  const widget = (await browser.app('POST', '/feedback-widgets', { body: fields })).body
  const integration = (await send('POST', '/integrations', { provider: 'generic', name: 'Hook' })).body
  return {
    link: link.key,
    widget: widget.key,
    token: new URL(integration.inbound_url).pathname.split('/').at(-1)!,
    revoke: async () => [
      (await browser.app('DELETE', `/surveys/${survey.id}/links/${link.id}`)).status,
      (await browser.app('DELETE', `/feedback-widgets/${widget.id}`)).status,
      (await send('DELETE', `/integrations/${integration.id}`)).status,
    ],
  }
}

type Entry = { key: string; kind: string; org_id: string }
const sorted = (entries: Entry[]) => entries.map(({ key, kind, org_id }) => `${key} ${kind} ${org_id}`).sort()

async function assertComplete(store: Store, min: number) {
  const entries = await store.rows<Entry>(sql`select key, kind, org_id from key_directory`)
  const expected = [
    ...(await store.rows<Entry>(
      sql`select key, 'survey_link' as kind, org_id from survey_link where org_id = org_id and revoked_at is null`,
    )),
    ...(await store.rows<Entry>(
      sql`select key, 'feedback_widget' as kind, org_id from feedback_widget
        where org_id = org_id and revoked_at is null`,
    )),
    ...(await store.rows<Entry>(
      sql`select token as key, 'integration' as kind, org_id from integration
        where org_id = org_id and deleted_at is null`,
    )),
  ]
  assert.ok(entries.length >= min)
  assert.deepEqual(sorted(entries), sorted(expected))
}

test('every key in use names its organization, for its own kind only', async () => {
  await assertComplete(app.store, 4)
  assert.equal(await findOrganizationOfKey(app.store, 'survey_link', keys.link), org.id)
  assert.equal(await findOrganizationOfKey(app.store, 'feedback_widget', keys.widget), org.id)
  assert.equal(await findOrganizationOfKey(app.store, 'integration', keys.token), org.id)
  assert.equal(await findOrganizationOfKey(app.store, 'feedback_widget', keys.link), undefined)
})

test('revoked keys and deleted integrations leave the directory', async () => {
  const other = await createKeys(await app.org())
  assert.deepEqual(await other.revoke(), [200, 200, 200])
  const gone = [other.link, other.widget, other.token]
  assert.deepEqual(await app.store.rows(sql`select key from key_directory where key = any(${gone}::text[])`), [])
  await assertComplete(app.store, 5)
})

test('a restored backup and an imported organization have their own directory', async (t) => {
  const { connection, drop } = await cloneDatabase()
  t.after(drop)
  await writeBackup(app.connection, join(folder, 'all'), 'test')
  await restoreBackup(connection, join(folder, 'all'))
  await restoreBackup(connection, join(folder, 'all'), { force: true })
  const restored = openStore({ ...connection, max: 1 })
  t.after(() => restored.close())
  await assertComplete(restored, 5)

  await writeBackup(app.connection, join(folder, 'one'), 'test', org.id)
  const target = await app.org()
  await importOrganization(readConfig({}), app.connection, join(folder, 'one'), target.id)
  const imported = await app.store.rows(sql`select key from key_directory where org_id = ${target.id}`)
  assert.equal(imported.length, 4)
  await assertComplete(app.store, 9)
})

test('the migration fills the directory from the keys that exist', async () => {
  const client = new pg.Client(app.connection as pg.ClientConfig)
  await client.connect()
  try {
    await client.query('drop table key_directory, last_use')
    await client.query(earlierMigrations().find(({ name }) => name === '0026_coordinator_tables.sql')!.text)
  } finally {
    await client.end()
  }
  await assertComplete(app.store, 9)
})

test('a deleted organization takes its entries along', async () => {
  const demo = await app.org()
  await createKeys(demo)
  await app.store.run(sql`update organization set is_demo = true where id = ${demo.id}`)
  await app.store.transaction((db) => deleteDemo(db))
  assert.deepEqual(await app.store.rows(sql`select key from key_directory where org_id = ${demo.id}`), [])
  await assertComplete(app.store, 9)
})

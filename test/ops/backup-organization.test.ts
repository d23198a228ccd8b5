import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readConfig } from '#config/read.ts'
import { loadDemo } from '#demo/load.ts'
import { importOrganization } from '#serve/import-organization.ts'
import { createDigester } from '#store/backup/digest.ts'
import { type BackupLine, controlMark, readBackup, verifyBackup } from '#store/backup/file.ts'
import { restoreBackup } from '#store/backup/restore.ts'
import { writeBackup } from '#store/backup/write.ts'
import { raw, sql } from '#store/sql.ts'
import { createFixture } from '../fixtures.ts'
import { topLevelLists } from '../samples.ts'
import { waitForFeed } from '../wait-for-feed.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { readPages } from '../read-pages.ts'

let app: TestApp
let elsewhere: TestApp
let org: Org
let folder: string
let file: string
const config = readConfig({})

before(async () => {
  ;[app, elsewhere] = await Promise.all([startTestApp(), startTestApp()])
  folder = mkdtempSync(join(tmpdir(), 'earshot-move-'))
  file = join(folder, 'one.backup')
  org = await app.org({ name: 'Moves' })
  await createFixture(app, org, 'Ünïcode 😀 "quoted" \\ back ')
  await createFixture(app, await app.org({ name: 'Stays' }), 'CANARY')
  // A reference to a row that comes later in the backup, and a project with an owner.
  const createTheme = async (name: string) =>
    (await app.call(org.admin.key, 'POST', '/themes', { body: { name } })).body.id
  const [a, b] = [await createTheme('A'), await createTheme('B')]
  await app.call(org.admin.key, 'POST', `/themes/${b}/merge`, { body: { source_theme_ids: [a] } })
  await app.call(org.admin.key, 'POST', '/projects', { body: { title: 'Owned', owner_id: org.member.userId } })
})
after(async () => {
  assert.deepEqual([...app.errors, ...elsewhere.errors], [])
  await Promise.all([app.close(), elsewhere.close()])
  rmSync(folder, { recursive: true, force: true })
})

async function listItems(target: TestApp, key: string, path: string): Promise<{ id?: string }[]> {
  const items: { id?: string }[] = []
  const read = async (cursor: object) => {
    const { status, body, text } = await target.call(key, 'GET', path, { query: { limit: '100', ...cursor } })
    assert.equal(status, 200, `${path}: ${text}`)
    return body
  }
  for await (const page of readPages(read)) items.push(...page.data)
  return items
}

const listEverything = async (target: TestApp, key: string): Promise<Record<string, (string | undefined)[]>> =>
  Object.fromEntries(
    await Promise.all(
      topLevelLists.map(async (path) => [path, (await listItems(target, key, path)).map(({ id }) => id)]),
    ),
  )

const minRows = [
  ['insight', 2],
  ['event', 10],
  ['webhook', 1],
  ['integration', 1],
  ['support_message', 1],
] as const

for (const there of ['another installation', 'the same installation'] as const)
  test(`an organization is imported into an empty one of ${there}: every list has the same items and ids`, async () => {
    const target = there === 'the same installation' ? app : elsewhere
    const into = await target.org({ name: 'Target' })
    if (target === elsewhere)
      await target.store.run(sql`update app_user set email = ${org.member.email} where id = ${into.member.userId}`)
    await waitForFeed(app.store)
    const expected = await listEverything(app, org.admin.key)
    await writeBackup(app.connection, file, 'test', org.id)
    const tables = await importOrganization(config, target.connection, file, into.id)
    for (const [name, min] of minRows) assert.ok(tables[name]!.rows >= min, name)
    const actual = await listEverything(target, into.admin.key)
    const ofPeople = { '/org-members': [], '/follows': [], '/notifications': [] }
    assert.deepEqual({ ...actual, ...ofPeople }, { ...expected, ...ofPeople })
    assert.ok(Object.values(expected).filter((ids) => ids.length > 0).length >= 20, 'most lists have something in them')

    const { id } = (await listItems(target, into.admin.key, '/projects')).find((one: any) => one.title === 'Owned')!
    const owned = (await target.call(into.admin.key, 'GET', `/projects/${id}`)).body
    assert.equal(owned.owner_id, target === elsewhere ? into.member.userId : into.admin.userId)
    const text = JSON.stringify(await target.store.rows(sql`select * from insight where org_id = ${into.id}`))
    assert.ok(!text.includes(org.id) && !text.includes('CANARY'))
    const webhooks = (await listItems(target, into.admin.key, '/webhooks')) as any[]
    assert.ok(webhooks.every((one) => one.status === 'paused'))
    assert.match(
      (await target.call(into.admin.key, 'POST', `/webhooks/${webhooks[0].id}/rotate-secret`)).body.secret,
      /^whsec_/,
    )
    assert.ok(
      ((await listItems(target, into.admin.key, '/integrations')) as any[]).every((one) => one.status === 'disabled'),
    )
    const links = (await listItems(target, into.admin.key, '/share-links')) as any[]
    assert.ok(links.length > 0 && links.every((one) => one.status === 'revoked'))
    assert.equal(
      (await target.call(into.admin.key, 'POST', '/themes', { body: { name: 'After the import' } })).status,
      201,
    )
    await assert.rejects(importOrganization(config, target.connection, file, into.id), /is not empty/)
  })

test('the demo organization is imported, and a failed import leaves nothing behind', async () => {
  const demo = await loadDemo(app.store, app.settings, new Date())
  await writeBackup(app.connection, file, 'test', demo.org_id)
  const into = await elsewhere.org()
  const countRows = async (target: TestApp, id: string) => {
    const { tables } = await verifyBackup(file)
    const names = Object.keys(tables).filter((name) => name !== 'organization')
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [
          name,
          (await target.store.first<{ n: number }>(sql`select count(*) as n from ${raw(name)} where org_id = ${id}`))!
            .n,
        ]),
      ),
    )
  }
  const empty = await countRows(elsewhere, into.id)
  await elsewhere.store.run(sql`alter table feedback add constraint broken check (org_id <> ${raw(`'${into.id}'`)})`)
  await assert.rejects(importOrganization(config, elsewhere.connection, file, into.id), /broken/)
  await elsewhere.store.run(sql`alter table feedback drop constraint broken`)
  assert.deepEqual(await countRows(elsewhere, into.id), empty)
  await importOrganization(config, elsewhere.connection, file, into.id)
  // The people of the demo are not members of the other organization.
  assert.deepEqual(await countRows(elsewhere, into.id), { ...(await countRows(app, demo.org_id)), follow: 0 })
})

const controlLine = (value: object) => `${controlMark}${JSON.stringify(value)}`

/** Rewrites a backup as made before the status of feedback had its own table. */
async function mergeStateIntoFeedback(path: string) {
  const lines: BackupLine[] = []
  for await (const line of readBackup(path)) lines.push(line)
  const rowsFrom = (name: string) => {
    const begin = lines.findIndex((line) => 'table' in line && line.table === name)
    const end = lines.findIndex((line, n) => n > begin && !('row' in line))
    return lines.splice(begin, end - begin).flatMap((line) => ('row' in line ? [JSON.parse(line.row)] : []))
  }
  const states = new Map(rowsFrom('feedback_state').map(({ org_id: _, feedback_id, ...row }) => [feedback_id, row]))
  const [tables, organizations] = [createDigester(), createDigester()]
  let table = ''
  const texts = lines.map((line) => {
    if ('row' in line) {
      const row =
        table === 'feedback'
          ? JSON.stringify({ ...JSON.parse(line.row), ...states.get(JSON.parse(line.row).id) })
          : line.row
      tables.add(table, row)
      organizations.add(JSON.parse(row).org_id ?? JSON.parse(row).id, row)
      return row
    }
    if ('table' in line) table = line.table
    if ('ending' in line)
      return controlLine({ ending: { tables: tables.result(), organizations: organizations.result() } })
    if (table !== 'feedback' || !('table' in line)) return controlLine(line)
    return controlLine({ table, columns: [...line.columns, ...Object.keys([...states.values()][0])] })
  })
  const text = texts.map((line) => `${line}\n`).join('')
  writeFileSync(
    path,
    gzipSync(`${text}${controlMark}${JSON.stringify({ sha256: createHash('sha256').update(text).digest('hex') })}\n`),
  )
}

test('a backup that has the status in the feedback table is imported', async () => {
  const listStates = (target: TestApp, id: string) =>
    target.store.rows<{ id: string; status: string; deleted: boolean }>(sql`
      select id, status, skip_reason, duplicate_of_id, language, updated_at, deleted_at is not null as deleted
      from feedback_item where org_id = ${id} order by id`)
  const { id } = (await listStates(app, org.id))[0]!
  await app.call(org.admin.key, 'DELETE', `/feedback/${id}`)
  // Queued although deleted, which earlier versions allowed.
  await app.store.run(sql`update feedback_state set status = 'queued' where org_id = ${org.id} and feedback_id = ${id}`)
  const original = await listStates(app, org.id)
  assert.ok(
    original.some(({ deleted, status }) => deleted && status === 'queued') && original.some(({ deleted }) => !deleted),
  )
  await writeBackup(app.connection, file, 'test', org.id)
  await mergeStateIntoFeedback(file)
  const into = await elsewhere.org()
  await importOrganization(config, elsewhere.connection, file, into.id)
  assert.deepEqual(
    await listStates(elsewhere, into.id),
    original.map((row) => (row.deleted ? { ...row, status: 'skipped' } : row)),
  )
})

test('backups of one and of all organizations are not mixed up', async () => {
  await assert.rejects(restoreBackup(elsewhere.connection, file, { force: true }), /one organization/)
  await assert.rejects(writeBackup(app.connection, file, 'test', 'org_0'), /there is no organization/)
  await writeBackup(app.connection, file, 'test')
  await assert.rejects(
    importOrganization(config, elsewhere.connection, file, (await elsewhere.org()).id),
    /all organizations/,
  )
})

import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type pg from 'pg'
import { readConfig } from '#config/read.ts'
import { createKey } from '#domain/access/keys/create.ts'
import { importOrganization } from '#serve/import-organization.ts'
import { verifyBackup } from '#store/backup/file.ts'
import { namesIn } from '#store/backup/legacy-names.ts'
import { digestByOrganization, restoreBackup } from '#store/backup/restore.ts'
import { migrate } from '#store/migrate.ts'
import { earlierMigrations, legacyMigrations } from '#store/migration-files.ts'
import { type DatabaseOptions } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { jobHandlers } from '#worker/job-handlers.ts'
import { startWorker } from '#worker/worker.ts'
import { cloneDatabase, createDatabase, type TestDatabase } from './database.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { describeDatabase } from './upgrade/describe-database.ts'
import {
  everything,
  oldQueues,
  oneOrganization,
  openLegacyDatabase,
  readHeader,
  recordMigrations,
  withConnection,
} from './upgrade/legacy-database.ts'
import { waitForJobs } from './wait-for-jobs.ts'

/* A database, a backup of all organizations and a backup of one, made by version 0.1. */

let upgraded: TestDatabase
let app: TestApp
const log = { info() {}, warn() {}, error() {} }

/** The migrations that make the schema of version 0.1; later ones add to them. */
const renamed = earlierMigrations().filter(({ name }) => legacyMigrations().to.includes(name))
let renamedRows: Awaited<ReturnType<typeof digestsIn>>

before(async () => {
  upgraded = await openLegacyDatabase()
  await migrate(upgraded.connection, renamed)
  renamedRows = await digestsIn(upgraded.connection, everything)
  await migrate(upgraded.connection)
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
})

/** A key for the admin of the only organization in the database. */
async function adminKey({ store, settings }: TestApp) {
  const admin = await store.first<{ org_id: string; user_id: string }>(
    sql`select org_id, user_id from membership where org_id = org_id and role = 'admin'`,
  )
  const { org_id: org, user_id: userId } = admin!
  return { org, ...(await createKey(store, org, { userId, name: 'after', scopes: ['read', 'write'] }, settings)) }
}

async function get(target: TestApp, key: string, path: string, query: Record<string, string> = {}) {
  const reply = await target.call(key, 'GET', path, { query })
  assert.equal(reply.status, 200, `${path}: ${reply.text}`)
  return reply.body
}

test('the upgraded database has the schema of a new one', async () => {
  const fresh = await cloneDatabase()
  assert.deepEqual(
    await withConnection(upgraded.connection, describeDatabase),
    await withConnection(fresh.connection, describeDatabase),
  )
  await fresh.drop()
  assert.deepEqual(await migrate(upgraded.connection), [], 'the next start has nothing to do')
})

const digestsIn = (connection: DatabaseOptions, path: string) =>
  withConnection(connection, async (client) => {
    const names = namesIn(await readHeader(path))
    await client.query('begin')
    return digestByOrganization(client, names)
  })

test('every row of the renamed tables is as it was', async () => {
  assert.deepEqual(renamedRows, (await verifyBackup(everything)).organizations)
})

/** An automatic insight with a subtheme of `found`, linked to these themes. */
const insertInsight = async (client: pg.Client, n: number, themeIds: readonly string[]) => {
  const id = `00000000-0000-7000-8000-00000000010${n}`
  await client.query(
    `insert into insight (org_id, id, name, sentiment, category, origin, theme_ids)
     values ('org_a', $1, 'Insight', 'NEUTRAL', 'BUGS_AND_ERRORS', 'auto', $2)`,
    [id, themeIds],
  )
  await client.query(`insert into subtheme_insight values ('org_a', $1, $2)`, [themes.found, id])
}
const themes = {
  found: '00000000-0000-7000-8000-000000000001',
  mine: '00000000-0000-7000-8000-000000000002',
  defined: '00000000-0000-7000-8000-000000000003',
}

/** A database of an earlier version, upgraded with automatic insights that have other themes than their subtheme. */
async function upgradedWithLinks(t: TestContext) {
  const database = await createDatabase()
  t.after(() => database.drop())
  await migrate(database.connection, renamed)
  const links = [[themes.found], [themes.found, themes.defined], [themes.found, themes.mine], [themes.mine], []]
  await withConnection(database.connection, async (client) => {
    await client.query(`insert into organization (id, name) values ('org_a', 'A')`)
    for (const [name, id] of Object.entries(themes))
      await client.query(
        `insert into theme (org_id, id, name, color, definition) values ('org_a', $1, $2, '#000000', $3)`,
        [id, name, name === 'defined' ? 'Everything' : null],
      )
    await client.query(
      `insert into subtheme (org_id, id, theme_id, name, insight_count, neutral_count)
       values ('org_a', $1, $1, 'Found', 5, 5)`,
      [themes.found],
    )
    for (const [n, ids] of links.entries()) await insertInsight(client, n, ids)
  })
  await migrate(database.connection)
  return database.connection
}

test('themes that a person gave to an automatic insight are marked as such', async (t) => {
  const connection = await upgradedWithLinks(t)
  const marked = await withConnection(connection, async (client) =>
    (await client.query<{ themes_overridden: boolean }>('select themes_overridden from insight order by id')).rows.map(
      (row) => row.themes_overridden,
    ),
  )
  assert.deepEqual(marked, [false, false, true, true, true])
})

test('insights that had left a theme leave its subthemes, whose counts follow', async (t) => {
  const connection = await upgradedWithLinks(t)
  const { rows } = await withConnection(connection, (client) =>
    client.query(`
      select s.insight_count, s.neutral_count, s.supporting_count, count(l.insight_id)::int as links
      from subtheme s join subtheme_insight l on l.org_id = s.org_id and l.subtheme_id = s.id group by s.org_id, s.id`),
  )
  assert.deepEqual(rows, [{ insight_count: 3, neutral_count: 3, supporting_count: 3, links: 3 }])
})

test('the queues of renamed cron jobs are gone, with their schedules and jobs; queued work is kept', async () => {
  const left = await withConnection(upgraded.connection, (client) =>
    client.query(
      `select name from queue.queue where name = any($1) union all
       select name from queue.schedule where name = any($1) union all
       select name from queue.job where name = any($1)`,
      [oldQueues],
    ),
  )
  assert.deepEqual(left.rows, [])
  const work = await withConnection(upgraded.connection, (client) =>
    client.query(`select state from queue.job where name = 'work'`),
  )
  assert.deepEqual(work.rows, [{ state: 'created' }])
})

test('insights, themes and the NPS score are served, and the queued job runs', async () => {
  app = await startTestApp({ database: upgraded, poolSize: 12 })
  const { key } = await adminKey(app)
  const insights = await get(app, key, '/insights', { limit: '100' })
  assert.equal(insights.data.length, 29)
  const themes = (await get(app, key, '/themes', { limit: '100' })).data
  assert.equal((await get(app, key, `/themes/${themes[0].id}`)).id, themes[0].id)
  const nps = await get(app, key, '/nps', { from: '2026-11-01', to: '2026-11-30' })
  assert.deepEqual([nps.responses, nps.score], [8, 63])

  const queued = (await get(app, key, '/jobs', { status: 'queued' })).data
  assert.deepEqual(
    queued.map((job: { type: string }) => job.type),
    ['feedback_analysis'],
  )
  const { store, connection } = app
  const worker = await startWorker({ store, connection, handlers: jobHandlers, log, backoff: [1, 1, 1] })
  await waitForJobs(app, key)
  await worker.stop()
  assert.equal((await get(app, key, `/jobs/${queued[0].id}`)).status, 'ready')
  const feedback = (await get(app, key, '/feedback', { limit: '100' })).data
  assert.equal(feedback.find((one: any) => one.external_id === 'old-waiting').status, 'analyzed')
})

test('only the catch-all theme is marked as such', async () => {
  const { org } = await adminKey(app)
  const marked = await app.store.rows<{ name: string; origin: string }>(
    sql`select name, origin from theme where org_id = ${org} and is_catch_all`,
  )
  assert.deepEqual(marked, [{ name: 'Everything else', origin: 'auto' }])
})

test('a database that lacks migrations of version 0.1 is refused with the way to go', async (t) => {
  const database = await createDatabase()
  t.after(() => database.drop())
  const applied = (await readHeader(everything)).migrations
  await withConnection(database.connection, (client) => recordMigrations(client, applied.slice(0, 30)))
  await assert.rejects(migrate(database.connection), /older than version 0\.1\.0 .*start Earshot 0\.1\.0 on it once/)
})

test('a database whose migrations are not those of version 0.1 is left alone', async (t) => {
  const database = await createDatabase()
  t.after(() => database.drop())
  const applied = (await readHeader(everything)).migrations
  const changed = applied.map((row, i) => (i === 3 ? { ...row, checksum: 'other' } : row))
  await withConnection(database.connection, (client) => recordMigrations(client, changed))
  await assert.rejects(migrate(database.connection), /0004_projects\.sql is not the one of version 0\.1\.0/)
})

test('a backup of all organizations made by version 0.1 is restored, every row as it was', async (t) => {
  const database = await createDatabase()
  t.after(() => database.drop())
  const { tables } = await restoreBackup(database.connection, everything)
  assert.equal(tables.insight!.rows, 29)
  const store = await withConnection(database.connection, async (client) => {
    const { rows } = await client.query(`
      select (select count(*)::int from feedback_state) as states, (select count(*)::int from analysis_claim) as claims,
        (select ranking is not null from competitor_checkin) as ranked, (select count(*)::int from queue.job) as jobs`)
    return rows[0]
  })
  assert.deepEqual(store, { states: 29, claims: 1, ranked: true, jobs: 1 })
})

test('a backup of one organization made by version 0.1 is imported into an empty one', async () => {
  const target = await app.org({ name: 'Imported' })
  const tables = await importOrganization(readConfig({}), app.connection, oneOrganization, target.id)
  assert.deepEqual([tables.feedback_state!.rows, tables.competitor_version_insight!.rows], [29, 3])
  const { key } = target.admin
  assert.equal((await get(app, key, '/insights', { limit: '100' })).data.length, 29)
  const columns = await app.store.first(sql`
    select (select count(*)::int from quote where org_id = ${target.id} and start_offset is not null) as located,
      (select count(*)::int from feedback where org_id = ${target.id} and content_hash is not null) as hashed,
      (select count(*)::int from theme where org_id = ${target.id} and is_catch_all) as catch_all,
      (select count(*)::int from interview_segment where org_id = ${target.id} and position = 1) as segments,
      (select unclustered_count is not null from embedding_space where org_id = ${target.id}) as space`)
  assert.deepEqual(columns, { located: 27, hashed: 29, catch_all: 1, segments: 1, space: true })
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '#config/read.ts'
import { importOrganization } from '#serve/import-organization.ts'
import { restoreBackup } from '#store/backup/restore.ts'
import { writeBackup } from '#store/backup/write.ts'
import { migrate } from '#store/migrate.ts'
import { baselines, earlierMigrations, legacyMigrations, migrations } from '#store/migration-files.ts'
import type { DatabaseOptions } from '#store/open.ts'
import { cloneDatabase, createDatabase, type TestDatabase, urlOf } from '../database.ts'
import { startTestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'
import { describeDatabase, hashRows, listColumns } from './describe-database.ts'
import {
  type Commit,
  commits,
  everythingOf,
  openDatabaseOfCommit,
  openLegacyDatabase,
  readHeader,
  recordMigrations,
  withConnection,
} from './legacy-database.ts'

/* Databases and backups of version 0.1 and of commits before version 0.2 become what a new database is. */

let fresh: Awaited<ReturnType<typeof describeDatabase>>
let folder: string

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-earlier-'))
  const database = await cloneDatabase()
  fresh = await withConnection(database.connection, describeDatabase)
  await database.drop()
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** The rows of a database, to be compared after the upgrade in the columns that it has now. */
const rememberRows = (connection: DatabaseOptions) =>
  withConnection(connection, async (client) => {
    const columns = await listColumns(client)
    // Moved to credit_balance, which a test of its own compares.
    if (columns.organization!.includes('credits'))
      columns.organization = columns.organization!.filter((name) => name !== 'credits')
    // Split by 0012, which a test of its own compares.
    if (columns.daily_count)
      columns.daily_count = columns.daily_count.filter((name) => !['positive', 'negative', 'neutral'].includes(name))
    // Dropped by 0012: the analysis writes the subject and the aspect of a subtheme anew.
    columns.subtheme = columns.subtheme!.filter((name) => !['point', 'point_sentiment'].includes(name))
    const hashes = await hashRows(client, columns)
    return async () => {
      assert.deepEqual(await withConnection(connection, (other) => hashRows(other, columns)), hashes)
    }
  })

const assertLikeNew = async ({ connection }: TestDatabase) =>
  assert.deepEqual(await withConnection(connection, describeDatabase), fresh)

const listRecorded = (connection: DatabaseOptions) =>
  withConnection(connection, async (client) =>
    (await client.query<{ name: string }>('select name from schema_migration order by name')).rows.map(
      ({ name }) => name,
    ),
  )

/** Those that follow the baselines. */
const later = migrations()
  .map(({ name }) => name)
  .slice(baselines().length)
const since = (last: string) => [
  ...earlierMigrations()
    .map(({ name }) => name)
    .filter((name) => name.slice(0, 4) > last),
  ...later,
]

for (const commit of Object.keys(commits) as Commit[])
  test(`a database of commit ${commit} becomes like a new one and keeps its rows`, async (t) => {
    const database = await openDatabaseOfCommit(commit)
    t.after(() => database.drop())
    const assertSameRows = await rememberRows(database.connection)
    assert.deepEqual(await migrate(database.connection), since(commits[commit]))
    await assertLikeNew(database)
    await assertSameRows()
    assert.deepEqual(await migrate(database.connection), [], 'the next start has nothing to do')
    await assertLikeNew(database)
    await assertSameRows()
    // A process of the commit that starts again.
    await assert.rejects(migrate(database.connection, earlierMigrations()), /was migrated by a newer version/)
    await assertLikeNew(database)
  })

test('a database of version 0.1 keeps the rows of its renamed tables', async (t) => {
  const database = await openLegacyDatabase()
  t.after(() => database.drop())
  const { to } = legacyMigrations()
  await migrate(
    database.connection,
    earlierMigrations().filter(({ name }) => to.includes(name)),
  )
  const assertSameRows = await rememberRows(database.connection)
  assert.deepEqual(await migrate(database.connection), since('0008'))
  await assertLikeNew(database)
  await assertSameRows()
})

type FormerCount = { series: string; positive: number; negative: number; neutral: number }

/** The columns of now, from those that every series had. */
const countsOf = ({ series, positive, negative, neutral }: FormerCount) => ({
  series,
  count: positive + negative + neutral,
  ...(/^(insight|arrival)/.test(series) && { positive, negative }),
  ...(series.startsWith('nps') && { promoters: positive, detractors: negative }),
  ...(series === 'survey' && { completed: positive }),
})

test('counts by day are kept in columns that say what they count', async (t) => {
  const database = await openDatabaseOfCommit('7a03628')
  t.after(() => database.drop())
  const series = ['insight.theme', 'arrival.category', 'nps', 'nps.score', 'survey', 'survey.option', 'feedback']
  const read = (columns: string) =>
    withConnection(database.connection, async (client) => {
      const { rows } = await client.query<FormerCount>(
        `select series, ${columns} from daily_count order by series, value, day`,
      )
      return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
    })
  await withConnection(database.connection, (client) =>
    client.query(
      `insert into daily_count (org_id, series, value, day, positive, negative, neutral, first_at, last_at)
       select o.id, s, 'a value', '2026-01-02', 5, 3, 2, now(), now() from organization o, unnest($1::text[]) s`,
      [series],
    ),
  )
  const before = (await read('positive, negative, neutral')) as FormerCount[]
  assert.ok(before.length >= series.length)
  await migrate(database.connection)
  const after = await read('count, positive, negative, promoters, detractors, completed')
  assert.deepEqual(after, before.map(countsOf))
})

test('a process of an earlier commit that runs sees that migrations it needs are not there', () => {
  const earlier = new Set([...earlierMigrations().map(({ name }) => name), ...Object.keys(legacyMigrations().from)])
  assert.deepEqual(
    baselines().filter(({ name }) => earlier.has(name)),
    [],
  )
})

/** Starts `earshot migrate` on a database in which another session has a lock, and kills it when it waits for that. */
async function killAt(connection: DatabaseOptions, lock: string) {
  await withConnection(connection, async (client) => {
    await client.query('begin')
    await client.query(lock)
    const env = { ...process.env, DATABASE_URL: urlOf(connection), LOG_LEVEL: 'error' }
    const child = spawn(process.execPath, ['src/main.ts', 'migrate'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const exit = once(child, 'exit')
    const isWaiting = `select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'earshot-migrate' and wait_event_type = 'Lock'`
    await withConnection(connection, (other) =>
      waitFor(`the upgrade to wait at: ${lock}`, async () => (await other.query(isWaiting)).rowCount),
    )
    child.kill('SIGKILL')
    assert.deepEqual(await exit, [null, 'SIGKILL'])
    await client.query('rollback')
  })
}

test('an upgrade that is killed is continued, by several starts at once', async (t) => {
  const database = await openDatabaseOfCommit('c0cd6e8')
  t.after(() => database.drop())
  const { connection } = database
  const assertSameRows = await rememberRows(connection)
  const killed = [
    ['lock table analysis_claim', '0033'],
    ['lock table installation', '0036'],
    ['select from schema_migration for update', '0039'],
  ]
  for (const [lock, last] of killed) {
    await killAt(connection, lock!)
    assert.equal((await listRecorded(connection)).at(-1)!.slice(0, 4), last)
  }
  await Promise.all([migrate(connection), migrate(connection), migrate(connection)])
  await assertLikeNew(database)
  await assertSameRows()
})

test('several starts at once apply each earlier migration once', async (t) => {
  const database = await openDatabaseOfCommit('c0cd6e8')
  t.after(() => database.drop())
  const applied = await Promise.all(Array.from({ length: 3 }, () => migrate(database.connection)))
  assert.deepEqual(applied.flat().sort(), since('0033').sort())
  await assertLikeNew(database)
})

test('a database in an unknown state is left alone, with one sentence that says why', async (t) => {
  const earlier = earlierMigrations().map(({ name, checksum }) => ({ name, checksum }))
  const states = [
    [earlier.toSpliced(3, 1).slice(0, 20), /lacks 0004_surveys_and_support\.sql/],
    [
      [...earlier.slice(0, 21), { name: '0022_other.sql', checksum: 'x' }],
      /its migration 0022_other\.sql is not one of/,
    ],
    [[...earlier.slice(0, 9), { ...earlier[9]!, checksum: 'x' }], /its migration 0010_ticket_csat_scale\.sql is not/],
    [[...earlier, ...baselines().slice(0, 1)], /its migration 0001_organizations\.sql is not one of/],
  ] as const
  for (const [applied, reason] of states) {
    const database = await createDatabase()
    t.after(() => database.drop())
    await withConnection(database.connection, (client) => recordMigrations(client, [...applied]))
    await assert.rejects(migrate(database.connection), (error: Error) => {
      assert.match(error.message, reason)
      assert.match(error.message, /^this database is in a state .*; use the version that made it, or restore a backup/)
      return error.name === 'MigrationError'
    })
    assert.equal((await listRecorded(database.connection)).length, applied.length)
  }
})

test('a database with tables and no record of migrations is left alone', async (t) => {
  const database = await createDatabase()
  t.after(() => database.drop())
  await withConnection(database.connection, (client) => client.query('create table organization (id text)'))
  await assert.rejects(migrate(database.connection), /no record of migrations .*; use an empty database/)
})

for (const commit of Object.keys(commits) as Commit[])
  test(`a backup made by commit ${commit} is restored, and one of its organizations imported`, async (t) => {
    const restored = await createDatabase()
    t.after(() => restored.drop())
    const { tables } = await restoreBackup(restored.connection, everythingOf(commit))
    assert.equal(tables.insight!.rows, 28)
    await assertLikeNew(restored)
    const counted = await withConnection(restored.connection, (client) =>
      client.query('select count(*)::int as n, count(document)::int as documents from insight'),
    )
    assert.deepEqual(counted.rows, [{ n: 28, documents: 28 }])

    const database = await openDatabaseOfCommit(commit)
    t.after(() => database.drop())
    const org = await withConnection(database.connection, async (client) => {
      return (await client.query<{ id: string }>('select id from organization')).rows[0]!.id
    })
    const file = join(folder, `${commit}.backup`)
    await writeBackup(database.connection, file, 'test', org)
    assert.equal((await readHeader(file)).migrations.length, Number(commits[commit]))
    const app = await startTestApp()
    t.after(() => app.close())
    const target = await app.org({ name: 'Imported' })
    const imported = await importOrganization(readConfig({}), app.connection, file, target.id)
    assert.equal(imported.insight!.rows, 28)
    const { body } = await app.call(target.admin.key, 'GET', '/insights', { query: { limit: '100' } })
    assert.equal(body.data.length, 28)
  })

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadDemo } from '#demo/load.ts'
import { migrate } from '#store/migrate.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { createDatabase } from '../database.ts'
import { createFixture } from '../fixtures.ts'
import { noPostgres, runTool, startDebianPostgres } from '../support/debian-postgres.ts'
import { describeCatalogue } from '../support/describe-catalogue.ts'
import { hashValues } from '../support/hash-database.ts'
import { startServer } from '../support/started-server.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'

/* A database moves with pg_dump, also to another owner and to another version of PostgreSQL. */

type Item = { id: string; status?: string }
type Target = { host: string; port: number; user: string; database: string }

const skip = noPostgres === undefined ? {} : { skip: noPostgres }
let postgres: Awaited<ReturnType<typeof startDebianPostgres>>
let source: Target
let app: TestApp
let org: Org
let folder: string

before(async () => {
  if (noPostgres) return
  folder = mkdtempSync(join(tmpdir(), 'earshot-dump-'))
  postgres = await startDebianPostgres()
  // As on a managed server: roles without special rights, each the owner of its database.
  for (const role of ['app', 'mover']) await postgres.query(`create role ${role} login`)
  await postgres.query('create database source owner app')
  source = postgres.connection('source', 'app')
  await migrate(source)
  app = await startTestApp({ database: { connection: source, drop: async () => {} } })
  org = await app.org()
  await createFixture(app, org, 'Ünïcode 😀 "quoted" \\ back ')
  await createFixture(app, await app.org({ name: 'Other' }))
  await loadDemo(app.store, app.settings, new Date(), 'small')
})
after(async () => {
  if (noPostgres) return
  await app.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The commands of docs/upgrading.md. */
const withoutOwner = ['--no-owner', '--no-privileges', '--no-comments']
const formats = {
  async plain(target: Target) {
    const file = join(folder, 'earshot.sql')
    await runTool('pg_dump', source, [...withoutOwner, '-f', file])
    await runTool('psql', target, ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', file])
  },
  async directory(target: Target) {
    const dump = join(folder, 'dump')
    await runTool('pg_dump', source, ['-Fd', '-j', '2', '-f', dump])
    await runTool('pg_restore', target, [...withoutOwner, '--exit-on-error', '-j', '2', dump])
  },
  async sections(target: Target) {
    const file = join(folder, 'sections.dump')
    await runTool('pg_dump', source, ['-Fc', '-f', file])
    for (const section of ['pre-data', 'data', 'post-data'])
      await runTool('pg_restore', target, [...withoutOwner, '--exit-on-error', `--section=${section}`, file])
  },
  async custom(target: Target) {
    const file = join(folder, 'earshot.dump')
    await runTool('pg_dump', source, ['-Fc', '-f', file])
    await runTool('pg_restore', target, [...withoutOwner, '--exit-on-error', file])
  },
}

async function onSystem(name: string) {
  await postgres.query(`create database ${name} owner mover`)
  // Many providers have created it already.
  await postgres.query('create extension pg_trgm', name)
  return {
    target: postgres.connection(name, 'mover'),
    drop: () => postgres.query(`drop database ${name} with (force)`),
  }
}

async function onEmbedded() {
  const { connection, drop } = await createDatabase()
  return { target: connection as Target, drop }
}

async function contentOf(connection: DatabaseOptions) {
  const store = openStore({ ...connection, max: 2 })
  try {
    return { rows: await hashValues(store), catalogue: await describeCatalogue(store) }
  } finally {
    await store.close()
  }
}

const places = {
  plain: ['system', 'embedded'],
  custom: ['system', 'embedded'],
  directory: ['system'],
  sections: ['system'],
}
for (const format of ['plain', 'custom', 'directory', 'sections'] as const)
  for (const where of places[format])
    test(`a ${format} dump restores every table, key and index on the ${where} PostgreSQL`, skip, async (t) => {
      const { target, drop } = where === 'system' ? await onSystem(`copy_${format}`) : await onEmbedded()
      t.after(drop)
      await formats[format](target)
      const [expected, found] = [await contentOf(source), await contentOf(target)]
      assert.deepEqual(found.rows, expected.rows)
      assert.deepEqual(found.catalogue, expected.catalogue)
      const filled = Object.values(expected.rows).filter((hash) => !hash.startsWith('0 '))
      assert.ok(filled.length > 60, `only ${filled.length} tables have rows`)
      assert.deepEqual(await migrate(target), [], 'no migration is missing')
    })

test('a server starts on a restored database, serves its rows and runs its jobs', skip, async (t) => {
  const { target, drop } = await onEmbedded()
  t.after(drop)
  await formats.custom(target)
  const { host, port, user, database } = target
  const server = await startServer([process.execPath, 'src/main.ts', 'serve'], {
    cwd: process.cwd(),
    env: {
      PATH: process.env.PATH!,
      DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      REGION: 'eu',
      EMBEDDINGS: 'static',
    },
  })
  t.after(() => server.stop())
  const call = async <T = Item>(method: string, path: string, body?: object) => {
    const response = await fetch(`${new URL(server.url).origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${org.admin.key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.ok(response.ok, `${path}: ${response.status}`)
    return (await response.json()) as T
  }
  const get = async (path: string) => (await call<{ data: Item[] }>('GET', path)).data
  for (const path of ['/themes', '/contacts', '/feedback', '/projects', '/opportunities', '/insights']) {
    const expected = (await app.call(org.admin.key, 'GET', path)).body.data as Item[]
    assert.ok(expected.length > 0, path)
    // Restored jobs may have changed the items meanwhile, or added some.
    const ids = new Set((await get(path)).map(({ id }) => id))
    assert.deepEqual(
      expected.filter(({ id }) => !ids.has(id)),
      [],
      path,
    )
  }
  const waitForJobs = () =>
    waitFor('the end of all jobs', async () =>
      (await get('/jobs?limit=100')).every(({ status }) => status !== 'queued' && status !== 'running'),
    )
  await waitForJobs()
  const sent = await call('POST', '/feedback', { content: 'The calendar loses my appointments every week.' })
  await waitForJobs()
  assert.equal((await call<Item>('GET', `/feedback/${sent.id}`)).status, 'analyzed')
  await waitFor('the event of the new item', async () => {
    const { data } = await call<{ data: { data: { object: Item } }[] }>(
      'GET',
      '/events?types=feedback.created&limit=100',
    )
    return data.at(-1)!.data.object.id === sent.id
  })
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Route } from '#contract/core/route.ts'
import { inventory } from '#contract/index.ts'
import { installationSecret } from '#domain/installation/queries.ts'
import { assembleServer } from '#serve/assemble-server.ts'
import { verifyBackup } from '#store/backup/file.ts'
import { digestByOrganization } from '#store/backup/restore.ts'
import { writeBackup } from '#store/backup/write.ts'
import { type EmbeddedServer, startEmbedded } from '#store/embedded/launch.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { openReplica } from '#store/replica.ts'
import { fill, settings, type Dataset } from '../../bench/data.ts'
import { waitFor } from '../wait-for.ts'
import { primarySettings, startReplica, waitForReplica } from '../../bench/replica.ts'

/* A streaming replica: for backups, for reports and for failover. */

const folder = mkdtempSync(join(tmpdir(), 'earshot-replica-'))
const [here, there] = [join(folder, 'a'), join(folder, 'b')]
let primary: EmbeddedServer
let replica: EmbeddedServer
let app: Dataset
let follower: DatabaseOptions
const open: (() => Promise<unknown>)[] = []
before(async () => {
  primary = await startEmbedded({ dataDir: here, settings: primarySettings })
  const { database: _, ...target } = primary.connection
  app = await fill(target, 'replicated', 40, [20])
  replica = await startReplica(primary, here, there)
  follower = { ...replica.connection, database: app.connection.database }
})
after(async () => {
  for (const close of open.reverse()) await close()
  await replica?.stop()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function served(connection: DatabaseOptions, useReplica?: { connection: DatabaseOptions; maxLagMs: number }) {
  const store = openStore({ ...connection, max: 3 })
  const log = { info() {}, warn() {}, error: (fields: object) => console.error(fields) }
  const used: boolean[] = []
  const replicaReads =
    useReplica && openReplica({ ...useReplica, primary: store, onChange: (isUsed) => void used.push(isUsed) })
  const server = assembleServer({
    store,
    replica: replicaReads,
    secret: await installationSecret(store),
    settings,
    version: 'test',
    rates: null,
    log,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await server.close()
    await replicaReads?.close()
    await store.close()
  }
  open.push(close)
  return {
    replica: replicaReads,
    used,
    close: async () => {
      open.splice(open.indexOf(close), 1)
      await close()
    },
    call: (method: string, path: string, body?: object) =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${app.key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
  }
}

async function asking<T>(connection: DatabaseOptions, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...(connection as pg.ClientConfig), options: '-c timezone=UTC' })
  await client.connect()
  return work(client).finally(() => client.end())
}
const followed = () => asking(app.connection, (first) => asking(follower, (second) => waitForReplica(first, second)))
const digest = (connection: DatabaseOptions) =>
  asking(connection, async (client) => {
    await client.query('begin read only')
    return digestByOrganization(client)
  })

test('only reads without side effects may be served by the replica, none of them about access', () => {
  const marked = (Object.entries(inventory) as [string, Route][]).filter(([, route]) => route.replica)
  assert.ok(marked.length >= 10)
  for (const [id, route] of marked)
    assert.ok(route.method === 'GET' && !route.admin && !route.anonymous && !route.secret, id)
})

test('writes reach the replica, which is read-only', async () => {
  const { call, close } = await served(app.connection)
  assert.equal((await call('POST', '/themes', { name: 'Replicated' })).status, 201)
  await followed()
  assert.deepEqual(
    await asking(
      follower,
      async (client) =>
        (await client.query(`select name from theme where org_id = $1 and name = 'Replicated'`, [app.org])).rows,
    ),
    [{ name: 'Replicated' }],
  )
  await assert.rejects(
    asking(follower, (client) => client.query(`update theme set name = 'x' where org_id = $1`, [app.org])),
    { code: '25006' },
  )
  await close()
})

test('a backup of the replica equals one of the primary', async () => {
  await followed()
  assert.deepEqual(await digest(follower), await digest(app.connection))
  const file = join(folder, 'from-replica.backup')
  await writeBackup(follower, file, 'test')
  await verifyBackup(file)
})

type Served = Awaited<ReturnType<typeof served>>
const npsResponses = async ({ call }: Served) => {
  const response = await call('GET', '/nps')
  assert.equal(response.status, 200)
  return ((await response.json()) as { responses: number }).responses
}
const addNpsResponse = async ({ call }: Served) =>
  assert.equal((await call('POST', '/nps/responses', { score: 9 })).status, 201)
const onReplica = (text: string) => asking(follower, (client) => client.query(text))
const untilUsed = (one: Served) => waitFor('the replica to serve reads', () => one.replica!.db() !== undefined)

test('a replica that was behind when it was asked is used soon, also with a long lag allowed', async () => {
  await onReplica('select pg_wal_replay_pause()')
  const one = await served(app.connection, { connection: follower, maxLagMs: 3_600_000 })
  try {
    await addNpsResponse(one)
    assert.equal(one.replica!.db(), undefined)
    await waitFor('the first look at the replica', async () => {
      const { rows } = await asking(app.connection, (client) =>
        client.query(
          `select 1 from pg_stat_activity where query like '%pg_current_wal_flush_lsn%' and pid <> pg_backend_pid()`,
        ),
      )
      return rows.length > 0
    })
  } finally {
    await onReplica('select pg_wal_replay_resume()')
  }
  await untilUsed(one)
  await one.close()
})

test('reports come from the replica, while lists, writes and authorization come from the primary', async () => {
  const one = await served(app.connection, { connection: follower, maxLagMs: 3_600_000 })
  await followed()
  await untilUsed(one)
  const before = await npsResponses(one)
  await onReplica('select pg_wal_replay_pause()')
  try {
    await addNpsResponse(one)
    assert.equal(await npsResponses(one), before, 'from the paused replica')
    const list = await one.call('GET', '/nps/responses')
    assert.equal(((await list.json()) as { data: unknown[] }).data.length, before + 1, 'from the primary')
    const setPolicy = (enabled: boolean) =>
      asking(app.connection, (client) =>
        client.query('update organization set api_enabled = $2 where id = $1', [app.org, enabled]),
      )
    await setPolicy(false)
    assert.equal((await one.call('GET', '/nps')).status, 403)
    await setPolicy(true)
  } finally {
    await onReplica('select pg_wal_replay_resume()')
  }
  await followed()
  assert.equal(await npsResponses(one), before + 1)
  await one.close()
})

test('the primary answers while the replica lags, cannot be reached or loses its connections', async () => {
  const one = await served(app.connection, { connection: follower, maxLagMs: 500 })
  await followed()
  await untilUsed(one)
  const before = await npsResponses(one)
  await onReplica('select pg_wal_replay_pause()')
  try {
    await addNpsResponse(one)
    await waitFor('the lag to be noticed', () => one.replica!.db() === undefined)
    assert.equal(await npsResponses(one), before + 1)
  } finally {
    await onReplica('select pg_wal_replay_resume()')
  }
  await followed()
  await untilUsed(one)
  await onReplica(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and application_name = 'earshot'`)
  assert.equal(await npsResponses(one), before + 1)
  await one.close()

  const nowhere = await served(app.connection, {
    connection: { ...follower, host: '127.0.0.1', port: 1 },
    maxLagMs: 500,
  })
  assert.equal(await npsResponses(nowhere), before + 1)
  await nowhere.close()

  const noReplica = await served(app.connection, { connection: app.connection, maxLagMs: 500 })
  assert.equal(await npsResponses(noReplica), before + 1)
  assert.deepEqual(noReplica.used, [], 'a server that is no replica is not used as one')
  await noReplica.close()
})

test('a promoted replica has the same keys and data and accepts writes', async () => {
  await followed()
  const before = await digest(app.connection)
  await primary.stop()
  assert.ok(
    await asking(
      follower,
      async (client) => (await client.query<{ pg_promote: boolean }>('select pg_promote()')).rows[0]!.pg_promote,
    ),
  )
  assert.deepEqual(await digest(follower), before)
  const { call } = await served(follower)
  const list = (await (await call('GET', '/themes?q=Replicated')).json()) as { data: { name: string }[] }
  assert.deepEqual(
    list.data.map(({ name }) => name),
    ['Replicated'],
  )
  assert.equal((await call('POST', '/themes', { name: 'After the change' })).status, 201)
})

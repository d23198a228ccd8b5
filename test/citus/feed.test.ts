import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import { listEvents } from '#domain/events/feed/queries.ts'
import { fullId } from '#store/citus/horizon.ts'
import { newId } from '#store/ids.ts'
import { openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase, testCluster } from '../database.ts'
import { missing } from './cluster.ts'

const onCluster = testCluster() ? {} : { skip: missing }

test('the low bits of a transaction id mean the id nearest to the horizon', () => {
  const cycle = 2n ** 32n
  assert.equal(fullId(90n, 100n), 90n)
  assert.equal(fullId(110n, 100n), 110n)
  assert.equal(fullId(90n, 5n * cycle + 100n), 5n * cycle + 90n)
  assert.equal(fullId(cycle - 3n, 5n * cycle + 2n), 5n * cycle - 3n)
  assert.equal(fullId(3n, 5n * cycle - 2n), 5n * cycle + 3n)
})

/** The state between the two phases of a commit, which otherwise lasts for milliseconds or until a worker is back. */
test('an event waits for an earlier one whose transaction is prepared on the worker', onCluster, async (t) => {
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 3 })
  const org = 'org_two_phases'
  await store.run(sql`insert into organization (id, name) values (${org}, 'Two phases')`)
  const place = (await store.first<{ groupid: number; host: string; port: number; shard: number }>(sql`
    select p.groupid, n.nodename as host, n.nodeport as port, p.shardid as shard
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
    where p.shardid = get_shard_id_for_distribution_column('event', ${org}::text)`))!
  const worker = new pg.Client({ ...(connection as pg.ClientConfig), host: place.host, port: place.port })
  worker.on('error', () => {})
  await worker.connect()
  const recovery = (value: string) =>
    store.pool
      .query(`alter system set citus.recover_2pc_interval = ${value}`)
      .then(() => store.pool.query('select pg_reload_conf()'))
  t.after(async () => {
    await recovery('default')
    await worker.end().catch(() => {})
    await store.close()
    await drop()
  })
  await recovery('-1')

  const [earlier, gid] = [newId(), `test_${newId()}`]
  await store.transaction(async (db) => {
    const { tx } = (await db.first<{ tx: string }>(sql`select pg_current_xact_id()::text as tx`))!
    await worker.query('set citus.enable_manual_changes_to_shards = on')
    await worker.query('begin')
    await worker.query(
      `insert into event_${place.shard} (org_id, id, type, operation, actor_type, object, tx)
       values ($1, $2, 'theme.created', 'test', 'system', '{}', $3::xid8)`,
      [org, earlier, tx],
    )
    await worker.query(`prepare transaction '${gid}'`)
    await db.run(sql`insert into pg_dist_transaction (groupid, gid) values (${place.groupid}, ${gid})`)
  })
  const origin = { operation: 'test', actor: { type: 'system', id: null }, user: null, requestId: null } as const
  await store.transaction(async (db) => {
    await db.run(insertEvents(org, origin, [{ type: 'theme.updated', resource: null, object: '{}' }]))
  })
  const types = async () => (await listEvents(store, org, { limit: 10 }, undefined)).map(({ type }) => type)
  assert.deepEqual(await types(), [], 'the later event is committed, the earlier one is not visible yet')
  await worker.query(`commit prepared '${gid}'`)
  assert.deepEqual(await types(), ['theme.created', 'theme.updated'])
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { deductCredits, setCredits } from '#domain/organizations/credits/queries.ts'
import { analyzeGrownTables } from '#store/analyze-tables.ts'
import { constraintName } from '#store/constraint-name.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase, testCluster } from '../database.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { missing, signalNode, startNode, type ClusterNode } from './cluster.ts'

const cluster = testCluster()

test('the number of the shard is taken off the name of a constraint', () => {
  assert.equal(constraintName('contact_mailbox_102049'), 'contact_mailbox')
  assert.equal(constraintName('contact_mailbox'), 'contact_mailbox')
  assert.equal(constraintName('job_2fa_12345'), 'job_2fa_12345')
})

test(
  'no name of a constraint or index looks as if it had the number of a shard',
  { skip: cluster && 'plain' },
  async (t) => {
    const app = await startTestApp()
    t.after(() => app.close())
    const names = await app.store.rows<{ name: string }>(
      sql`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
        union select conname::text from pg_constraint where connamespace = 'public'::regnamespace`,
    )
    assert.ok(names.length > 200)
    assert.deepEqual(
      names.filter(({ name }) => constraintName(name) !== name),
      [],
    )
  },
)

describe('on a cluster', cluster ? {} : { skip: missing }, () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ database: await cloneDatabase() })
  })
  after(() => app.close())

  test('an error names the constraint without the shard', async () => {
    const org = await app.org()
    const row = sql`insert into idempotency (org_id, key, fingerprint, status, body)
      values (${org.id}, 'twice', '', 200, '')`
    await app.store.run(row)
    await assert.rejects(app.store.run(row), { code: '23505', constraint: 'idempotency_pkey' })
    await assert.rejects(
      app.store.transaction((db) => db.run(row)),
      { code: '23505', constraint: 'idempotency_pkey' },
    )
  })

  test('statistics are not asked for inside a transaction that wrote', async () => {
    const org = await app.org()
    await app.store.transaction(async (db) => {
      await db.run(sql`insert into idempotency (org_id, key, fingerprint, status, body)
        values (${org.id}, ${newId()}, '', 200, '')`)
      await analyzeGrownTables(db, ['idempotency'])
      await analyzeGrownTables(db)
    })
  })

  const ready = async (query = '') => {
    const reply = await fetch(`${app.baseUrl}/readyz${query}`)
    return { status: reply.status, nodes: ((await reply.json()) as { checks: { nodes: string } }).checks.nodes }
  }

  /** One of many organizations: the hash of its id decides where it is. */
  async function organizationOn({ port }: ClusterNode): Promise<string> {
    for (let left = 50; left > 0; left--) {
      const { id } = await app.org()
      const place = await app.store.first<{ port: number }>(sql`
        select nodeport as port from citus_shards
        where shardid = get_shard_id_for_distribution_column('credit_balance', ${id}::text)`)
      if (place!.port === port) return id
    }
    return assert.fail(`no organization on ${port}`)
  }

  const killable = cluster?.nodes.every(({ dataDir }) => dataDir !== undefined)
  test(
    '/readyz reports a dead worker',
    { skip: !killable && 'CITUS_URL names servers that are not ours' },
    async () => {
      assert.deepEqual(await ready('?nodes=required'), { status: 200, nodes: 'ok' })
      const worker = cluster!.nodes[2] as Required<ClusterNode>
      const other = await organizationOn(cluster!.nodes[1]!)
      await setCredits(app.store, other, 5)
      signalNode(worker, 'SIGKILL')
      try {
        assert.deepEqual(await ready(), { status: 200, nodes: 'unreachable' })
        assert.deepEqual(await ready('?nodes=required'), { status: 503, nodes: 'unreachable' })
        assert.equal(await deductCredits(app.store, other, 2), 1, 'credits are spent without the other workers')
      } finally {
        await startNode(cluster!.bin!, worker)
      }
      assert.deepEqual(await ready('?nodes=required'), { status: 200, nodes: 'ok' })
    },
  )

  test('/readyz finds a worker that ended the connections kept from earlier statements', async () => {
    await Promise.all(Array.from({ length: 20 }, () => app.store.rows(sql`select count(*) from theme`)))
    for (const { host, port } of cluster!.nodes.slice(1)) {
      const client = new pg.Client({ ...(app.connection as pg.ClientConfig), host, port })
      await client.connect()
      const { rowCount } = await client.query(`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name like 'citus_internal%'`)
      await client.end()
      assert.ok(rowCount! > 0)
    }
    assert.deepEqual(await ready('?nodes=required'), { status: 200, nodes: 'ok' })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
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

  const killable = cluster?.nodes.every(({ dataDir }) => dataDir !== undefined)
  test(
    '/readyz reports a dead worker',
    { skip: !killable && 'CITUS_URL names servers that are not ours' },
    async () => {
      const ready = async (query = '') => {
        const reply = await fetch(`${app.baseUrl}/readyz${query}`)
        return { status: reply.status, nodes: ((await reply.json()) as { checks: { nodes: string } }).checks.nodes }
      }
      assert.deepEqual(await ready('?nodes=required'), { status: 200, nodes: 'ok' })
      const worker = cluster!.nodes[2] as Required<ClusterNode>
      signalNode(worker, 'SIGKILL')
      try {
        assert.deepEqual(await ready(), { status: 200, nodes: 'unreachable' })
        assert.deepEqual(await ready('?nodes=required'), { status: 503, nodes: 'unreachable' })
      } finally {
        await startNode(cluster!.bin!, worker)
      }
      assert.deepEqual(await ready('?nodes=required'), { status: 200, nodes: 'ok' })
    },
  )
})

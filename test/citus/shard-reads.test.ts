import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findInsightDetail } from '#domain/findings/insights/queries.ts'
import { type InsightListQuery, listInsights } from '#domain/findings/insights/queries-list.ts'
import { shardConnection, findShardId, findShards, onShards } from '#store/citus/shards.ts'
import type { Db } from '#store/open.ts'
import { OrgRead, type Sql, sql } from '#store/sql.ts'
import { testCluster } from '../database.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { missing } from './cluster.ts'

test('a statement is sent to shards under the names of their tables', () => {
  const names = new Map([
    ['insight', 'insight_102016'],
    ['contact', 'contact_102100'],
  ])
  const texts = {
    'from insight where insight.id = $1': 'from insight_102016 insight where insight.id = $1',
    'from insight i\n left join contact as c on true': 'from insight_102016 i\n left join contact_102100 c on true',
    '(select 1 from contact) join insight on true':
      '(select 1 from contact_102100 contact) join insight_102016 insight on true',
    'from insights, unnest(insight)': 'from insights, unnest(insight)',
  }
  for (const [text, expected] of Object.entries(texts)) assert.equal(onShards(text, names), expected)
})

test('the connection to a worker is that of the coordinator at another address', () => {
  const worker = { host: 'worker-1', port: 5433 }
  assert.deepEqual(shardConnection({ host: 'c', port: 5432, user: 'u' } as object, worker), { ...worker, user: 'u' })
  assert.deepEqual(shardConnection({ connectionString: 'postgres://u:p%40@c/db?sslmode=require', max: 3 }, worker), {
    connectionString: 'postgres://u:p%40@worker-1:5433/db?sslmode=require',
    max: 3,
  })
})

const cluster = testCluster()

describe('reads on the shards of an organization', cluster ? {} : { skip: missing }, () => {
  let app: TestApp
  let org: Org
  let id: string
  const list = async () => (await app.call(org.admin.key, 'GET', '/insights')).body.data as { name: string }[]
  const create = async (name: string) =>
    app.call(org.admin.key, 'POST', '/insights', {
      body: { name, sentiment: 'NEGATIVE', category: 'PAIN_POINTS', quote: 'slow', tags: ['a'] },
    })
  before(async () => {
    app = await startTestApp()
    org = await app.org()
    id = (await create('first')).body.id
    await create('second')
  })
  after(() => app.close())

  /** The statement that a query function sends for its first row. */
  async function sent(query: (db: Db) => Promise<unknown>): Promise<OrgRead> {
    let found: Sql | undefined
    const db = { first: async (one: Sql) => void (found = one) } as unknown as Db
    await query(db).catch(() => {})
    assert.ok(found instanceof OrgRead)
    return found
  }

  const cursors = { read: () => [], write: () => '' }
  const filters: Omit<InsightListQuery, 'limit'>[] = [
    {},
    { q: 'first' },
    { tag: ['a'], sort: '-occurred_at' },
    { theme_id: '01941f38-e550-738b-83ef-f8baf5662747', sentiment: ['NEGATIVE'] },
    { updated_since: '2020-01-01', include_deleted: true },
  ]

  test('give the same row as the statement through Citus', async () => {
    const reads = [await sent((db) => findInsightDetail(db, org.id, id))]
    for (const each of filters)
      reads.push(
        await sent((db) => listInsights({ db, org: org.id, cursors }, { ...each, limit: 50 } as InsightListQuery)),
      )
    for (const read of reads) {
      const onNode = await app.store.readShards<{ sync_until?: string }, unknown>(read)
      assert.ok(onNode, 'was not read on the shards')
      const throughCitus = await app.store.transaction((db) => db.first<{ sync_until?: string }>(read))
      assert.deepEqual({ ...onNode.row, sync_until: null }, { ...throughCitus, sync_until: null })
    }
  })

  test('see a write that was answered, and refuse a key that was revoked', async () => {
    await create('third')
    assert.equal((await list())[0]!.name, 'third')
    const { key, keyId } = org.member
    const read = () => app.call(key, 'GET', `/insights/${id}`)
    assert.deepEqual([(await read()).status, (await read()).status], [200, 200])
    await app.store.run(sql`update api_key set revoked_at = now() where org_id = ${org.id} and id = ${keyId}`)
    assert.equal((await read()).body.error.code, 'INVALID_API_KEY')
  })

  test('follow the shards to another worker', async () => {
    const shard = await findShardId(app.store, org.id)
    const { node } = (await findShards(app.store, shard))!
    const other = cluster!.nodes.slice(1).find(({ port }) => port !== node.port)!
    await list()
    await app.store.pool.query('set statement_timeout = 0')
    await app.store.pool.query(
      `select citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => 'block_writes')`,
      [shard, node.host, node.port, other.host, other.port],
    )
    await create('after the move')
    assert.equal((await list())[0]!.name, 'after the move')
    const read = await sent((db) => findInsightDetail(db, org.id, id))
    assert.equal((await findShards(app.store, shard))!.node.port, other.port)
    assert.ok((await app.store.readShards(read))?.row, 'is not read on the new worker')
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { cloneDatabase, testCluster } from '../database.ts'
import { startTestApp } from '../test-app.ts'
import { missing } from './cluster.ts'
import { underWrites } from './ledger.ts'

const organizations = 4
const writesBetweenSteps = 20
const cluster = testCluster()

type Place = { shard: string; host: string; port: number }

/** As an operator, over a connection of their own. */
function operator(client: pg.Client) {
  const placeOf = async (org: string): Promise<Place> =>
    (
      await client.query<Place>(
        `select shardid as shard, nodename as host, nodeport as port from citus_shards
         where shardid = get_shard_id_for_distribution_column('insight', $1::text)`,
        [org],
      )
    ).rows[0]!
  const anyShardOn = async ({ host, port }: Place): Promise<Place> =>
    (
      await client.query<Place>(
        `select shardid as shard, nodename as host, nodeport as port from citus_shards
         where table_name = 'insight'::regclass and nodename = $1 and nodeport = $2 order by shardid limit 1`,
        [host, port],
      )
    ).rows[0]!
  return {
    placeOf,
    anyShardOn,
    async isolate(org: string) {
      await client.query(
        `select isolate_tenant_to_new_shard('insight', $1::text, 'CASCADE', shard_transfer_mode => 'block_writes')`,
        [org],
      )
    },
    async move({ shard, host, port }: Place, to: { host: string; port: number }) {
      await client.query(`select citus_move_shard_placement($1::bigint, $2, $3, $4, $5, 'block_writes')`, [
        shard,
        host,
        port,
        to.host,
        to.port,
      ])
    },
    async rebalance() {
      await client.query(`select citus_rebalance_start(shard_transfer_mode => 'block_writes')`)
      await client.query('select citus_rebalance_wait()')
    },
    async countByNode() {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from citus_shards where table_name = 'insight'::regclass group by nodeport`,
      )
      return rows.map(({ n }) => n).sort()
    },
  }
}

test(
  'an organization gets its own shards, they move, shards are rebalanced, all under writes: nothing is lost or doubled',
  cluster ? {} : { skip: missing },
  async (t) => {
    const app = await startTestApp({ database: await cloneDatabase() })
    const client = new pg.Client({ ...(app.connection as pg.ClientConfig), application_name: 'operator' })
    client.on('error', () => {})
    await client.connect()
    t.after(async () => {
      await client.end().catch(() => {})
      await app.close()
    })
    const { placeOf, anyShardOn, isolate, move, rebalance, countByNode } = operator(client)
    await underWrites(t, app, organizations, async ({ orgs, ledger, moreWrites }) => {
      const large = orgs[0]!
      const step = async (name: string, work: () => Promise<void>) => {
        await moreWrites(writesBetweenSteps)
        const [start, { unavailable }] = [Date.now(), { ...ledger }]
        await work()
        t.diagnostic(
          `${name}: ${Math.round((Date.now() - start) / 1000)} s, ${ledger.unavailable - unavailable} × 503 meanwhile`,
        )
      }
      const before = await placeOf(large.id)
      await step('isolate', () => isolate(large.id))
      const isolated = await placeOf(large.id)
      assert.notEqual(isolated.shard, before.shard)
      const [, ...workers] = cluster!.nodes
      const target = workers.find(({ port }) => port !== isolated.port)!
      await step('move', () => move(isolated, target))
      assert.equal((await placeOf(large.id)).port, target.port)
      await step('move another', async () => move(await anyShardOn(isolated), target))
      const uneven = await countByNode()
      await step('rebalance', rebalance)
      const counts = await countByNode()
      assert.notDeepEqual(counts, uneven)
      assert.ok(counts.at(-1)! - counts[0]! <= 1, `shards by node: ${counts.join(', ')}`)
      await moreWrites(writesBetweenSteps)
    })
  },
)

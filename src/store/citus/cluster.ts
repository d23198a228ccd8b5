import type pg from 'pg'

type Node = { host: string; port: number }
export type Cluster = {
  version: string
  isCoordinator: boolean
  workers: Node[]
  shards: number
  canMoveShards: boolean
}

/** Undefined without the extension citus in this database. */
export async function findCluster(client: pg.Client): Promise<Cluster | undefined> {
  const { rows: extensions } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  if (!extensions[0]) return undefined
  const { rows: facts } = await client.query<Pick<Cluster, 'isCoordinator' | 'shards' | 'canMoveShards'>>(`
    select (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
      current_setting('citus.shard_count')::int as shards,
      current_setting('wal_level') = 'logical' as "canMoveShards"`)
  const { rows: workers } = await client.query<Node>(`
    select nodename as host, nodeport as port from pg_dist_node
    where groupid <> 0 and noderole = 'primary' and isactive and shouldhaveshards order by nodename, nodeport`)
  return { version: extensions[0].version, ...facts[0]!, workers }
}

/** The table that every other one refers to: with it in the cluster, the others are there too. */
const firstTable = 'organization'

/** Whether `earshot distribute` has been run on this database. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  const { rows: extensions } = await client.query(`select 1 from pg_extension where extname = 'citus'`)
  if (!extensions.length) return false
  const { rows } = await client.query('select 1 from pg_dist_partition where logicalrelid = to_regclass($1)', [
    firstTable,
  ])
  return rows.length > 0
}

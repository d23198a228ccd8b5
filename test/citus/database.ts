import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { distribute } from '#store/distribute.ts'
import { migrate } from '#store/migrate.ts'
import type { DatabaseOptions } from '#store/open.ts'
import type { Cluster, ClusterNode } from './cluster.ts'

const template = 'earshot_template'

const loginOf = ({ user, password }: Cluster) => ({ user, ...(password !== undefined && { password }) })

async function runOn(cluster: Cluster, { host, port }: ClusterNode, database: string, statements: readonly string[]) {
  const client = new pg.Client({ ...loginOf(cluster), host, port, database })
  // Ending the connections of a database can end this one's maintenance too.
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const onAll = (cluster: Cluster, database: string, ...statements: string[]) =>
  Promise.all(cluster.nodes.map((node) => runOn(cluster, node, database, statements)))

/** The cluster's tables and metadata are all in the database, so that a copy on every node is a database of its own. */
export async function createTemplate(cluster: Cluster): Promise<void> {
  await dropTemplate(cluster)
  const connection = await createNodes(cluster, template)
  await distribute(connection, true)
  // Citus keeps a connection to every database that it knows.
  await onAll(
    cluster,
    'postgres',
    `alter database ${template} with allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${template}'`,
  )
}

export const dropTemplate = (cluster: Cluster) =>
  onAll(cluster, 'postgres', `drop database if exists ${template} with (force)`)

/** A database on all nodes with the extension; migrated, and distributed unless it is asked for empty. */
export async function createOnCluster(cluster: Cluster, { empty = false } = {}) {
  const database = `t_${randomBytes(8).toString('hex')}`
  const connection = empty ? await createNodes(cluster, database) : await copyTemplate(cluster, database)
  const drop = async () => void (await onAll(cluster, 'postgres', `drop database if exists ${database} with (force)`))
  return { connection, drop, nodes: cluster.nodes }
}

const connectionTo = (cluster: Cluster, database: string): DatabaseOptions => {
  const { host, port } = cluster.nodes[0]!
  return { ...loginOf(cluster), host, port, database }
}

async function copyTemplate(cluster: Cluster, database: string): Promise<DatabaseOptions> {
  await onAll(cluster, 'postgres', `create database ${database} template ${template}`)
  return connectionTo(cluster, database)
}

async function createNodes(cluster: Cluster, database: string): Promise<DatabaseOptions> {
  await onAll(cluster, 'postgres', `create database ${database}`)
  await joinNodes(cluster, database)
  const connection = connectionTo(cluster, database)
  await migrate(connection)
  return connection
}

/** Makes a cluster of the databases of this name, which every node has. */
export async function joinNodes(cluster: Cluster, database: string): Promise<void> {
  await onAll(cluster, database, 'create extension citus')
  const [coordinator, ...workers] = cluster.nodes as [ClusterNode, ...ClusterNode[]]
  await runOn(cluster, coordinator, database, [
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  ])
}

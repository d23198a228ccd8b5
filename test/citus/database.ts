import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { distribute } from '#store/citus/run.ts'
import { migrate } from '#store/migrate.ts'
import type { Connection } from '#store/open.ts'
import type { Cluster, ClusterNode } from './cluster.ts'

/** A database on all nodes with the extension; migrated and distributed unless it is asked for empty. */
export async function createOnCluster(cluster: Cluster, { empty = false } = {}) {
  const { user, password, nodes } = cluster
  const database = `t_${randomBytes(8).toString('hex')}`
  const login = { user, ...(password !== undefined && { password }) }
  const on = async ({ host, port }: ClusterNode, name: string, ...statements: string[]) => {
    const client = new pg.Client({ ...login, host, port, database: name })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  for (const node of nodes) {
    await on(node, 'postgres', `create database ${database}`)
    await on(node, database, 'create extension citus')
  }
  const [coordinator, ...workers] = nodes as [ClusterNode, ...ClusterNode[]]
  await on(
    coordinator,
    database,
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  )
  const connection: Connection = { ...login, host: coordinator.host, port: coordinator.port, database }
  await migrate(connection)
  if (!empty) await distribute(connection, true)
  const drop = async () => {
    for (const node of nodes) await on(node, 'postgres', `drop database if exists ${database} with (force)`)
  }
  return { connection, drop, nodes }
}

import type pg from 'pg'
import { beginUnlimited, withClient } from './with-client.ts'
import { migrate } from './migrate.ts'
import type { DatabaseOptions } from './open.ts'
import { poolNames } from './session.ts'
import { type Cluster, findCluster } from './citus/cluster.ts'
import { deleteLocalCopies, distributeTables } from './citus/distribute-tables.ts'
import { type Plan, readPlan } from './citus/plan.ts'

/** Why this database cannot be distributed, and what to do about it. */
export class DistributeRefusedError extends Error {
  override name = 'DistributeRefusedError'
}
const refuse = (message: string): never => {
  throw new DistributeRefusedError(message)
}

export type Distribution = { cluster: Cluster; plan: Plan; distributed: boolean }

/** Shows the plan; with `yes` carries it out in one transaction. A second run has nothing left to do. */
export async function distribute(connection: DatabaseOptions, yes: boolean): Promise<Distribution> {
  if (connection.embedded)
    refuse('The embedded PostgreSQL is one node. Set DATABASE_URL to the coordinator of a Citus cluster.')
  await withClient(connection, clientName, async (client) => {
    await requireCluster(client)
    await requireRights(client, await readPlan(client))
  })
  await migrate(connection)
  return withClient(connection, clientName, async (client) => {
    const cluster = await requireCluster(client)
    const plan = await readPlan(client)
    const moved = [...plan.reference, ...plan.distribute]
    if (!yes || moved.length === 0) return { cluster, plan, distributed: false }
    await requireNoServers(client)
    await inTransaction(client, () => distributeTables(client, plan))
    await inTransaction(client, () => deleteLocalCopies(client, moved))
    return { cluster, plan, distributed: true }
  })
}

const clientName = 'earshot-distribute'

async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  await beginUnlimited(client)
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function requireCluster(client: pg.Client): Promise<Cluster> {
  const cluster = (await findCluster(client)) ?? refuse(await missingExtension(client))
  if (!cluster.isCoordinator) refuse('This node is a worker. Set DATABASE_URL to the coordinator of the cluster.')
  if (cluster.workers.length === 0)
    refuse(`The cluster has no workers. Add one on the coordinator: select citus_add_node('host', 5432).`)
  return cluster
}

async function missingExtension(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`select 1 from pg_available_extensions where name = 'citus'`)
  return rows.length
    ? 'The extension citus is not in this database. On every node: create extension citus.'
    : 'The extension citus is not installed on this server. Install Citus on every node, add it to ' +
        'shared_preload_libraries and run: create extension citus.'
}

async function requireRights(client: pg.Client, { foreignOwned }: Plan) {
  const { rows } = await client.query<{ role: string; may_create: boolean }>(
    `select current_user as role, has_schema_privilege('public', 'create') as may_create`,
  )
  const { role, may_create } = rows[0]!
  if (foreignOwned.length)
    refuse(`The role ${role} does not own ${foreignOwned.join(', ')}. Run this as the role that owns the tables.`)
  if (!may_create) refuse(`The role ${role} may not create tables in the schema public.`)
}

/** A running server would wait for every table, and keep statements that were prepared for plain tables. */
async function requireNoServers(client: pg.Client) {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = any($1)`,
    [[...Object.values(poolNames), 'earshot-queue']],
  )
  if (rows[0]!.n > 0) refuse(`A server uses this database (${rows[0]!.n} connections). Stop it first.`)
}

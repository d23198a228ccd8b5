import pg from 'pg'
import { isDistributed } from './citus/cluster.ts'
import { driverConfig, type DatabaseOptions } from './open.ts'

/** Runs work on one connection; what it does in it begins with `beginUnlimited`. */
export async function withClient<T>(
  connection: DatabaseOptions,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...driverConfig(connection), application_name: name })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A transaction without a statement timeout; UTC, so that instants are written the same everywhere. Set for the
 * transaction, because behind a pooler the session is another one afterwards.
 */
export async function beginUnlimited(client: pg.Client, mode = ''): Promise<void> {
  await client.query([`begin ${mode}`, "set local timezone = 'UTC'", 'set local statement_timeout = 0'].join('; '))
  if (!(await isDistributed(client))) return
  // One connection for each worker: one snapshot there, and changes of a table and of its rows in one transaction.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
}

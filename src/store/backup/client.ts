import pg from 'pg'
import { type Connection, driverConfig } from '#store/open.ts'

/** Runs work on one connection; what it does in it begins with `beginUnlimited`. */
export async function withClient<T>(
  connection: Connection,
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
export const beginUnlimited = (client: pg.Client, mode = '') =>
  client.query([`begin ${mode}`, "set local timezone = 'UTC'", 'set local statement_timeout = 0'].join('; '))

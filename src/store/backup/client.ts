import pg from 'pg'
import { type Connection, driverConfig } from '#store/open.ts'

/** Runs work on one connection without a statement timeout; UTC, so that instants are written the same everywhere. */
export async function withClient<T>(
  connection: Connection,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...driverConfig(connection),
    application_name: name,
    options: '-c timezone=UTC -c statement_timeout=0',
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

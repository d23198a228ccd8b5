import type { Config } from '#config/types.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import type { Connection } from '#store/open.ts'

export type Database = { connection: Connection; description: string; stop(): Promise<void> }

/** The PostgreSQL of DATABASE_URL, or the embedded one. */
export async function openDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl) {
    return {
      connection: { connectionString: config.databaseUrl },
      description: 'the PostgreSQL of DATABASE_URL',
      stop: async () => {},
    }
  }
  const server = await startEmbedded({ dataDir: config.dataDir })
  return {
    connection: server.connection,
    description: `embedded PostgreSQL in ${config.dataDir}`,
    stop: () => server.stop(),
  }
}

export const poolOf = (config: Config, connection: Connection): Connection => ({
  ...connection,
  max: config.poolSize,
  namedStatements: config.namedStatements,
})

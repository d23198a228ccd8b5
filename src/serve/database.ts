import { StartError } from '#config/errors.ts'
import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import type { DatabaseOptions } from '#store/open.ts'

type Database = { connection: DatabaseOptions; description: string; stop(): Promise<void> }

/** How a server, unlike a command, keeps its database running. */
type Supervision = { log: Log; onGiveUp(reason: Error): void }

/** The PostgreSQL of DATABASE_URL, or the embedded one. */
export async function openDatabase(config: Config, supervision?: Supervision): Promise<Database> {
  if (config.databaseUrl) {
    return {
      connection: { connectionString: config.databaseUrl, namedStatements: config.namedStatements },
      description: 'the PostgreSQL of DATABASE_URL',
      stop: async () => {},
    }
  }
  let isStarted = false
  const server = await startEmbedded({
    dataDir: config.dataDir,
    ...(supervision && {
      onGiveUp: supervision.onGiveUp,
      onLog: (line) => isStarted && supervision.log.warn({}, line),
    }),
  }).catch(throwStartError)
  isStarted = true
  return {
    connection: { ...server.connection, namedStatements: config.namedStatements },
    description: `embedded PostgreSQL in ${config.dataDir}`,
    stop: () => server.stop(),
  }
}

/** What the launcher throws itself is written for the operator; errors of other classes are bugs. */
function throwStartError(error: Error): never {
  throw error.constructor === Error ? new StartError(error.message) : error
}

export const poolOf = (config: Config, connection: DatabaseOptions): DatabaseOptions => ({
  ...connection,
  max: config.poolSize,
})

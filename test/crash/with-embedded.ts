import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'

/** A PostgreSQL server of its own, supervised as in production; fails if the supervisor gives up. */
export async function withEmbedded<T>(
  { parent = tmpdir(), settings = {} }: { parent?: string; settings?: Record<string, string> },
  use: (postgres: EmbeddedServer) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(parent, 'earshot-crash-'))
  const givenUp = Promise.withResolvers<never>()
  givenUp.promise.catch(() => {})
  const postgres = await startEmbedded({
    dataDir,
    settings: { max_connections: '100', ...settings },
    onGiveUp: givenUp.reject,
  })
  try {
    await migrate(postgres.connection)
    return await Promise.race([use(postgres), givenUp.promise])
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

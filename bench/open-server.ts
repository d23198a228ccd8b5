import { createSharedLimiter, defaultLimits } from '#api/pipeline/rate-limits.ts'
import { installationSecret } from '#domain/installation/queries.ts'
import { assembleServer, type Assembly } from '#serve/assemble-server.ts'
import { type DatabaseOptions, openStore } from '#store/open.ts'
import { settings } from './data.ts'

type Options = { onError?: (line: string) => void; limitsRates?: boolean } & Pick<Assembly, 'semanticSearch'>

/** Earshot's HTTP server on a filled database, without rate limits unless asked for; the caller closes it. */
export async function openServer(
  connection: DatabaseOptions,
  { onError = () => {}, limitsRates = false, ...options }: Options = {},
) {
  // A machine with other load takes longer to connect than a server should wait.
  const store = openStore({ connectionTimeoutMillis: 30_000, ...connection })
  const server = assembleServer({
    store,
    secret: await installationSecret(store),
    settings,
    version: 'bench',
    rates: limitsRates ? { limits: defaultLimits, limiter: createSharedLimiter(defaultLimits, store) } : null,
    log: { info() {}, warn() {}, error: (fields, message) => onError(`${message} ${JSON.stringify(fields)}`) },
    ...options,
  })
  const close = async () => {
    await server.close()
    await store.close()
  }
  return { store, server, close }
}

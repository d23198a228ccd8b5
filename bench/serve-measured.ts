import { installationSecret } from '#domain/account/installation/queries.ts'
import type { Log } from '#domain/context.ts'
import { assembleServer, type Assembly } from '#serve/assemble-server.ts'
import { openStore } from '#store/open.ts'
import { settings } from './data.ts'
import { reportToParent, serverOptions } from './child-process.ts'

/** Serves the API from this child process until the benchmark stops it. */
export async function serveMeasured(options: Pick<Assembly, 'semanticSearch'> = {}) {
  const { dataset, poolSize } = serverOptions()
  const store = openStore({ ...dataset.connection, max: poolSize })
  const log: Log = { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) }
  const server = assembleServer({
    store,
    secret: await installationSecret(store),
    settings,
    version: 'bench',
    rates: null,
    log,
    ...options,
  })
  reportToParent(await server.listen({ host: '127.0.0.1', port: 0 }), async () => {
    await server.close()
    await store.close()
  })
}

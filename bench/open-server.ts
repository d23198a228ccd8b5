import { installationSecret } from '#domain/account/installation/queries.ts'
import { assembleServer, type Assembly } from '#serve/assemble-server.ts'
import { type Connection, openStore } from '#store/open.ts'
import { settings } from './data.ts'

type Options = { onError?: (line: string) => void } & Pick<Assembly, 'semanticSearch'>

/** Earshot's HTTP server on a filled database, without rate limits; the caller closes it. */
export async function openServer(connection: Connection, { onError = () => {}, ...options }: Options = {}) {
  const store = openStore(connection)
  const server = assembleServer({
    store,
    secret: await installationSecret(store),
    settings,
    version: 'bench',
    rates: null,
    log: { info() {}, warn() {}, error: (fields, message) => onError(`${message} ${JSON.stringify(fields)}`) },
    ...options,
  })
  const close = async () => {
    await server.close()
    await store.close()
  }
  return { store, server, close }
}

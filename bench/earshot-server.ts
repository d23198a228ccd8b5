import { installationSecret } from '#domain/account/installation.ts'
import type { Log } from '#domain/context.ts'
import { assemble } from '#serve/assemble.ts'
import { openStore } from '#store/open.ts'
import { settings } from './data.ts'
import { order, serve } from './served.ts'

const { world, poolSize } = order()
const store = openStore({ ...world.connection, max: poolSize })
const log: Log = { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) }
const server = assemble({
  store,
  secret: await installationSecret(store),
  settings,
  version: 'bench',
  rates: null,
  log,
})
serve(await server.listen({ host: '127.0.0.1', port: 0 }), async () => {
  await server.close()
  await store.close()
})

import { documentPart } from '#api/document.ts'
import type { Rates } from '#api/door.ts'
import { healthPart } from '#api/health.ts'
import { keyDoor } from '#api/key-door.ts'
import { keyUsage } from '#api/key-usage.ts'
import { createServer, type Server, type ServerOptions } from '#api/server.ts'
import type { Log, Settings } from '#domain/context.ts'
import type { Store } from '#store/open.ts'

export type Assembly = {
  store: Store
  secret: string
  settings: Settings
  version: string
  rates: Rates
  log: Log
} & Pick<ServerOptions, 'checkAnswers' | 'trustProxy' | 'mostInFlight'>

/** The whole web side of Earshot, ready to listen. */
export function assemble({ store, secret, settings, version, rates, log, ...rest }: Assembly): Server {
  const usage = keyUsage(store)
  const doors = [keyDoor(store, { prefix: settings.keyPrefix, region: settings.region }, rates, usage.note)]
  const server: Server = createServer({
    ...rest, store, secret, settings, log, doors,
    parts: [documentPart({ version, server: `${settings.publicUrl}/api/v1` }), healthPart(store, () => server.isDraining())],
  })
  server.addHook('onClose', () => usage.stop())
  return server
}

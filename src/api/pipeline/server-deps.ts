import type { Log, SemanticSearch, Settings } from '#domain/context.ts'
import type { Provider } from '#llm/provider.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'
import type { InFlight } from './in-flight.ts'

/** What operations and plugins get from the server. */
export type ServerDeps = {
  store: Store
  queue: Queue
  outbound: Outbound
  secret: string
  settings: Settings
  semanticSearch: SemanticSearch | null
  llm: Provider | null
  log: Log
  inFlight: InFlight
  validateResponse?: (routeId: string, status: number, text: string) => void
}

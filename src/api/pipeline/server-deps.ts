import type { Route } from '#contract/core/route.ts'
import type { Ctx, Log, OutsideDeps, SemanticSearch, Settings } from '#domain/context.ts'
import type { Provider } from '#llm/provider.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import type { Replica } from '#store/replica.ts'
import type { Queue } from '#store/queue.ts'
import type { Secret } from '#store/secret-keys.ts'
import type { InFlight } from './in-flight.ts'
import type { Validated, validator } from './validate.ts'

/** What operations and plugins get from the server. */
export type ServerDeps = {
  store: Store
  replica?: Replica | undefined
  queue: Queue
  outbound: Outbound
  secret: Secret
  settings: Settings
  semanticSearch: SemanticSearch | null
  llm: Provider | null
  log: Log
  inFlight: InFlight
  /** All operations of the inventory by id. */
  operations: ReadonlyMap<string, Operation>
  validateResponse?: (routeId: string, status: number, text: string) => void
}

export type HandlerFunction = (ctx: Ctx, input: Validated) => Promise<unknown>

/** A handler of any route; see StagedHandler for the other steps. */
export type OperationHandler = {
  before?(input: Validated, deps: OutsideDeps): Promise<unknown>
  check?(ctx: Ctx, input: Validated): Promise<unknown>
  handle: HandlerFunction
  after?(deps: OutsideDeps, org: string, response: unknown): Promise<object>
}

export type Operation = {
  id: string
  route: Route
  handler: OperationHandler
  validate: ReturnType<typeof validator>
  takesBody: boolean
  deps: ServerDeps
}

import type { Route } from '#contract/core/route.ts'
import type { Log, ReadCtx, SemanticSearch, Settings } from '#domain/context.ts'
import type { StagedHandler } from '#domain/operation-handlers.ts'
import type { ModelProvider } from '#llm/provider.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import type { Replica } from '#store/replica.ts'
import type { Queue } from '#store/queue.ts'
import type { SecretOrKeys } from '#store/secret-keys.ts'
import type { InFlight } from './in-flight.ts'
import type { Validated, validator } from './validate.ts'

/** What operations and plugins get from the server. */
export type ServerDeps = {
  store: Store
  replica?: Replica | undefined
  queue: Queue
  outbound: Outbound
  secret: SecretOrKeys
  settings: Settings
  semanticSearch: SemanticSearch | null
  llm: ModelProvider | null
  log: Log
  inFlight: InFlight
  /** All operations of the inventory by id. */
  operations: ReadonlyMap<string, ServedOperation>
  validateResponse?: (routeId: string, status: number, text: string) => void
}

type OperationBase = {
  id: string
  route: Route
  validate: ReturnType<typeof validator>
  takesBody: boolean
  deps: ServerDeps
}
export type ReadOperation = OperationBase & { read: (ctx: ReadCtx, input: Validated) => Promise<unknown> }
export type WriteOperation = OperationBase & { handler: WriteHandler }
export type ServedOperation = ReadOperation | WriteOperation
export type WriteHandler = StagedHandler<Validated, unknown>

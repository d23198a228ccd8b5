import { jobsFor } from '#domain/jobs/enqueue.ts'
import type { Ctx, Emit, Log, Principal, ReadCtx, Settings } from '#domain/context.ts'
import type { StepResult } from '#domain/operation-handlers.ts'
import type { Db } from '#store/open.ts'
import { vaultFor } from '#store/vault.ts'
import type { AuthResult } from './authenticator.ts'
import { cursorsFor } from './cursor.ts'
import type { EmittedEvent } from './operation-events.ts'
import type { ServerDeps } from './server-deps.ts'
import type { Validated } from './validate.ts'

export type RequestAuth = Pick<AuthResult, 'caller' | 'authorize'>

type ContextOptions = {
  scope: Ctx['scope']
  db: Db
  input: Validated
  routeId: string
  /** The media type of the file that the caller asked for. */
  accept?: string | undefined
}

/** The context of a read; what a handler may never need is created on first use. */
export class ReadContext implements ReadCtx {
  readonly #input: Validated
  readonly #routeId: string
  protected readonly deps: ServerDeps
  readonly org: string
  readonly user: string
  readonly sessionId?: string
  readonly scope: Ctx['scope']
  readonly db: Db
  readonly now = new Date()
  readonly settings: Settings
  readonly log: Log
  readonly accept?: string
  readonly authorize: ReadCtx['authorize']
  constructor(
    { caller, authorize }: RequestAuth,
    { scope, db, input, routeId, accept }: ContextOptions,
    deps: ServerDeps,
  ) {
    this.authorize = async () => ({ role: (await authorize()).role, llm: deps.llm })
    this.#input = input
    this.#routeId = routeId
    this.deps = deps
    this.org = caller.org
    this.user = caller.user
    if (caller.sessionId) this.sessionId = caller.sessionId
    this.scope = scope
    this.db = db
    this.settings = deps.settings
    this.log = deps.log
    if (accept !== undefined) this.accept = accept
  }
  get semanticSearch() {
    return this.deps.semanticSearch
  }
  get hasLlm() {
    return this.deps.llm !== null
  }
  get cursors() {
    return cursorsFor(this.deps.secret, this.org, this.#routeId, this.#input)
  }
}

/** The context of a write. */
export class WriteContext extends ReadContext implements Ctx {
  readonly role: Principal['role']
  readonly emitted: EmittedEvent[] = []
  readonly emit: Emit = (type, more = {}) => void this.emitted.push({ type, ...more })
  prepared!: StepResult
  changeSet?: string | null
  runWrite?: NonNullable<Ctx['runWrite']>
  constructor(principal: Principal, options: ContextOptions, deps: ServerDeps) {
    super({ caller: principal, authorize: () => principal }, options, deps)
    this.role = principal.role
  }
  get jobs() {
    return jobsFor(this.db, this.deps.queue, this.org, this.user)
  }
  get vault() {
    return vaultFor(this.deps.secret)
  }
  get llm() {
    return this.deps.llm
  }
}

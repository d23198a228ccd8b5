import { jobsFor } from '#domain/account/jobs/enqueue.ts'
import type { Ctx, Emit, Log, Principal, Settings } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { vaultFor } from '#store/vault.ts'
import { cursorsFor } from './cursor.ts'
import type { EmittedEvent } from './operation-events.ts'
import type { ServerDeps } from './server-deps.ts'
import type { Validated } from './validate.ts'

type ContextOptions = {
  principal: Principal
  scope: Ctx['scope']
  db: Db
  input: Validated
  routeId: string
  /** The media type of the file that the caller asked for. */
  accept?: string | undefined
}

/** The context of one request; what a handler may never need is created on first use. */
export class RequestContext implements Ctx {
  readonly #principal: Principal
  readonly #input: Validated
  readonly #routeId: string
  readonly #deps: ServerDeps
  readonly org: string
  readonly user: string
  readonly sessionId?: string
  readonly scope: Ctx['scope']
  readonly db: Db
  readonly now = new Date()
  readonly emitted: EmittedEvent[] = []
  readonly emit: Emit = (type, more = {}) => void this.emitted.push({ type, ...more })
  readonly settings: Settings
  readonly log: Log
  readonly accept?: string
  prepared?: unknown
  runWrite?: NonNullable<Ctx['runWrite']>
  constructor({ principal, scope, db, input, routeId, accept }: ContextOptions, deps: ServerDeps) {
    this.#principal = principal
    this.#input = input
    this.#routeId = routeId
    this.#deps = deps
    this.org = principal.org
    this.user = principal.user
    if (principal.sessionId) this.sessionId = principal.sessionId
    this.scope = scope
    this.db = db
    this.settings = deps.settings
    this.log = deps.log
    if (accept !== undefined) this.accept = accept
  }
  /** A getter, because the role may be unknown until the first statement has run. */
  get role() {
    return this.#principal.role
  }
  get jobs() {
    return jobsFor(this.db, this.#deps.queue, this.org, this.user)
  }
  get vault() {
    return vaultFor(this.#deps.secret)
  }
  get semanticSearch() {
    return this.#deps.semanticSearch
  }
  get llm() {
    return this.#deps.llm
  }
  get cursors() {
    return cursorsFor(this.#deps.secret, this.org, this.#routeId, this.#input)
  }
}

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Answered, bodyOf, FileAnswer, type Json, type Route } from '#contract/core/route.ts'
import { type Origin, record } from '#domain/account/events/record.ts'
import { jobsFor } from '#domain/account/jobs/enqueue.ts'
import type { Ctx, Emit, Log, Principal, Settings } from '#domain/context.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Db, Store, Tx } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'
import { vaultFor } from '#store/vault.ts'
import { cursorsFor } from './cursor.ts'
import { type Admission, AuthPendingError } from '#api/auth/authenticator.ts'
import { type Emitted, happeningsOf } from './operation-events.ts'
import {
  type Answer,
  fingerprintOf,
  idempotencyKey,
  isStoredSince,
  lookUp,
  type Once,
  once,
  sealedBy,
  type Stored,
  wasJustStored,
  withIdempotency,
} from './idempotency.ts'
import type { InFlight } from './in-flight.ts'
import { bytesOf } from './body-bytes.ts'
import { validator, type Validated } from './validate.ts'

export type Run = (ctx: Ctx, input: Validated) => Promise<unknown>

export type Workshop = {
  store: Store
  queue: Queue
  outbound: Outbound
  secret: string
  settings: Settings
  log: Log
  busy: InFlight
  checkAnswer?: (routeId: string, status: number, text: string) => void
}

/** A route with actions has one handler for each; the checked body says which. */
export const dispatch = (handler: unknown): Run =>
  typeof handler === 'function'
    ? (handler as Run)
    : (ctx, { action, ...input }) => (handler as Record<string, Run>)[action as string]!(ctx, input)

const textOf = (value: unknown): string =>
  value !== null && typeof value === 'object' && 'json' in value ? (value as Json<unknown>).json : JSON.stringify(value)

export class Context implements Ctx {
  readonly #principal: Principal
  readonly #input: Validated
  readonly #routeId: string
  readonly #secret: string
  readonly #queue: Queue
  readonly org: string
  readonly user: string
  readonly sessionId?: string
  readonly scope: Ctx['scope']
  readonly db: Db
  readonly now = new Date()
  readonly emitted: Emitted[] = []
  readonly emit: Emit = (type, more = {}) => void this.emitted.push({ type, ...more })
  readonly settings: Settings
  readonly log: Log
  readonly wants?: string
  prepared?: unknown
  constructor(
    principal: Principal,
    scope: Ctx['scope'],
    db: Db,
    input: Validated,
    routeId: string,
    { secret, queue, settings, log }: Workshop,
    wants?: string,
  ) {
    this.#principal = principal
    this.#input = input
    this.#routeId = routeId
    this.#secret = secret
    this.#queue = queue
    this.org = principal.org
    this.user = principal.user
    if (principal.sessionId) this.sessionId = principal.sessionId
    this.scope = scope
    this.db = db
    this.settings = settings
    this.log = log
    if (wants !== undefined) this.wants = wants
  }
  /** Asked of the principal only now, for it may not be known before the first statement. */
  get role() {
    return this.#principal.role
  }
  get jobs() {
    return jobsFor(this.db, this.#queue, this.org, this.user)
  }
  get vault() {
    return vaultFor(this.#secret)
  }
  get cursors() {
    return cursorsFor(this.#secret, this.org, this.#routeId, this.#input)
  }
}

const originOf = ({ org, user, keyId }: Principal, operation: string, requestId: string): Origin & { org: string } => ({
  org,
  operation,
  requestId,
  user: user || null,
  actor: keyId ? { type: 'api_key', id: keyId } : { type: 'user', id: user || null },
})

const orAgain = <T>(
  attempt: () => Promise<T>,
  isStored: (error: unknown) => Promise<boolean> | false = () => false,
): Promise<T> =>
  attempt().catch(async (error) =>
    wasJustStored(error) || (await isStored(error)) ? attempt() : Promise.reject(error),
  )

function sendFile(reply: FastifyReply, { type, name, text }: FileAnswer) {
  reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]+/g, '_')}"`)
  return reply.send(typeof text === 'string' ? text : Readable.from(text, { objectMode: false }))
}

/** What happens between an admitted request and its answer, the same for every route. */
export function operation(routeId: string, route: Route, handle: Run, shop: Workshop) {
  const validate = validator(route)
  const status = route.status ?? 200
  const answerOf = (result: unknown): Answer =>
    result instanceof FileAnswer
      ? { status, text: '', file: result }
      : result instanceof Answered
        ? { status: result.status, text: textOf(result.body) }
        : { status, text: textOf(result) }
  const takesBody = bodyOf(route) !== undefined
  const scope = route.method === 'GET' ? 'read' : 'write'

  const context = (admission: Admission, db: Db, input: Validated, wants?: string) =>
    new Context(admission.principal, scope, db, input, routeId, shop, wants)
  const wantedFile = (request: FastifyRequest) =>
    route.files?.find((type) => request.headers.accept?.toLowerCase().includes(type))

  const after = (handle as { after?: (shop: object, org: string, answer: unknown) => Promise<object> }).after
  /** What a handler adds once it is certain that its write holds. */
  async function finished<T extends Answer>(org: string, answer: T): Promise<T> {
    if (!after) return answer
    const { store, outbound, secret } = shop
    return {
      ...answer,
      text: JSON.stringify(await after({ store, outbound, vault: vaultFor(secret) }, org, JSON.parse(answer.text))),
    }
  }

  async function read(admission: Admission, request: FastifyRequest): Promise<Answer> {
    const input = validate(request)
    const wants = wantedFile(request)
    try {
      return answerOf(await handle(context(admission, admission.db, input, wants), input))
    } catch (error) {
      if (!(error instanceof AuthPendingError)) throw error
      await admission.settle()
      return answerOf(await handle(context(admission, admission.db, input, wants), input))
    }
  }

  async function write(admission: Admission, request: FastifyRequest): Promise<Answer & { replayed?: boolean }> {
    const key = idempotencyKey(request.raw, route)
    const input = validate({
      url: request.url,
      params: request.params,
      query: request.query,
      body: takesBody ? (request.body ?? {}) : request.body,
    })
    const { org, ...origin } = originOf(
      admission.principal,
      typeof input.action === 'string' ? `${routeId}.${input.action}` : routeId,
      request.id,
    )
    const before = (handle as { before?: (input: Validated) => Promise<unknown> }).before
    const ready = before && (await before(input))
    const work = async (tx: Tx) => {
      const ctx = context(admission, tx, input)
      if (before) ctx.prepared = ready
      const result = await handle(ctx, input)
      // Whoever sets up or accepts an invitation is in no organization yet.
      if (org) tx.atEnd(record(org, origin, happeningsOf(route, input, result, ctx.emitted)))
      return answerOf(result)
    }
    if (key === undefined) return finished(org, await orAgain(() => shop.store.transaction(work)))
    const asked = { org, key, fingerprint: fingerprintOf(routeId, input) }
    const keep = route.secret && sealedBy(vaultFor(shop.secret), asked)
    const attempt = () =>
      shop.store.transaction<Once, Stored>((tx, found) => once(tx, found!, asked, () => work(tx), keep), lookUp(asked))
    const answer = await finished(org, await orAgain(attempt, (error) => isStoredSince(shop.store, asked, error)))
    return { ...answer, text: withIdempotency(answer.text, key, answer.replayed) }
  }

  return async (request: FastifyRequest, reply: FastifyReply, admission: Admission) => {
    const { org } = admission.principal
    shop.busy.enterOrg(org)
    try {
      const answer = scope === 'read' ? await read(admission, request) : await write(admission, request)
      await admission.settle()
      if (answer.file) return sendFile(reply, answer.file)
      shop.checkAnswer?.(routeId, answer.status, answer.text)
      if ('replayed' in answer && answer.replayed) reply.header('idempotency-replayed', 'true')
      return reply
        .code(answer.status)
        .header('content-type', 'application/json; charset=utf-8')
        .send(bytesOf(answer.text))
    } catch (error) {
      // Whoever may not ask is told only that.
      await admission.settle()
      throw error
    } finally {
      shop.busy.leaveOrg(org)
    }
  }
}

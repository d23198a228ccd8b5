import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify'
import { inventory } from '#contract/index.ts'
import { deprecationHeaders } from '#contract/core/deprecation.ts'
import type { ProxyTrust } from '#config/types.ts'
import type { Route } from '#contract/core/route.ts'
import type { Log, SemanticSearch, Settings } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import type { ModelProvider } from '#llm/provider.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import { isLostStatement, poolerHint } from '#store/pooler.ts'
import type { Replica } from '#store/replica.ts'
import { openQueue, type Queue } from '#store/queue.ts'
import type { SecretOrKeys } from '#store/secret-keys.ts'
import { responseValidator } from './pipeline/response-validation.ts'
import type { AuthResult, Authenticator } from './pipeline/authenticator.ts'
import { addClientAddress } from './pipeline/client-address.ts'
import { handlers } from './routes/handlers.ts'
import { followConnections } from './pipeline/connections.ts'
import type { Release } from './pipeline/fair-queue.ts'
import { InFlight, type InFlightLimits } from './pipeline/in-flight.ts'
import { refuseEarly } from './pipeline/refuse-early.ts'
import { addParsers, mediaTypeError, readMultipart } from './pipeline/media-types.ts'
import { operation } from './pipeline/operation.ts'
import { toOperation } from './pipeline/run-operation.ts'
import { addRawRequestHandlers } from './pipeline/raw-requests.ts'
import type { ServedOperation, ServerDeps } from './pipeline/server-deps.ts'
import { type ErrorResponse, errorResponseFor, toErrorResponse, writeErrorToSocket } from './pipeline/error-response.ts'
import { newRequestId, requestIdOf } from './pipeline/request-id.ts'
import { allowedMethods } from './routes/allowed-methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    auth: AuthResult | null
    /** Ends the work on this request for the queue of its process. */
    release: Release
  }
  interface FastifyContextConfig {
    ndjson?: NonNullable<Route['ndjson']>
  }
}

export type ServerOptions = {
  store: Store
  /** For operations that tolerate some age. */
  replica?: Replica | undefined
  outbound: Outbound
  secret: SecretOrKeys
  settings: Settings
  semanticSearch?: SemanticSearch | null
  llm?: ModelProvider | null
  authenticators: Authenticator[]
  log: Log
  trustProxy?: ProxyTrust
  /** For tests: fail when a response does not match its schema. */
  validateResponses?: boolean
  maxInFlight?: InFlightLimits
  /** Routes and hooks besides the operations of the inventory. */
  plugins?: ((app: FastifyInstance, deps: ServerDeps) => void)[]
}

export type Server = FastifyInstance & {
  drain(): void
  isDraining(): boolean
  /** Before `close`: accepts nothing more and answers what was accepted. */
  finishConnections(): Promise<void>
}

type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

const second = 1000
export const defaultInFlight = { total: 400, perOrganization: 200 }

export function createServer(options: ServerOptions): Server {
  const sendError = errorSender(options.log)
  const app = createApp(sendError)
  let draining = false
  app.drain = () => void (draining = true)
  app.isDraining = () => draining
  app.finishConnections = followConnections(app).finish

  const inFlight = openInFlight(app, options)
  app.decorateRequest('auth', null)
  addClientAddress(app, options.trustProxy ?? { hops: 0 })
  addParsers(app)
  addRawRequestHandlers(app)
  addRequestHook(app, inFlight, options.settings.publicUrl.startsWith('https:'))
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendNotFound(options.authenticators, sendError, request, reply))

  const { store, replica, outbound, secret, settings, semanticSearch = null, llm = null, log } = options
  const operations = new Map<string, ServedOperation>()
  const deps: ServerDeps = {
    store,
    replica,
    queue: openServerQueue(app, store),
    outbound,
    secret,
    settings,
    semanticSearch,
    llm,
    log,
    inFlight,
    operations,
    ...(options.validateResponses && { validateResponse: responseValidator(inventory) }),
  }
  for (const [id, route] of Object.entries(inventory) as [keyof typeof handlers, Route][])
    operations.set(id, toOperation(id, route, handlers[id], deps))
  for (const authenticator of options.authenticators) mountRoutes(app, authenticator, deps)
  for (const plugin of options.plugins ?? []) plugin(app, deps)
  return app
}

function openInFlight(app: Server, { maxInFlight = defaultInFlight, log }: ServerOptions): InFlight {
  const inFlight = new InFlight(maxInFlight)
  const refusal = refuseEarly(app.server, inFlight, log)
  app.addHook('onClose', async () => refusal.stop())
  return inFlight
}

function openServerQueue(app: Server, store: Store): Queue {
  const queue = openQueue(store)
  app.addHook('onReady', () => queue.start())
  app.addHook('onClose', () => queue.stop())
  return queue
}

function createApp(sendError: SendError): Server {
  const app = Fastify({
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: 1024 * 1024,
    requestTimeout: 10 * second,
    connectionTimeout: 60 * second,
    keepAliveTimeout: 30 * second,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // As long as a request line may be, so that an overlong id is answered with 404.
    routerOptions: { maxParamLength: 16 * 1024 },
    http: {
      requireHostHeader: false,
      maxHeaderSize: 16 * 1024,
      headersTimeout: 5 * second,
      connectionsCheckingInterval: second,
    },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply as unknown as FastifyReply),
    clientErrorHandler: (error, socket) => writeErrorToSocket(error, socket, newRequestId()),
  }) as unknown as Server
  app.server.maxConnections = 2000
  return app
}

const errorSender =
  (log: Log): SendError =>
  (error, request, reply) => {
    const response = toErrorResponse(error)
    if (response.unexpected || response.needsOperator) logFailure(log, error, request, response)
    reply.header('x-request-id', request.id)
    if (response.retryAfterSeconds !== undefined) reply.header('retry-after', response.retryAfterSeconds)
    return reply
      .code(response.status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(response.body))
  }

function logFailure(log: Log, error: unknown, request: FastifyRequest, { needsOperator }: ErrorResponse) {
  const { code, message, stack } = error as { code?: string; message?: string; stack?: string }
  log.error(
    {
      request: request.id,
      method: request.method,
      path: request.routeOptions?.url,
      ...(code !== undefined && { code }),
      error: (needsOperator ? message : stack) ?? String(error),
      ...(isLostStatement(code) && { hint: poolerHint }),
    },
    'request failed',
  )
}

function addRequestHook(app: Server, inFlight: InFlight, hasTls: boolean) {
  app.decorateRequest('release', () => {})
  app.addHook('onClose', async () => inFlight.stop())
  app.addHook('onRequest', (request, reply, done) => {
    try {
      reply.raw.on('close', inFlight.enter(request.raw))
    } catch (error) {
      return done(error as Error)
    }
    reply.header('x-request-id', request.id)
    // The proxy that ends TLS need not know that nothing is served without.
    if (hasTls) reply.header('strict-transport-security', 'max-age=31536000')
    if (app.isDraining()) reply.header('connection', 'close')
    if (request.url.startsWith('/app/')) reply.header('cache-control', 'no-store')
    const error = hostError(request.raw)
    if (error) return done(error)
    inFlight.start(request.raw, (release) => {
      // The client has left while it waited.
      if (reply.raw.closed) return release()
      request.release = release
      reply.raw.once('close', release)
      done()
    })
  })
  // The work is done; a client that reads slowly keeps no one waiting.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.release()
    done()
  })
}

/** Two Host headers may mean one host to a proxy and the other one to us. */
function hostError({ headers, rawHeaders, httpVersion }: FastifyRequest['raw']): ApiError | undefined {
  if (headers.host === undefined)
    return httpVersion === '1.0' ? undefined : new ApiError('BAD_REQUEST', 'The Host header is missing.')
  let count = 0
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]!.length === 4 && rawHeaders[n]!.toLowerCase() === 'host') count++
  return count > 1 ? new ApiError('BAD_REQUEST', 'There is more than one Host header.') : undefined
}

function sendNotFound(
  authenticators: Authenticator[],
  sendError: SendError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const allowed = allowedMethods(authenticators, request.url)
  if (allowed.length === 0)
    return sendError(new ApiError('NOT_FOUND', errorResponseFor('NOT_FOUND').body.error.message), request, reply)
  reply.header('allow', allowed.join(', '))
  return sendError(new ApiError('METHOD_NOT_ALLOWED', `This path accepts ${allowed.join(', ')}.`), request, reply)
}

/** All routes of the inventory that this authenticator serves. */
function mountRoutes(app: FastifyInstance, authenticator: Authenticator, deps: ServerDeps) {
  for (const [id, route] of Object.entries(inventory) as [string, Route][]) {
    if (!authenticator.serves(route)) continue
    const serve = operation(deps.operations.get(id)!)
    app.route({
      method: route.method,
      url: authenticator.prefix + route.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(route.bodyLimit && { bodyLimit: route.bodyLimit }),
      ...(route.ndjson && { config: { ndjson: route.ndjson } }),
      ...(route.upload && { preValidation: (request) => readMultipart(request, route.upload!) }),
      onRequest: authenticateRequest(authenticator, route, deps.inFlight),
      handler: (request, reply) => serve(request, reply, request.auth!),
    })
  }
}

const authenticateRequest =
  (authenticator: Authenticator, route: Route, inFlight: InFlight): onRequestHookHandler =>
  (request, reply, done) => {
    if (route.deprecated) reply.headers(deprecationHeaders(route.deprecated))
    const proceed = (auth: AuthResult) => {
      request.auth = auth
      inFlight.learn(request.raw, auth.caller.org)
      for (const name in auth.headers) reply.header(name, auth.headers[name])
      done(mediaTypeError(request, route))
    }
    try {
      const result = authenticator.authenticate(request, route)
      if (result instanceof Promise) result.then(proceed, done)
      else proceed(result)
    } catch (error) {
      done(error as Error)
    }
  }

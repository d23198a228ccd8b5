import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify'
import { inventory } from '#contract/index.ts'
import type { Route } from '#contract/core/route.ts'
import type { Log, SemanticSearch, Settings } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import type { Provider } from '#llm/provider.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { responseValidator } from './pipeline/response-validation.ts'
import type { AuthResult, Authenticator } from './auth/authenticator.ts'
import { handlers } from './routes/handlers.ts'
import { createInFlightLimiter, type InFlight } from './pipeline/in-flight.ts'
import { addParsers, mediaTypeError, readMultipart } from './pipeline/media-types.ts'
import { operation } from './pipeline/operation.ts'
import type { ServerDeps } from './pipeline/server-deps.ts'
import { errorResponseFor, toErrorResponse, writeErrorToSocket } from './pipeline/error-response.ts'
import { newRequestId, requestIdOf } from './pipeline/request-id.ts'
import { allowedMethods } from './routes/allowed-methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    auth: AuthResult | null
  }
  interface FastifyContextConfig {
    ndjson?: NonNullable<Route['ndjson']>
  }
}

export type ServerOptions = {
  store: Store
  outbound: Outbound
  secret: string
  settings: Settings
  semanticSearch?: SemanticSearch | null
  llm?: Provider | null
  authenticators: Authenticator[]
  log: Log
  trustProxy?: boolean
  /** For tests: fail when a response does not match its schema. */
  validateResponses?: boolean
  maxInFlight?: { total: number; perOrganization: number }
  /** Routes and hooks besides the operations of the inventory. */
  plugins?: ((app: FastifyInstance, deps: ServerDeps) => void)[]
}

export type Server = FastifyInstance & { drain(): void; isDraining(): boolean }

type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

const second = 1000

export function createServer(options: ServerOptions): Server {
  const sendError = errorSender(options.log)
  const app = createApp(options.trustProxy ?? false, sendError)
  let draining = false
  app.drain = () => void (draining = true)
  app.isDraining = () => draining

  const inFlight = createInFlightLimiter(options.maxInFlight ?? { total: 400, perOrganization: 200 })
  app.decorateRequest('auth', null)
  addParsers(app)
  addRequestHook(app, inFlight)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendNotFound(options.authenticators, sendError, request, reply))

  const queue = openQueue(options.store)
  app.addHook('onClose', () => queue.stop())
  const { store, outbound, secret, settings, semanticSearch = null, llm = null, log } = options
  const deps: ServerDeps = {
    store,
    queue,
    outbound,
    secret,
    settings,
    semanticSearch,
    llm,
    log,
    inFlight,
    ...(options.validateResponses && { validateResponse: responseValidator(inventory) }),
  }
  for (const authenticator of options.authenticators) mountRoutes(app, authenticator, deps)
  for (const plugin of options.plugins ?? []) plugin(app, deps)
  return app
}

function createApp(trustProxy: boolean, sendError: SendError): Server {
  const app = Fastify({
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: 1024 * 1024,
    requestTimeout: 10 * second,
    connectionTimeout: 60 * second,
    keepAliveTimeout: 30 * second,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    trustProxy,
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
    if (response.unexpected)
      log.error(
        {
          request: request.id,
          method: request.method,
          path: request.routeOptions?.url,
          error: String((error as Error)?.stack ?? error),
        },
        'request failed',
      )
    reply.header('x-request-id', request.id)
    if (response.retryAfterSeconds !== undefined) reply.header('retry-after', response.retryAfterSeconds)
    return reply
      .code(response.status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(response.body))
  }

function addRequestHook(app: Server, inFlight: InFlight) {
  app.addHook('onRequest', (request, reply, done) => {
    try {
      inFlight.enter()
    } catch (error) {
      return done(error as Error)
    }
    reply.raw.on('close', inFlight.leave)
    reply.header('x-request-id', request.id)
    if (app.isDraining()) reply.header('connection', 'close')
    const { host } = request.raw.headers
    done(
      host === undefined && request.raw.httpVersion !== '1.0'
        ? new ApiError('BAD_REQUEST', 'The Host header is missing.')
        : undefined,
    )
  })
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
  for (const [id, route] of Object.entries(inventory) as [keyof typeof handlers, Route][]) {
    if (!authenticator.serves(route)) continue
    const serve = operation(id, route, handlers[id], deps)
    app.route({
      method: route.method,
      url: authenticator.prefix + route.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(route.bodyLimit && { bodyLimit: route.bodyLimit }),
      ...(route.ndjson && { config: { ndjson: route.ndjson } }),
      ...(route.upload && { preValidation: (request) => readMultipart(request, route.upload!) }),
      onRequest: authenticateRequest(authenticator, route),
      handler: (request, reply) => serve(request, reply, request.auth!),
    })
  }
}

const authenticateRequest =
  (authenticator: Authenticator, route: Route): onRequestHookHandler =>
  (request, reply, done) => {
    const proceed = (auth: AuthResult) => {
      request.auth = auth
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

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { inventory } from '#contract/index.ts'
import type { Route } from '#contract/core/route.ts'
import type { Log, Settings } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { answerCheck } from './pipeline/response-validation.ts'
import type { Admission, Door } from './auth/authenticator.ts'
import { handlers } from './routes/handlers.ts'
import { inFlight } from './pipeline/in-flight.ts'
import { addParsers, mediaProblem, readForm } from './pipeline/media-types.ts'
import { dispatch, operation, type Workshop } from './pipeline/operation.ts'
import { refusalFor, refusalOf, refuseOnSocket } from './pipeline/error-response.ts'
import { newRequestId, requestIdOf } from './pipeline/request-id.ts'
import { allowedMethods } from './routes/allowed-methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    admission: Admission | null
  }
  interface FastifyContextConfig {
    lines?: NonNullable<Route['lines']>
  }
}

export type ServerOptions = {
  store: Store
  outbound: Outbound
  secret: string
  settings: Settings
  doors: Door[]
  log: Log
  trustProxy?: boolean
  /** Holds every answer against its schema; for tests, where a mismatch must be loud. */
  checkAnswers?: boolean
  maxInFlight?: { total: number; perOrganization: number }
  /** Further parts of the server that are no operations of the inventory. */
  parts?: ((app: FastifyInstance, shop: Workshop) => void)[]
}

export type Server = FastifyInstance & { drain(): void; isDraining(): boolean }

const seconds = 1000

export function createServer(options: ServerOptions): Server {
  const app = Fastify({
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: 1024 * 1024,
    requestTimeout: 10 * seconds,
    connectionTimeout: 60 * seconds,
    keepAliveTimeout: 30 * seconds,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    trustProxy: options.trustProxy ?? false,
    // As long as a whole request may be: an id of any length is simply not found.
    routerOptions: { maxParamLength: 16 * 1024 },
    http: {
      requireHostHeader: false,
      maxHeaderSize: 16 * 1024,
      headersTimeout: 5 * seconds,
      connectionsCheckingInterval: seconds,
    },
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply as unknown as FastifyReply),
    clientErrorHandler: (error, socket) => refuseOnSocket(error, socket, newRequestId()),
  }) as unknown as Server
  app.server.maxConnections = 2000

  const busy = inFlight(options.maxInFlight ?? { total: 400, perOrganization: 200 })
  let draining = false
  app.drain = () => void (draining = true)
  app.isDraining = () => draining

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const refusal = refusalOf(error)
    if (refusal.unexpected)
      options.log.error(
        {
          request: request.id,
          method: request.method,
          path: request.routeOptions?.url,
          error: String((error as Error)?.stack ?? error),
        },
        'request failed',
      )
    reply.header('x-request-id', request.id)
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
    return reply
      .code(refusal.status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(refusal.body))
  }

  app.decorateRequest('admission', null)
  addParsers(app)
  app.addHook('onRequest', (request, reply, done) => {
    try {
      busy.enter()
    } catch (error) {
      return done(error as Error)
    }
    reply.raw.on('close', busy.leave)
    reply.header('x-request-id', request.id)
    if (draining) reply.header('connection', 'close')
    const { host } = request.raw.headers
    done(
      host === undefined && request.raw.httpVersion !== '1.0'
        ? new ApiError('BAD_REQUEST', 'The Host header is missing.')
        : undefined,
    )
  })
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(options.doors, request.url)
    if (allowed.length === 0)
      return refuse(new ApiError('NOT_FOUND', refusalFor('NOT_FOUND').body.error.message), request, reply)
    reply.header('allow', allowed.join(', '))
    return refuse(new ApiError('METHOD_NOT_ALLOWED', `This address takes ${allowed.join(', ')}.`), request, reply)
  })

  const queue = openQueue(options.store)
  app.addHook('onClose', () => queue.stop())
  const shop: Workshop = {
    store: options.store,
    queue,
    outbound: options.outbound,
    secret: options.secret,
    settings: options.settings,
    log: options.log,
    busy,
    ...(options.checkAnswers && { checkAnswer: answerCheck(inventory) }),
  }
  for (const door of options.doors) mount(app, door, shop)
  for (const part of options.parts ?? []) part(app, shop)
  return app
}

/** Every route of the inventory that a door serves, by one loop. */
function mount(app: FastifyInstance, door: Door, shop: Workshop) {
  for (const [id, route] of Object.entries(inventory) as [Extract<keyof typeof handlers, string>, Route][]) {
    if (!door.serves(route)) continue
    const serve = operation(id, route, dispatch(handlers[id]), shop)
    app.route({
      method: route.method,
      url: door.prefix + route.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(route.bodyLimit && { bodyLimit: route.bodyLimit }),
      ...(route.lines && { config: { lines: route.lines } }),
      ...(route.upload && { preValidation: (request) => readForm(request, route.upload!) }),
      onRequest(request, reply, done) {
        const proceed = (admission: Admission) => {
          request.admission = admission
          for (const name in admission.headers) reply.header(name, admission.headers[name])
          done(mediaProblem(request, route))
        }
        try {
          const admitted = door.admit(request, route)
          if (admitted instanceof Promise) admitted.then(proceed, done)
          else proceed(admitted)
        } catch (error) {
          done(error as Error)
        }
      },
      handler: (request, reply) => serve(request, reply, request.admission!),
    })
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { closed } from '#contract/core/shapes.ts'
import { Email, Text } from '#contract/core/texts.ts'
import { Url } from '#contract/resources/feedback.ts'
import { isPublishable } from '#domain/access/keys/rules.ts'
import { invalidField, throwApiError } from '#domain/errors.ts'
import { findWidgetByKey, type PublicWidget } from '#domain/sources/widgets/queries.ts'
import { storeWidgetFeedback } from '#domain/sources/widgets/send-feedback.ts'
import { newId } from '#store/ids.ts'
import { toErrorResponse } from '#api/pipeline/error-response.ts'
import { type RateLimiting, requireRateLimit } from '#api/pipeline/require-rate-limit.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'
import { validator } from '#api/pipeline/validate.ts'
import { runAsVisitor } from '#api/routes/survey-page/visitor.ts'
import { newFormToken, readFormToken } from './form-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    widget: PublicWidget | null
  }
}
type WidgetRequest = FastifyRequest<{ Params: { key: string } }>
type Message = { content: string; email?: string; url?: string; token: string; website?: string }

const maxBodyBytes = 32 * 1024
const validate = validator({
  method: 'POST',
  effect: 'adds',
  path: '/w/{key}/feedback',
  summary: 'Send feedback from the widget',
  result: Type.Unknown(),
  params: Type.Object({ key: Type.String() }, closed),
  body: Type.Object(
    {
      content: Text('The export is slow', 5000, 1),
      email: Type.Optional(Email),
      url: Type.Optional(Url),
      token: Type.String({ maxLength: 200 }),
      website: Type.Optional(Type.String({ maxLength: 1000, description: 'Honeypot: only bots fill it in.' })),
    },
    closed,
  ),
})

/** The feedback widget: the settings of its form, and the only endpoint that accepts its key. */
export const feedbackWidgetRoutes = (rates: RateLimiting) => (app: FastifyInstance, deps: ServerDeps) => {
  void app.register(async (scope) => {
    scope.decorateRequest('widget', null)
    scope.setErrorHandler(errorHandlerFor(deps))
    // Before the body is read, so that a page of an allowed origin can read every error.
    scope.addHook('onRequest', async (request, reply) => {
      requireRateLimit(rates, 'page', request.network)
      request.widget = await findAllowedWidget(deps, request as WidgetRequest, reply)
    })
    scope.options('/w/:key/:what', (_request, reply) =>
      reply
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', '600')
        .code(204)
        .send(),
    )
    scope.get('/w/:key/form', async ({ widget }: WidgetRequest, reply) => {
      const { key, heading, ask_email } = widget!
      return reply
        .header('cache-control', 'no-store')
        .send({ heading, ask_email, token: newFormToken(key, deps.secret) })
    })
    scope.post('/w/:key/feedback', { bodyLimit: maxBodyBytes }, async (request: WidgetRequest, reply) => {
      const { key } = request.params
      requireRateLimit(rates, 'answer', `${request.network} ${key}`)
      requireRateLimit(rates, 'widget', key)
      return reply.code(201).send({ id: await sendFeedback(deps, request) })
    })
  })
}

/** CORS: only the allowed origins of the widget; a request without an origin does not come from a page. */
async function findAllowedWidget({ store }: ServerDeps, { params, headers }: WidgetRequest, reply: FastifyReply) {
  const { origin } = headers
  reply.header('vary', 'Origin')
  const widget = isPublishable(params.key) ? await findWidgetByKey(store, params.key) : undefined
  if (!widget) return throwApiError('INVALID_API_KEY', 'This publishable key is unknown or revoked.')
  if (origin === undefined || !widget.allowed_origins.includes(origin))
    return throwApiError('CSRF_REFUSED', 'This origin is not allowed by the feedback widget.')
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', 'retry-after')
  return widget
}

async function sendFeedback(deps: ServerDeps, request: WidgetRequest): Promise<string> {
  const { params, query, body, headers } = request
  const widget = request.widget!
  const message = validate({ url: request.url, params, query, body: body ?? {} }) as Message
  // Bots are answered as if it had worked.
  if (message.website) return newId()
  if (message.content.trim() === '') invalidField('body.content', 'must not be blank')
  const url = message.url === undefined ? undefined : pageOf(message.url, headers.origin!)
  const token = readFormToken(message.token, widget.key, deps.secret)
  if ('problem' in token) return invalidField('body.token', token.problem)
  const visitor = { org: widget.org, link: widget.id, request: request.id, operation: 'sendWidgetFeedback' } as const
  const { content, email } = message
  return runAsVisitor(deps, visitor, (ctx) =>
    storeWidgetFeedback(ctx, widget, { content, email, url, submission: token.submission }),
  )
}

/** The page without its query and fragment, which may hold personal values. */
function pageOf(text: string, origin: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.origin !== origin) return invalidField('body.url', 'must be a page of the origin that sends it')
  return `${url.origin}${url.pathname}`
}

const errorHandlerFor =
  ({ log }: ServerDeps) =>
  (error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
    const { status, body, retryAfterSeconds, unexpected } = toErrorResponse(error)
    if (unexpected) log.error({ error: String((error as Error)?.stack ?? error) }, 'feedback widget failed')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.code(status).send(body)
  }

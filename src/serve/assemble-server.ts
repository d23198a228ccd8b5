import { openapiRoute } from '#api/routes/openapi-route.ts'
import type { RateLimiting } from '#api/auth/authenticator.ts'
import { healthRoutes } from '#api/ops/health.ts'
import { inboundWebhookRoutes } from '#api/routes/inbound-webhooks.ts'
import { apiKeyAuth } from '#api/auth/api-key-auth.ts'
import { keyUsageRecorder } from '#api/auth/key-usage.ts'
import { webPageRoutes } from '#api/routes/web-pages.ts'
import { authRoutes, createAuth } from '#api/auth/auth-routes.ts'
import { type Metrics, metricsRoutes } from '#api/ops/metrics.ts'
import { auditRequests, createRequestAudit } from '#api/ops/request-audit.ts'
import { requestLog } from '#api/ops/request-log.ts'
import { createServer, type Server, type ServerOptions } from '#api/server.ts'
import { sessionAuth } from '#api/auth/session-auth.ts'
import { singleSignOnRoutes, type SingleSignOn } from '#api/auth/single-sign-on/routes.ts'
import { surveyPageRoutes } from '#api/routes/survey-page/part.ts'
import { surveyPreviewRoutes } from '#api/routes/survey-page/preview.ts'
import { traceRequests } from '#api/ops/trace-requests.ts'
import { injectFetch, fetchHandlerRoutes } from '#api/routes/fetch-routes.ts'
import type { Log, Settings } from '#domain/context.ts'
import { handleMcp } from '#mcp/http.ts'
import { createOutbound, type Outbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import type { Tracer } from '#trace/tracer.ts'

export type Assembly = {
  store: Store
  secret: string
  settings: Settings
  version: string
  outbound?: Outbound
  singleSignOn?: { settings: SingleSignOn; outbound: Outbound } | null
  rates: RateLimiting
  log: Log
  /** The built web app; without it only programs are served. */
  pages?: string | null
  metrics?: { metrics: Metrics; token: string | null }
  logRequests?: boolean
  tracer?: Tracer
} & Pick<ServerOptions, 'validateResponses' | 'trustProxy' | 'maxInFlight'>

/** The whole web side of Earshot, ready to listen. */
export function assembleServer({
  store,
  secret,
  settings,
  version,
  rates,
  log,
  outbound = createOutbound(),
  singleSignOn,
  pages,
  metrics,
  logRequests,
  tracer,
  ...rest
}: Assembly): Server {
  const { publicUrl, keyPrefix: prefix, region } = settings
  const usage = keyUsageRecorder(store)
  const requests = createRequestAudit(store, log)
  const people = createAuth({ store, secret, publicUrl, mail: settings.mail ?? false })
  const server: Server = createServer({
    ...rest,
    store,
    outbound,
    secret,
    settings,
    log,
    authenticators: [
      apiKeyAuth(store, { prefix, region }, rates, usage.note),
      sessionAuth(store, people, rates, publicUrl),
    ],
    plugins: [
      ...(tracer ? [traceRequests(tracer)] : []),
      ...(metrics
        ? [metrics.metrics.observe, ...(metrics.token === null ? [] : [metricsRoutes(metrics.metrics, metrics.token)])]
        : []),
      ...(logRequests ? [requestLog(log)] : []),
      auditRequests(requests.note),
      openapiRoute({ version, server: `${publicUrl}/api/v1` }),
      healthRoutes(store, () => server.isDraining()),
      authRoutes(people),
      ...(singleSignOn ? [singleSignOnRoutes(people, singleSignOn.settings, singleSignOn.outbound, secret, log)] : []),
      inboundWebhookRoutes(rates),
      surveyPageRoutes(rates),
      surveyPreviewRoutes(people),
      (app) =>
        fetchHandlerRoutes('/mcp', (request) =>
          handleMcp(request, { baseUrl: publicUrl, version, fetch: injectFetch(app) }),
        )(app),
      ...(pages ? [webPageRoutes(pages)] : []),
    ],
  })
  server.addHook('onClose', async () => void (await Promise.all([usage.stop(), requests.stop()])))
  return server
}

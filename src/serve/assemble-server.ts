import { join } from 'node:path'
import { openapiRoute } from '#api/routes/openapi-route.ts'
import type { RateLimiting } from '#api/pipeline/require-rate-limit.ts'
import { healthRoutes } from '#api/ops/health.ts'
import { inboundWebhookRoutes } from '#api/routes/inbound-webhooks.ts'
import { ApiKeyAuth } from '#api/auth/api-key-auth.ts'
import { keyUsageRecorder } from '#api/auth/key-usage.ts'
import { missingWebAppRoutes } from '#api/routes/missing-web-app.ts'
import { webPageRoutes } from '#api/routes/web-pages.ts'
import { type Auth, createAuth } from '#api/auth/auth.ts'
import { authRoutes } from '#api/auth/auth-routes.ts'
import { type Metrics, metricsRoutes } from '#api/ops/metrics.ts'
import { auditRequests, createRequestAudit } from '#api/ops/request-audit.ts'
import { requestLog } from '#api/ops/request-log.ts'
import { createServer, type Server, type ServerOptions } from '#api/server.ts'
import { sessionAuth } from '#api/auth/session-auth.ts'
import { oauthRoutes } from '#api/auth/oauth/routes.ts'
import { singleSignOnRoutes, type SingleSignOn } from '#api/auth/single-sign-on/routes.ts'
import { sharePageRoutes } from '#api/routes/share-page/routes.ts'
import { surveyPageRoutes } from '#api/routes/survey-page/routes.ts'
import { widgetPreviewRoutes } from '#api/routes/widget/preview.ts'
import { feedbackWidgetRoutes } from '#api/routes/widget/routes.ts'
import { widgetScriptRoute } from '#api/routes/widget/script.ts'
import { surveyPreviewRoutes } from '#api/routes/survey-page/preview.ts'
import { unsubscribeRoutes } from '#api/routes/unsubscribe.ts'
import { traceRequests } from '#api/ops/trace-requests.ts'
import { mcpRoute } from '#api/routes/mcp-route.ts'
import type { Log, Settings } from '#domain/context.ts'
import { createOutbound, type Outbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import type { SecretOrKeys } from '#store/secret-keys.ts'
import type { Tracer } from '#trace/tracer.ts'

export type Assembly = {
  store: Store
  secret: SecretOrKeys
  settings: Settings
  version: string
  outbound?: Outbound
  singleSignOn?: { settings: SingleSignOn; outbound: Outbound } | null
  rates: RateLimiting
  log: Log
  /** The built web app; null where it is not built. Without it only programs are served. */
  pages?: string | null
  metrics?: { metrics: Metrics; token: string | null }
  logRequests?: boolean
  tracer?: Tracer
} & Pick<ServerOptions, 'validateResponses' | 'trustProxy' | 'maxInFlight' | 'replica' | 'semanticSearch' | 'llm'>

/** The whole HTTP server, ready to listen. */
export function assembleServer(assembly: Assembly): Server {
  const { store, secret, settings, rates, log, outbound = createOutbound() } = assembly
  const { publicUrl, keyPrefix: prefix, region } = settings
  const usage = keyUsageRecorder(store)
  const requests = createRequestAudit(store, log)
  const auth = createAuth({ store, secret, publicUrl, mail: settings.mail ?? false, log })
  const { validateResponses, trustProxy, maxInFlight, semanticSearch = null, llm = null } = assembly
  const keys = new ApiKeyAuth({ store, format: { prefix, region }, rates, recordUse: usage.note })
  const server: Server = createServer({
    ...(validateResponses !== undefined && { validateResponses }),
    ...(trustProxy !== undefined && { trustProxy }),
    ...(maxInFlight !== undefined && { maxInFlight }),
    store,
    replica: assembly.replica,
    outbound,
    secret,
    settings,
    semanticSearch,
    llm,
    log,
    authenticators: [keys, sessionAuth(store, auth, rates, publicUrl)],
    plugins: [
      ...observability(assembly),
      auditRequests(requests.note),
      healthRoutes(store, () => server.isDraining()),
      ...routes(assembly, auth, keys),
    ],
  })
  // Known before the first request; a health check asks again when the database cannot be reached yet.
  server.addHook('onReady', async () => void (await store.isDistributed().catch(() => false)))
  server.addHook('onClose', async () => void (await Promise.all([usage.stop(), requests.stop()])))
  return server
}

type Plugins = NonNullable<ServerOptions['plugins']>

/** First in the chain, so that they see every request. */
const observability = ({ tracer, metrics, logRequests, log }: Assembly): Plugins => [
  ...(tracer ? [traceRequests(tracer)] : []),
  ...(metrics ? [metrics.metrics.observe] : []),
  ...(metrics && metrics.token !== null ? [metricsRoutes(metrics.metrics, metrics.token)] : []),
  ...(logRequests ? [requestLog(log)] : []),
]

function routes(
  { version, settings, rates, singleSignOn, pages, secret, log }: Assembly,
  auth: Auth,
  keys: ApiKeyAuth,
): Plugins {
  const { publicUrl } = settings
  return [
    openapiRoute({ version, server: `${publicUrl}/api/v1` }),
    authRoutes(auth),
    ...(singleSignOn
      ? [singleSignOnRoutes(singleSignOn.settings, { auth, outbound: singleSignOn.outbound, secret, rates, log })]
      : []),
    inboundWebhookRoutes(rates),
    sharePageRoutes(rates),
    surveyPageRoutes(rates),
    surveyPreviewRoutes(auth),
    feedbackWidgetRoutes(rates),
    widgetPreviewRoutes(auth),
    unsubscribeRoutes(rates),
    oauthRoutes(rates),
    mcpRoute({
      publicUrl,
      keys,
      rates,
      // Most servers never get such a request; its modules take longer to load than those of all other routes.
      handle: async (request, deps) =>
        (await import('#mcp/http.ts')).handleMcp(request, { ...deps, baseUrl: publicUrl, version }),
    }),
    ...(pages === undefined ? [] : pageRoutes(pages)),
  ]
}

const pageRoutes = (built: string | null): Plugins =>
  built === null ? [missingWebAppRoutes] : [webPageRoutes(built), widgetScriptRoute(join(built, 'widget.js'))]

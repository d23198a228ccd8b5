import { documentPart } from '#api/routes/openapi-route.ts'
import type { Rates } from '#api/auth/authenticator.ts'
import { healthPart } from '#api/ops/health.ts'
import { hookPart } from '#api/routes/inbound-webhooks.ts'
import { keyDoor } from '#api/auth/api-key-auth.ts'
import { keyUsage } from '#api/auth/key-usage.ts'
import { pagesPart } from '#api/routes/web-pages.ts'
import { authPart, createPeople } from '#api/auth/auth-routes.ts'
import { type Metrics, metricsPart } from '#api/ops/metrics.ts'
import { rememberRequests, requestNotes } from '#api/ops/request-audit.ts'
import { requestLog } from '#api/ops/request-log.ts'
import { createServer, type Server, type ServerOptions } from '#api/server.ts'
import { sessionDoor } from '#api/auth/session-auth.ts'
import { singleSignOnPart, type SingleSignOn } from '#api/auth/single-sign-on/routes.ts'
import { surveyPart } from '#api/routes/survey-page/part.ts'
import { previewPart } from '#api/routes/survey-page/preview.ts'
import { traceRequests } from '#api/ops/trace-requests.ts'
import { fetchFrom, webPart } from '#api/routes/fetch-routes.ts'
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
  rates: Rates
  log: Log
  /** The built web app; without it only programs are served. */
  pages?: string | null
  metrics?: { metrics: Metrics; token: string | null }
  logRequests?: boolean
  tracer?: Tracer
} & Pick<ServerOptions, 'checkAnswers' | 'trustProxy' | 'maxInFlight'>

/** The whole web side of Earshot, ready to listen. */
export function assemble({
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
  const usage = keyUsage(store)
  const requests = requestNotes(store, log)
  const people = createPeople({ store, secret, publicUrl, mail: settings.mail ?? false })
  const server: Server = createServer({
    ...rest,
    store,
    outbound,
    secret,
    settings,
    log,
    doors: [keyDoor(store, { prefix, region }, rates, usage.note), sessionDoor(store, people, rates, publicUrl)],
    parts: [
      ...(tracer ? [traceRequests(tracer)] : []),
      ...(metrics
        ? [metrics.metrics.observe, ...(metrics.token === null ? [] : [metricsPart(metrics.metrics, metrics.token)])]
        : []),
      ...(logRequests ? [requestLog(log)] : []),
      rememberRequests(requests.note),
      documentPart({ version, server: `${publicUrl}/api/v1` }),
      healthPart(store, () => server.isDraining()),
      authPart(people),
      ...(singleSignOn ? [singleSignOnPart(people, singleSignOn.settings, singleSignOn.outbound, secret, log)] : []),
      hookPart(rates),
      surveyPart(rates),
      previewPart(people),
      (app) =>
        webPart('/mcp', (request) => handleMcp(request, { baseUrl: publicUrl, version, fetch: fetchFrom(app) }))(app),
      ...(pages ? [pagesPart(pages)] : []),
    ],
  })
  server.addHook('onClose', async () => void (await Promise.all([usage.stop(), requests.stop()])))
  return server
}

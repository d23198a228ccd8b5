import { documentPart } from '#api/document.ts'
import type { Rates } from '#api/door.ts'
import { healthPart } from '#api/health.ts'
import { hookPart } from '#api/hook-part.ts'
import { keyDoor } from '#api/key-door.ts'
import { keyUsage } from '#api/key-usage.ts'
import { pagesPart } from '#api/pages.ts'
import { authPart, createPeople } from '#api/people.ts'
import { type Metrics, metricsPart } from '#api/metrics.ts'
import { rememberRequests, requestNotes } from '#api/remember-requests.ts'
import { requestLog } from '#api/request-log.ts'
import { createServer, type Server, type ServerOptions } from '#api/server.ts'
import { sessionDoor } from '#api/session-door.ts'
import { singleSignOnPart, type SingleSignOn } from '#api/single-sign-on/part.ts'
import { surveyPart } from '#api/survey-page/part.ts'
import { previewPart } from '#api/survey-page/preview.ts'
import { traceRequests } from '#api/trace-requests.ts'
import { fetchFrom, webPart } from '#api/web-part.ts'
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
} & Pick<ServerOptions, 'checkAnswers' | 'trustProxy' | 'mostInFlight'>

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

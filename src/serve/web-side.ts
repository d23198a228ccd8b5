import { defaultLimits, limiter } from '#api/pipeline/rate-limits.ts'
import type { Metrics } from '#api/ops/metrics.ts'
import { ConfigError } from '#config/errors.ts'
import { settings } from '#config/settings.ts'
import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import { useEmbeddings } from '#domain/findings/semantic/semantic.ts'
import { createOutbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import type { Tracer } from '#trace/tracer.ts'
import { version } from '#version.ts'
import { assemble } from './assemble.ts'
import { outboundOf, secretOf, settingsOf } from './parts.ts'
import { builtPages } from './web-app.ts'

/** The operator names the provider, so it may stand in any network. */
function singleSignOnOf({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecret: clientSecret,
  oidcJoinDomains: domains,
  oidcRoleClaim: roleClaim,
}: Config) {
  if (issuer === null) return null
  if (clientId !== null && clientSecret !== null)
    return {
      settings: { issuer, clientId, clientSecret, domains, roleClaim },
      outbound: createOutbound({ networks: ['0.0.0.0/0', '::/0'] }),
    }
  const lacking = clientId === null ? settings.oidcClientId : settings.oidcClientSecret
  throw new ConfigError([{ name: lacking.name, reason: 'is needed with OIDC_ISSUER', example: lacking.example }])
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** All that answers requests. */
export async function startWebSide(
  config: Config,
  store: Store,
  log: Log,
  metrics: Metrics | undefined,
  tracer: Tracer | undefined,
) {
  const rates = config.rateLimits ? { limits: defaultLimits, limiter: limiter(defaultLimits) } : null
  const secret = await secretOf(config, store)
  await useEmbeddings(config.embeddings)
  const watched = {
    logRequests: config.logRequests,
    ...(tracer && { tracer }),
    ...(metrics && { metrics: { metrics, token: config.metricsToken } }),
  }
  const server = assemble({
    store,
    secret,
    settings: settingsOf(config),
    version,
    rates,
    log,
    outbound: outboundOf(config, tracer),
    singleSignOn: singleSignOnOf(config),
    trustProxy: config.trustProxy,
    pages: builtPages(),
    ...watched,
  })
  await server.listen({ host: config.host, port: config.port })
  return {
    port: (server.server.address() as { port: number }).port,
    /** Not ready, then still serving for a while with `Connection: close`, then no more: nothing that arrived is lost. */
    async stop() {
      server.drain()
      await pause(config.drainSeconds * 1000)
      await server.close()
      await useEmbeddings(undefined)
    },
  }
}

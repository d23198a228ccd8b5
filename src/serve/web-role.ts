import { defaultLimits, createSharedLimiter } from '#api/pipeline/rate-limits.ts'
import { watchLoad } from '#api/pipeline/concurrency-limit.ts'
import type { Metrics } from '#api/ops/metrics.ts'
import { defaultInFlight, type Server } from '#api/server.ts'
import { ConfigError } from '#config/errors.ts'
import { settingDefinitions } from '#config/settings.ts'
import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { createOutbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import type { Tracer } from '#trace/tracer.ts'
import { version } from '#version.ts'
import { assembleServer } from './assemble-server.ts'
import { outboundOf, providerOf, replicaOf, secretKeysOf, settingsOf } from './dependencies.ts'
import { listenAt, listenBeside } from './listen.ts'
import { endStep } from './timing.ts'
import { builtPages } from './web-app.ts'

/** The operator names the provider, so it may be in any network. */
function singleSignOnOf({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecret: clientSecret,
  oidcJoinDomains: domains,
  oidcRoleClaim: roleClaim,
  oidcDefaultRole: defaultRole,
}: Config) {
  if (issuer === null) return null
  if (clientId !== null && clientSecret !== null)
    return {
      settings: { issuer, clientId, clientSecret, domains, roleClaim, defaultRole },
      outbound: createOutbound({ networks: ['0.0.0.0/0', '::/0'] }),
    }
  const lacking = clientId === null ? settingDefinitions.oidcClientId : settingDefinitions.oidcClientSecret
  throw new ConfigError([{ name: lacking.name, reason: 'is needed with OIDC_ISSUER', example: lacking.example }])
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type RoleDeps = {
  config: Config
  store: Store
  log: Log
  metrics: Metrics | undefined
  tracer: Tracer | undefined
}

const observabilityOf = ({ config, metrics, tracer }: Pick<RoleDeps, 'config' | 'metrics' | 'tracer'>) => ({
  logRequests: config.logRequests,
  ...(tracer && { tracer }),
  ...(metrics && { metrics: { metrics, token: config.metricsToken } }),
})

const listen = (server: Server, { host, port }: Config) =>
  listenAt({ host, port, setting: 'PORT' }, () => listenBeside((options) => server.listen({ host, port, ...options })))

/** Everything that answers requests. */
export async function startWebRole({ config, store, log, metrics, tracer }: RoleDeps) {
  const rates = config.rateLimits ? { limits: defaultLimits, limiter: createSharedLimiter(defaultLimits, store) } : null
  const secret = await secretKeysOf(config, store)
  const semanticSearch = new VectorSearch(config.embeddings, config.vectorMemoryMb * 1024 * 1024)
  const replica = replicaOf(config, store, log)
  const waiting = () => store.stats().waiting
  const load = watchLoad({ waiting, maxPlaces: config.poolSize + 4 })
  const server = assembleServer({
    store,
    replica,
    maxInFlight: { ...defaultInFlight, limit: load.limit, places: load.places, waiting },
    secret,
    settings: settingsOf(config),
    semanticSearch,
    llm: await providerOf(config, log),
    version,
    rates,
    log,
    outbound: outboundOf(config, tracer),
    singleSignOn: singleSignOnOf(config),
    trustProxy: config.trustProxy,
    pages: builtPages(),
    ...observabilityOf({ config, metrics, tracer }),
  })
  endStep('routes')
  await listen(server, config)
  endStep('listen')
  return {
    port: (server.server.address() as { port: number }).port,
    /** Reports not ready, serves with `Connection: close` while balancers notice, stops accepting, then closes. */
    async stop() {
      server.drain()
      await pause(config.drainSeconds * 1000)
      await server.finishConnections()
      await server.close()
      load.stop()
      await semanticSearch.close()
      await replica?.close()
    },
  }
}

import { join } from 'node:path'
import { defaultLimits, limiter } from '#api/limits.ts'
import { createMetrics, type Metrics, serveMetrics } from '#api/metrics.ts'
import type { ReviewSources } from '#collectors/collector.ts'
import { reviewSources } from '#collectors/registry.ts'
import { SourceSettingsError } from '#collectors/settings.ts'
import { type Config, ConfigError, settings } from '#config.ts'
import { installationSecret } from '#domain/account/installation.ts'
import { lettersSealedBy } from '#domain/account/mail/outbox.ts'
import type { Log, Settings } from '#domain/context.ts'
import { useEmbeddings } from '#domain/findings/semantic/semantic.ts'
import { openProvider } from '#llm/provider.ts'
import { openMailer } from '#mail/mailer.ts'
import { createOutbound } from '#outbound/client.ts'
import { type Connection, openStore, type Store } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { vaultFor } from '#store/vault.ts'
import { startBeat } from '#worker/beat.ts'
import { startDispatcher } from '#worker/dispatcher.ts'
import { endings, jobs } from '#worker/jobs.ts'
import { type Around, startWorker } from '#worker/loop.ts'
import { startMailRoom } from '#worker/mail-room.ts'
import { dutiesOf } from '#worker/schedule.ts'
import { assemble } from './assemble.ts'
import { poolOf } from './database.ts'
import { startTracing, type Tracing } from './tracing.ts'
import { builtPages } from './web-app.ts'
import { version } from '#version.ts'

export type Running = { port: number | null; stop(): Promise<void> }

export const settingsOf = ({ region, keyPrefix, publicUrl, privateNetworks, smtpUrl, oidcIssuer }: Config): Settings => ({ region, keyPrefix, publicUrl, insecureTargets: privateNetworks.length > 0, mail: smtpUrl !== null, singleSignOn: oidcIssuer !== null })

export const mailerOf = ({ smtpUrl, mailFrom, publicUrl }: Config) => (smtpUrl === null ? null : openMailer({ url: smtpUrl, from: mailFrom ?? `Earshot <earshot@${new URL(publicUrl).hostname}>` }))

export const outboundOf = ({ privateNetworks, publicUrl }: Config, tracing?: Tracing) =>
  createOutbound({ networks: privateNetworks, userAgent: `Earshot/${version} (+${publicUrl})`, ...(tracing && { sent: tracing.tracer.headers }) })

const providerOf = ({ llmBaseUrl, llmModel, llmApiKey }: Config, log: Log) =>
  llmBaseUrl && llmModel ? openProvider({ baseUrl: llmBaseUrl, model: llmModel, apiKey: llmApiKey, onFailure: (reason) => log.warn({ reason }, 'the language model gave no answer') }) : null

/** Signs cursors and sessions and seals what has to be read again. */
export const secretOf = async ({ secretKey }: Config, store: Store) => secretKey ?? (await installationSecret(store))

/** The operator names the provider, so it may stand in any network. */
function singleSignOnOf({ oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcJoinDomains: domains, oidcRoleClaim: roleClaim }: Config) {
  if (issuer === null) return null
  if (clientId !== null && clientSecret !== null) return { settings: { issuer, clientId, clientSecret, domains, roleClaim }, outbound: createOutbound({ networks: ['0.0.0.0/0', '::/0'] }) }
  const lacking = clientId === null ? settings.oidcClientId : settings.oidcClientSecret
  throw new ConfigError([{ name: lacking.name, reason: 'is needed with OIDC_ISSUER', example: lacking.example }])
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export function reviewSourcesOf({ competitorSources, dataDir, crawlDelayMs }: Config): ReviewSources {
  try {
    return reviewSources({ sources: competitorSources, folder: join(dataDir, 'reviews'), delayMs: crawlDelayMs })
  } catch (error) {
    if (!(error instanceof SourceSettingsError)) throw error
    const { name, example } = settings.competitorSources
    throw new ConfigError([{ name, reason: error.message, example }])
  }
}

/** Web, worker or both, in this process. */
export async function startRole(config: Config, connection: Connection, role: 'all' | 'web' | 'worker', log: Log): Promise<Running> {
  const tracing = await startTracing(config, log)
  const store = openStore({ ...poolOf(config, connection), ...(tracing && { onStatement: tracing.tracer.statement }), onError: (error) => log.warn({ error: error.message }, 'a database connection was lost') })
  const metrics = config.metricsPort === null && config.metricsToken === null ? undefined : createMetrics(store)
  const scraped = metrics && config.metricsPort !== null ? await serveMetrics(metrics, config.host, config.metricsPort) : null
  const worker = role === 'web' ? null : await startWorkside(config, connection, store, log, tracing)
  const web = role === 'worker' ? null : await startWeb(config, store, log, metrics, tracing)
  return {
    port: web?.port ?? null,
    async stop() {
      await web?.stop()
      await worker?.stop()
      await scraped?.stop()
      await store.close()
      await tracing?.stop()
    },
  }
}

/** All that happens without a request. */
async function startWorkside(config: Config, connection: Connection, store: Store, log: Log, tracing: Tracing | undefined) {
  const outbound = outboundOf(config, tracing)
  const queue = openQueue(store)
  const vault = vaultFor(await secretOf(config, store))
  const mailer = mailerOf(config)
  const letters = (page: string) => (mailer ? { write: lettersSealedBy(vault), url: `${config.publicUrl}${page}` } : undefined)
  const [alertLetters, webhookLetters] = [letters(''), letters('/settings/webhooks')]
  const duties = dutiesOf(store, queue, log, { embeddings: config.embeddings, ...(alertLetters && { letters: alertLetters }) })
  const worker = await startWorker({ store, connection, log, handlers: jobs, endings, duties, outbound, reviewSources: reviewSourcesOf(config), embeddings: config.embeddings, bulkAbove: config.bulkAbove, llm: providerOf(config, log), ...(tracing && { around: tracedJobs(tracing) }) })
  const dispatcher = startDispatcher({ store, outbound, vault, log, ...(webhookLetters && { letters: webhookLetters }) })
  const mailRoom = mailer && startMailRoom({ store, mailer, vault, log })
  const beat = startBeat(store, log)
  return {
    async stop() {
      await Promise.all([beat.stop(), dispatcher.stop(), worker.stop(), mailRoom?.stop()])
      await queue.stop()
    },
  }
}

/** Which kind of work; whose it is stays here. */
const tracedJobs = ({ tracer }: Tracing): Around => (type, work) => tracer.around(`job ${type}`, 'consumer', { 'earshot.job.type': type }, work)

async function startWeb(config: Config, store: Store, log: Log, metrics: Metrics | undefined, tracing: Tracing | undefined) {
  const rates = config.rateLimits ? { limits: defaultLimits, limiter: limiter(defaultLimits) } : null
  const secret = await secretOf(config, store)
  await useEmbeddings(config.embeddings)
  const watched = { logRequests: config.logRequests, ...(tracing && { tracer: tracing.tracer }), ...(metrics && { metrics: { metrics, token: config.metricsToken } }) }
  const server = assemble({ store, secret, settings: settingsOf(config), version, rates, log, outbound: outboundOf(config, tracing), singleSignOn: singleSignOnOf(config), trustProxy: config.trustProxy, pages: builtPages(), ...watched })
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

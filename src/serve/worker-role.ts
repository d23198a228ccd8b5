import { join } from 'node:path'
import type { ReviewSources } from '#collectors/collector.ts'
import { ConfigError } from '#config/errors.ts'
import { settingDefinitions } from '#config/settings.ts'
import type { Config } from '#config/types.ts'
import { mailOutbox } from '#domain/outbox/outbox.ts'
import type { Log } from '#domain/context.ts'
import type { DatabaseOptions, Store } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { hasActiveRequests } from '#store/active-requests.ts'
import { type Vault, vaultFor } from '#store/vault.ts'
import type { Tracer } from '#trace/tracer.ts'
import { startHeartbeat } from '#worker/heartbeat.ts'
import { yieldToRequests } from '#worker/throttle.ts'
import { startDispatcher } from '#worker/webhook-dispatcher.ts'
import { failureHandlers, jobHandlers } from '#worker/job-handlers.ts'
import type { WrapJob } from '#worker/run-job.ts'
import { startWorker } from '#worker/worker.ts'
import { startChannelSender } from '#worker/channel-sender.ts'
import { startMailSender } from '#worker/mail-sender.ts'
import { cronJobs } from '#worker/cron-jobs.ts'
import { mailerOf, outboundOf, providerOf, secretKeysOf } from './dependencies.ts'

async function reviewSourcesOf({ competitorSources, dataDir, crawlDelayMs }: Config): Promise<ReviewSources> {
  const [{ reviewSources }, { SourceSettingsError }] = await Promise.all([
    import('#collectors/registry.ts'),
    import('#collectors/settings.ts'),
  ])
  try {
    return reviewSources({ sources: competitorSources, folder: join(dataDir, 'reviews'), delayMs: crawlDelayMs })
  } catch (error) {
    if (!(error instanceof SourceSettingsError)) throw error
    const { name, example } = settingDefinitions.competitorSources
    throw new ConfigError([{ name, reason: error.message, example }])
  }
}

const tracedJobs =
  (tracer: Tracer): WrapJob =>
  (type, work) =>
    tracer.around(`job ${type}`, 'consumer', { 'earshot.job.type': type }, work)

type RoleDeps = { config: Config; connection: DatabaseOptions; store: Store; log: Log; tracer: Tracer | undefined }

/** How alerts and digests reach people. */
const deliveryOf = ({ publicUrl }: Config, vault: Vault, mail: boolean) => ({
  url: `${publicUrl}/settings/alerts`,
  publicUrl,
  vault,
  ...(mail && { write: mailOutbox(vault) }),
})

const cronSettings = ({ embeddings, auditDays }: Config) => ({ embeddings, auditDays })

/** Everything that runs without a request: jobs, cron jobs, webhook deliveries, mail. */
export async function startWorkerRole({ config, connection, store, log, tracer }: RoleDeps) {
  const outbound = outboundOf(config, tracer)
  const queue = openQueue(store)
  await queue.start()
  const vault = vaultFor(await secretKeysOf(config, store))
  const mailer = await mailerOf(config)
  const mailFor = (page: string) =>
    mailer ? { mail: { write: mailOutbox(vault), url: `${config.publicUrl}${page}` } } : {}
  const delivery = deliveryOf(config, vault, mailer !== null)
  const llm = await providerOf(config, log)
  const worker = await startWorker({
    store,
    connection,
    log,
    handlers: jobHandlers,
    failureHandlers,
    cronJobs: (own) => cronJobs({ ...cronSettings(config), store: own, queue, log, llm: llm !== null, delivery }),
    outbound,
    vault,
    reviewSources: await reviewSourcesOf(config),
    embeddings: config.embeddings,
    bulkAnalysisThreshold: config.bulkAnalysisThreshold,
    llm,
    throttle: yieldToRequests(() => hasActiveRequests(store)),
    ...(tracer && { wrapJob: tracedJobs(tracer) }),
  })
  const dispatcher = startDispatcher({ store, outbound, vault, log, ...mailFor('/settings/webhooks') })
  const channelSender = startChannelSender({ store, outbound, vault, log })
  const mailSender = mailer && startMailSender({ store, mailer, vault, log })
  const heartbeat = startHeartbeat(store, log)
  return {
    async stop() {
      await Promise.all([heartbeat.stop(), dispatcher.stop(), worker.stop(), channelSender.stop(), mailSender?.stop()])
      await queue.stop()
    },
  }
}

import { join } from 'node:path'
import type { ReviewSources } from '#collectors/collector.ts'
import { ConfigError } from '#config/errors.ts'
import { settings } from '#config/settings.ts'
import type { Config } from '#config/types.ts'
import { lettersSealedBy } from '#domain/account/mail/outbox.ts'
import type { Log } from '#domain/context.ts'
import type { Connection, Store } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { somebodyIsServed } from '#store/served.ts'
import { vaultFor } from '#store/vault.ts'
import type { Tracer } from '#trace/tracer.ts'
import { startBeat } from '#worker/beat.ts'
import { courteous } from '#worker/courtesy.ts'
import { startDispatcher } from '#worker/dispatcher.ts'
import { endings, jobs } from '#worker/jobs.ts'
import { type Around, startWorker } from '#worker/loop.ts'
import { startMailRoom } from '#worker/mail-room.ts'
import { dutiesOf } from '#worker/schedule.ts'
import { mailerOf, outboundOf, secretOf } from './parts.ts'

const providerOf = async ({ llmBaseUrl, llmModel, llmApiKey }: Config, log: Log) =>
  llmBaseUrl && llmModel
    ? (await import('#llm/provider.ts')).openProvider({
        baseUrl: llmBaseUrl,
        model: llmModel,
        apiKey: llmApiKey,
        onFailure: (reason) => log.warn({ reason }, 'the language model gave no answer'),
      })
    : null

async function reviewSourcesOf({ competitorSources, dataDir, crawlDelayMs }: Config): Promise<ReviewSources> {
  const [{ reviewSources }, { SourceSettingsError }] = await Promise.all([
    import('#collectors/registry.ts'),
    import('#collectors/settings.ts'),
  ])
  try {
    return reviewSources({ sources: competitorSources, folder: join(dataDir, 'reviews'), delayMs: crawlDelayMs })
  } catch (error) {
    if (!(error instanceof SourceSettingsError)) throw error
    const { name, example } = settings.competitorSources
    throw new ConfigError([{ name, reason: error.message, example }])
  }
}

/** Which kind of work; whose it is stays here. */
const tracedJobs =
  (tracer: Tracer): Around =>
  (type, work) =>
    tracer.around(`job ${type}`, 'consumer', { 'earshot.job.type': type }, work)

/** All that happens without a request. */
export async function startWorkSide(
  config: Config,
  connection: Connection,
  store: Store,
  log: Log,
  tracer: Tracer | undefined,
) {
  const outbound = outboundOf(config, tracer)
  const queue = openQueue(store)
  const vault = vaultFor(await secretOf(config, store))
  const mailer = await mailerOf(config)
  const letters = (page: string) =>
    mailer ? { write: lettersSealedBy(vault), url: `${config.publicUrl}${page}` } : undefined
  const [alertLetters, webhookLetters] = [letters(''), letters('/settings/webhooks')]
  const duties = dutiesOf(store, queue, log, {
    embeddings: config.embeddings,
    ...(alertLetters && { letters: alertLetters }),
  })
  const worker = await startWorker({
    store,
    connection,
    log,
    handlers: jobs,
    endings,
    duties,
    outbound,
    reviewSources: await reviewSourcesOf(config),
    embeddings: config.embeddings,
    bulkAbove: config.bulkAnalysisThreshold,
    llm: await providerOf(config, log),
    courtesy: courteous(() => somebodyIsServed(store)),
    ...(tracer && { around: tracedJobs(tracer) }),
  })
  const dispatcher = startDispatcher({
    store,
    outbound,
    vault,
    log,
    ...(webhookLetters && { letters: webhookLetters }),
  })
  const mailRoom = mailer && startMailRoom({ store, mailer, vault, log })
  const beat = startBeat(store, log)
  return {
    async stop() {
      await Promise.all([beat.stop(), dispatcher.stop(), worker.stop(), mailRoom?.stop()])
      await queue.stop()
    },
  }
}

import { generatedKey } from '#config/parsers.ts'
import type { Config } from '#config/types.ts'
import { installationSecret } from '#domain/installation/queries.ts'
import type { Log, Settings } from '#domain/context.ts'
import { asStreamingFetch } from '#outbound/as-fetch.ts'
import { createOutbound } from '#outbound/client.ts'
import type { Store } from '#store/open.ts'
import { openReplica } from '#store/replica.ts'
import type { SecretKeys } from '#store/secret-keys.ts'
import type { Tracer } from '#trace/tracer.ts'
import { version } from '#version.ts'

/* Dependencies built from the configuration. */

export const settingsOf = ({
  region,
  keyPrefix,
  publicUrl,
  privateNetworks,
  smtpUrl,
  oidcIssuer,
  embeddings,
}: Config): Settings => ({
  region,
  keyPrefix,
  publicUrl,
  privateNetworks,
  mail: smtpUrl !== null,
  singleSignOn: oidcIssuer !== null,
  embeddings,
})

/** nodemailer is loaded only where mail is sent. */
export const mailerOf = async ({ smtpUrl, mailFrom, publicUrl }: Config) =>
  smtpUrl === null
    ? null
    : (await import('#mail/mailer.ts')).openMailer({
        url: smtpUrl,
        from: mailFrom ?? `Earshot <earshot@${new URL(publicUrl).hostname}>`,
      })

/** Its client is loaded only where a language model is configured. */
export const providerOf = async ({ llmBaseUrl, llmModel, llmApiKey, llmContextTokens }: Config, log: Log) =>
  llmBaseUrl && llmModel
    ? (await import('#llm/provider.ts')).openModelProvider({
        baseUrl: llmBaseUrl,
        model: llmModel,
        apiKey: llmApiKey,
        contextTokens: llmContextTokens,
        fetch: languageModelFetch(),
        onFailure: (reason) => log.warn({ reason }, 'language model request failed'),
      })
    : null

const languageModelLimits = { bytes: 4 * 1024 * 1024, ms: 120_000, redirects: 0 }

/** The operator has named this server, so it may be at a private address. */
export const toAnyNetwork = () => createOutbound({ networks: ['0.0.0.0/0', '::/0'], userAgent: `Earshot/${version}` })

export const languageModelFetch = (outbound = toAnyNetwork()) => asStreamingFetch(outbound, languageModelLimits)

export const outboundOf = ({ privateNetworks, publicUrl }: Config, tracer?: Tracer) =>
  createOutbound({
    networks: privateNetworks,
    userAgent: `Earshot/${version} (+${publicUrl})`,
    ...(tracer && { extraHeaders: tracer.headers }),
  })

/** For operations that tolerate some age. */
export const replicaOf = (config: Config, primary: Store, log: Log) =>
  config.databaseReplicaUrl === null
    ? undefined
    : openReplica({
        primary,
        connection: {
          connectionString: config.databaseReplicaUrl,
          namedStatements: config.namedStatements,
          max: config.poolSize,
          onError: (error) => log.warn({ error: error.message }, 'connection to the read replica lost'),
        },
        maxLagMs: config.databaseReplicaMaxLagMs,
        onChange: (isUsed, reason) =>
          isUsed
            ? log.info({}, 'the read replica serves reports')
            : log.warn({ reason }, 'the primary serves reports: the read replica is unreachable or lags'),
      })

/** Signs cursors and sessions and encrypts stored secrets. */
export async function secretKeysOf({ secretKey, secretKeyPrevious }: Config, store: Store): Promise<SecretKeys> {
  const generated = await installationSecret(store)
  return {
    current: secretKey ?? generated,
    previous: (secretKeyPrevious ?? []).map((key) => (key === generatedKey ? generated : key)),
  }
}

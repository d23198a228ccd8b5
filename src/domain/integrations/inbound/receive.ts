import { throwApiError } from '#domain/errors.ts'
import { MaskingError } from '#domain/sources/masking/errors.ts'
import type { Db } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import type { DeliveryContext } from './delivery-context.ts'
import { checkTimestamp } from './payload-metadata.ts'
import { type IntegrationRow, findIntegrationByToken } from '#domain/integrations/queries.ts'
import { isToken, openSecrets } from '#domain/integrations/secrets.ts'
import type { Headers, SignatureRefusal } from '#domain/integrations/definition/signature.ts'
import { isUrlVerification } from '#domain/integrations/providers/slack/read-webhook.ts'
import { providers } from '#domain/integrations/providers/registry.ts'
import { parseBody } from './parse-body.ts'
import { logDelivery, processDelivery } from './process-delivery.ts'

type InboundRequest = { token: string; url: string; headers: Headers; body: Buffer; now: Date }
export type ReceiveDeps = {
  db: Db
  vault: Vault
  /** Runs in one transaction as the integration; events are recorded with the commit. */
  act<T>(integration: IntegrationRow, work: (ctx: DeliveryContext) => Promise<T>): Promise<T>
  /** Called before a rejection is logged; throws when the address was rejected too often. */
  onRefusal(): void
}
type Reply = { status: 200 | 202; body: object }

type SlackVerification = { challenge: string }

/** Receives a delivery: the signature is verified over the raw bytes before anything is parsed. */
export async function receive(deps: ReceiveDeps, { token, url, headers, body, now }: InboundRequest): Promise<Reply> {
  const integration =
    (isToken(token) && (await findIntegrationByToken(deps.db, token))) ||
    throwApiError('NOT_FOUND', 'There is no integration at this address.')
  const { provider, config } = integration
  const secrets = openSecrets(integration, deps.vault, now)
  const webhook =
    providers.get(provider)?.webhook ?? throwApiError('NOT_FOUND', 'This integration receives no deliveries.')
  const verified = webhook.verify({
    secrets,
    headers,
    body,
    url,
    now,
    ...(config.signature && { signature: config.signature }),
  })
  if (!verified.ok) return reject(deps, integration, verified)
  const payload = parseBody(body)
  const stale = checkTimestamp(webhook, payload, now)
  if (stale) return reject(deps, integration, stale)
  if (provider === 'slack' && isUrlVerification(payload)) return answerUrlVerification(deps, integration, payload)
  const deliveryId = verified.deliveryId ?? webhook.deliveryId?.(payload) ?? null
  const { status, event_id, reason } = await deps
    .act(integration, (ctx) =>
      processDelivery(ctx, integration, { deliveryId, digest: verified.digest, body, payload }),
    )
    .catch((error: unknown) => holdIfNotMasked(deps, integration, error))
  return { status: 202, body: { accepted: status === 'accepted', event_id, status, reason } }
}

async function reject(
  { act, onRefusal }: ReceiveDeps,
  integration: IntegrationRow,
  { reason, detail }: SignatureRefusal,
) {
  onRefusal()
  const entry = { status: 'rejected', type: null, reason, detail, records: [] } as const
  await act(integration, (ctx) => logDelivery(ctx, integration.id, entry))
  return throwApiError('INVALID_SIGNATURE', detail)
}

/** An hour: a person has to change the patterns before a repetition can succeed. */
const retryAfterSeconds = 3600

/** Nothing is stored of a delivery that cannot be masked; with this answer its sender repeats it. */
async function holdIfNotMasked({ act }: ReceiveDeps, integration: IntegrationRow, error: unknown): Promise<never> {
  if (!(error instanceof MaskingError)) throw error
  const entry = { status: 'rejected', type: null, reason: 'not_masked', detail: error.message, records: [] } as const
  await act(integration, (ctx) => logDelivery(ctx, integration.id, entry))
  return throwApiError('SERVICE_UNAVAILABLE', error.message, { retryAfterSeconds })
}

async function answerUrlVerification(
  { act }: ReceiveDeps,
  integration: IntegrationRow,
  { challenge }: SlackVerification,
): Promise<Reply> {
  const entry = { status: 'ignored', type: 'url_verification', reason: 'handshake', detail: null, records: [] } as const
  await act(integration, (ctx) => logDelivery(ctx, integration.id, entry))
  return { status: 200, body: { challenge } }
}

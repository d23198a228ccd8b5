import type { WebhookDefinition } from '#domain/integrations/definition/provider.ts'
import { refuse, isWithinTolerance, type SignatureRefusal } from '#domain/integrations/definition/signature.ts'

/** Rejects stale payloads of providers that put the time of sending into the body. */
export function checkTimestamp(webhook: WebhookDefinition, payload: unknown, now: Date): SignatureRefusal | null {
  const time = webhook.sentAt?.(payload)
  if (time === null) return refuse('missing_timestamp')
  if (time === undefined) return null
  return isWithinTolerance(time, now, webhook.verification.tolerance_seconds ?? Infinity)
    ? null
    : refuse('stale_timestamp')
}

import type { WebhookSource } from '#domain/integrations/definition/provider.ts'
import { isObject } from '#domain/integrations/mapping/sanitize.ts'
import { ignored, rejected, type ReadResult } from '#domain/integrations/mapping/records.ts'
import { providers } from './registry.ts'

export type PayloadSource = WebhookSource & { provider: string }

/** Reads a payload by its provider; `key` names the delivery. */
export function readPayload({ provider, ...from }: PayloadSource, payload: unknown, key: string): ReadResult {
  const webhook = providers.get(provider)?.webhook
  if (!webhook) return ignored(null, 'no_webhook')
  const object = webhook.sendsLists && Array.isArray(payload) ? { events: payload } : payload
  return isObject(object) ? webhook.read(object, from, key) : rejected(null, 'the body is not a JSON object')
}

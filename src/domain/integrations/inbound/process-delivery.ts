import { applyPayload } from './apply-payload.ts'
import type { ConnectedIntegration, DeliveryContext } from './delivery-context.ts'
import { OversizedPayload } from './parse-body.ts'
import { claimDelivery, type EventEntry, insertEvent, updateEvent } from './queries.ts'
import { openMasker } from '#domain/sources/masking/mask-intake.ts'
import { recordDelivery } from '#domain/integrations/queries.ts'
import { readPayload } from '#domain/integrations/providers/read-payload.ts'

/* Processes a verified delivery exactly once and logs the outcome. */

const newEntry = (status: EventEntry['status'], more: Partial<EventEntry> = {}): EventEntry => ({
  status,
  type: null,
  reason: null,
  detail: null,
  records: [],
  ...more,
})

/** Reads and applies a payload; returns the log entry. `key` names the delivery, also when it is replayed. */
export async function applyDelivery(
  ctx: DeliveryContext,
  integration: ConnectedIntegration,
  payload: unknown,
  key: string,
): Promise<EventEntry> {
  if (payload === undefined)
    return newEntry('rejected', { reason: 'not_json', detail: 'The body is not JSON in UTF-8.' })
  if (payload instanceof OversizedPayload) return newEntry('rejected', { reason: 'too_large', detail: payload.detail })
  const { type, drafts, skipped } = readPayload(integration, payload, key)
  if (drafts.length === 0)
    return newEntry(skipped!.isFault ? 'rejected' : 'ignored', {
      type,
      reason: skipped!.reason,
      detail: skipped!.detail,
    })
  const records = await applyPayload(ctx, integration, drafts)
  if (records.length === 0)
    return newEntry('ignored', { type, reason: drafts[0]!.type === 'project_link' ? 'not_linked' : 'nothing_to_do' })
  return newEntry('accepted', { type, records, reason: skipped?.reason ?? null, detail: skipped?.detail ?? null })
}

type Delivery = { deliveryId: string | null; digest: Buffer; body: Buffer; payload: unknown }
type ProcessedDelivery = EventEntry & { event_id: string }

export async function processDelivery(
  ctx: DeliveryContext,
  integration: ConnectedIntegration & { status: string },
  { deliveryId, digest, body, payload }: Delivery,
): Promise<ProcessedDelivery> {
  // The body is stored for replays, as it came; where texts are masked it is not.
  const isMasked = (await openMasker(ctx.db, ctx.org)).isActive(integration.source)
  const key = { deliveryId, digest, body: isMasked ? null : body }
  const id = await claimDelivery(ctx.db, ctx.org, integration.id, key)
  if (id === undefined)
    return logDelivery(ctx, integration.id, newEntry('duplicate', { reason: 'delivered_before' }), deliveryId)
  const outcome =
    integration.status === 'disabled'
      ? newEntry('ignored', { reason: 'disabled' })
      : await applyDelivery(ctx, integration, payload, id)
  await updateEvent(ctx.db, ctx.org, { integration: integration.id, id }, outcome)
  await updateStats(ctx, integration.id, outcome)
  return { ...outcome, event_id: id }
}

/** Logs a delivery that is not processed. */
export async function logDelivery(
  ctx: DeliveryContext,
  integration: string,
  entry: EventEntry,
  deliveryId: string | null = null,
): Promise<ProcessedDelivery> {
  const event_id = await insertEvent(ctx.db, ctx.org, { integration, deliveryId }, entry)
  await updateStats(ctx, integration, entry)
  return { ...entry, event_id }
}

async function updateStats({ db, org, emit }: DeliveryContext, integration: string, entry: EventEntry) {
  if (await recordDelivery(db, org, integration, entry))
    emit('integration.error', { object: { id: integration, code: entry.reason, message: entry.detail } })
}

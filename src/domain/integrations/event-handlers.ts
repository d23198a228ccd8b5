import type { integrations } from '#contract/resources/integrations.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { pageOf } from '#store/page.ts'
import type { DeliveryContext } from './inbound/apply-payload.ts'
import { getEvent, findStoredDelivery, insertEvent, listEvents } from './inbound/queries.ts'
import { requireIntegration } from './handlers.ts'
import { applyDelivery, parseJson } from './inbound/process-delivery.ts'

type Subset = Pick<typeof integrations, 'listInboundEvents' | 'replayInboundEvent' | 'syncIntegration'>

export const deliveryContext = (ctx: Ctx): DeliveryContext => ({
  db: ctx.db,
  org: ctx.org,
  now: ctx.now,
  emit: ctx.emit,
  enqueueAnalysis: (ids) => enqueueAnalysis(ctx, ids),
})

export const handlers: Handlers<Subset, Ctx> = {
  async listInboundEvents(ctx, { integrationId, cursor, ...wanted }) {
    await requireIntegration(ctx, integrationId)
    const rows = await listEvents(
      ctx.db,
      ctx.org,
      { ...wanted, integration: integrationId },
      cursor === undefined ? undefined : ctx.cursors.read(cursor),
    )
    return pageOf(rows, wanted.limit, (last) => ctx.cursors.write([last.id]))
  },

  async replayInboundEvent(ctx, { integrationId, inboundEventId }) {
    const { db, org } = ctx
    const integration = await requireIntegration(ctx, integrationId)
    const kept = (await findStoredDelivery(db, org, integrationId, inboundEventId)) ?? notFound('inbound event')
    if (kept.body === null)
      return throwApiError('INVALID_STATE', 'The body of this delivery is no longer stored, so it cannot be replayed.')
    const done = await applyDelivery(deliveryContext(ctx), integration, parseJson(kept.body), kept.id)
    return getEvent(
      db,
      org,
      integrationId,
      await insertEvent(db, org, { integration: integrationId, deliveryId: kept.delivery_id, replayOf: kept.id }, done),
    )
  },

  async syncIntegration(ctx, { integrationId }) {
    const { status } = await requireIntegration(ctx, integrationId)
    if (status === 'disabled') throwApiError('INVALID_STATE', 'This integration is switched off.')
    const job_id = await ctx.jobs.enqueue(
      'integration_sync',
      { integration_id: integrationId },
      { resource: { type: 'integration', id: integrationId } },
    )
    return { job_id, status: 'queued' }
  },
}

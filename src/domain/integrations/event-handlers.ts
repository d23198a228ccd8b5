import type { integrations } from '#contract/resources/integrations.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { pageByKeys } from '#store/page.ts'
import type { DeliveryContext } from './inbound/delivery-context.ts'
import { getEvent, findStoredDelivery, insertEvent, listIntegrationEvents } from './inbound/queries.ts'
import { enqueueSync, requireIntegration } from './handlers.ts'
import { parseBody } from './inbound/parse-body.ts'
import { applyDelivery } from './inbound/process-delivery.ts'

type Subset = Pick<typeof integrations, 'listInboundEvents' | 'replayInboundEvent' | 'syncIntegration'>

export const deliveryContext = (ctx: Ctx): DeliveryContext => ({
  db: ctx.db,
  org: ctx.org,
  now: ctx.now,
  emit: ctx.emit,
  enqueueAnalysis: (ids) => enqueueAnalysis(ctx, ids),
})

export const handlers: Handlers<Subset> = {
  async listInboundEvents(ctx, { integrationId, ...query }) {
    await requireIntegration(ctx, integrationId)
    return pageByKeys(
      ctx.cursors,
      query,
      (keys) => listIntegrationEvents(ctx.db, ctx.org, { ...query, integration: integrationId }, keys),
      (row) => [row.id],
    )
  },

  async replayInboundEvent(ctx, { integrationId, inboundEventId }) {
    const { db, org } = ctx
    const integration = await requireIntegration(ctx, integrationId)
    const delivery = (await findStoredDelivery(db, org, integrationId, inboundEventId)) ?? notFound('inbound event')
    if (delivery.body === null)
      return throwApiError('INVALID_STATE', 'The body of this delivery is no longer stored, so it cannot be replayed.')
    const outcome = await applyDelivery(deliveryContext(ctx), integration, parseBody(delivery.body), delivery.id)
    return getEvent(
      db,
      org,
      integrationId,
      await insertEvent(
        db,
        org,
        { integration: integrationId, deliveryId: delivery.delivery_id, replayOf: delivery.id },
        outcome,
      ),
    )
  },

  async syncIntegration(ctx, { integrationId }) {
    const { status } = await requireIntegration(ctx, integrationId)
    if (status === 'disabled') throwApiError('INVALID_STATE', 'This integration is disabled; enable it first.')
    const job_id = await enqueueSync(ctx, integrationId)
    return { job_id, status: 'queued' }
  },
}

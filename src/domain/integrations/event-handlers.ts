import type { integrations } from '#contract/resources/integrations.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { announce } from '#domain/sources/feedback/pipeline.ts'
import { pageOf } from '#store/page.ts'
import type { Hand } from './apply.ts'
import { eventById, keptDelivery, note, pageOfEvents } from './events.ts'
import { requireIntegration } from './handlers.ts'
import { carryOut, parse } from './take.ts'

type Subset = Pick<typeof integrations, 'listInboundEvents' | 'replayInboundEvent' | 'syncIntegration'>

export const handOf = (ctx: Ctx): Hand => ({
  db: ctx.db,
  org: ctx.org,
  now: ctx.now,
  emit: ctx.emit,
  announce: (ids) => announce(ctx, ids),
})

export const handlers: Handlers<Subset, Ctx> = {
  async listInboundEvents(ctx, { integrationId, cursor, ...wanted }) {
    await requireIntegration(ctx, integrationId)
    const rows = await pageOfEvents(
      ctx.db,
      ctx.org,
      integrationId,
      wanted,
      cursor === undefined ? undefined : ctx.cursors.read(cursor),
    )
    return pageOf(rows, wanted.limit, (last) => ctx.cursors.write([last.id]))
  },

  async replayInboundEvent(ctx, { integrationId, inboundEventId }) {
    const { db, org } = ctx
    const integration = await requireIntegration(ctx, integrationId)
    const kept = (await keptDelivery(db, org, integrationId, inboundEventId)) ?? notFound('inbound event')
    if (kept.body === null)
      return throwApiError('INVALID_STATE', 'What was delivered then is not kept, so it cannot be taken in again.')
    const done = await carryOut(handOf(ctx), integration, parse(kept.body), kept.id)
    return eventById(
      db,
      org,
      integrationId,
      await note(db, org, integrationId, done, { deliveryId: kept.delivery_id, replayOf: kept.id }),
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

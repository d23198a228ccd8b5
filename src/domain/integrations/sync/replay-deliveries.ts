import { recordJobEvent } from '#domain/events/feed/queries-insert.ts'
import type { Ctx, JobRun } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import type { DeliveryContext } from '#domain/integrations/inbound/delivery-context.ts'
import { type StoredDelivery, listUnprocessedDeliveries, insertEvent } from '#domain/integrations/inbound/queries.ts'
import { findIntegration, type IntegrationRow } from '#domain/integrations/queries.ts'
import { parseBody } from '#domain/integrations/inbound/parse-body.ts'
import { applyDelivery } from '#domain/integrations/inbound/process-delivery.ts'

type EmittedEvent = Parameters<Ctx['emit']>

const batchSize = 50
const maxRounds = 200

/** Retries stored deliveries that were not accepted, oldest first; accepted ones are logged as replays. */
export async function replayDeliveries(run: JobRun, integration_id: string): Promise<number> {
  let done = 0
  let lastId: string | null = null
  for (let round = 0; round < maxRounds && !run.signal.aborted; round++) {
    const integration = await findIntegration(run.db, run.org, integration_id)
    const batch: StoredDelivery[] = integration
      ? await listUnprocessedDeliveries(run.db, run.org, {
          integration: integration_id,
          after: lastId,
          limit: batchSize,
        })
      : []
    if (!integration || batch.length === 0) break
    await run.write(async (db) => {
      const queued: string[] = []
      for (const delivery of batch) queued.push(...(await replayDelivery(run, db, integration, delivery)))
      if (queued.length) await run.enqueue(db, 'feedback_analysis', { feedback_ids: queued })
    })
    lastId = batch.at(-1)!.id
    await run.progress({ stage: 'importing', done: (done += batch.length) })
  }
  return done
}

/** Returns the ids of feedback to analyze. */
async function replayDelivery(
  run: JobRun,
  db: Db,
  integration: IntegrationRow,
  { id, delivery_id, body }: StoredDelivery,
): Promise<string[]> {
  const queued: string[] = []
  const emitted: EmittedEvent[] = []
  const ctx: DeliveryContext = {
    db,
    org: run.org,
    now: new Date(),
    emit: (...event) => void emitted.push(event),
    enqueueAnalysis: async (ids) => void queued.push(...ids),
  }
  const outcome = await applyDelivery(ctx, integration, parseBody(body!), id)
  if (outcome.status !== 'accepted') return queued
  await insertEvent(db, run.org, { integration: integration.id, deliveryId: delivery_id, replayOf: id }, outcome)
  for (const [type, more] of emitted)
    await recordJobEvent(
      db,
      run.org,
      { id: run.id, type: 'integration_sync', user: run.user },
      { type, object: more?.object ?? {} },
    )
  return queued
}

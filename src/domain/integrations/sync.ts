import { tell } from '#domain/account/events/record.ts'
import type { Ctx, JobRun } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import type { Hand } from './apply.ts'
import { type KeptDelivery, leftOut, note } from './events.ts'
import { changeIntegration, integrationById, type IntegrationRow } from './queries.ts'
import { nextRun } from './rules.ts'
import { carryOut, parse } from './take.ts'

type Told = Parameters<Ctx['emit']>

const atOnce = 50
const maxRounds = 200

/** Works through what was left out of the kept deliveries, oldest first; whatever is taken in by now is noted as a replay. */
export async function syncIntegration(run: JobRun, { integration_id }: { integration_id: string }) {
  let done = 0
  let beyond: string | null = null
  for (let round = 0; round < maxRounds && !run.signal.aborted; round++) {
    const integration = await integrationById(run.db, run.org, integration_id)
    const batch: KeptDelivery[] = integration ? await leftOut(run.db, run.org, integration_id, beyond, atOnce) : []
    if (!integration || batch.length === 0) break
    await run.write(async (db) => {
      const queued: string[] = []
      for (const delivery of batch) await again(run, db, integration, delivery, queued)
      if (queued.length) await run.enqueue(db, 'feedback_analysis', { feedback_ids: queued })
    })
    beyond = batch.at(-1)!.id
    await run.progress({ stage: 'taking in', done: (done += batch.length) })
  }
  return async (db: Db) => {
    const integration = await integrationById(db, run.org, integration_id)
    const now = new Date()
    if (integration)
      await changeIntegration(db, run.org, integration_id, {
        last_run_at: now,
        next_run_at: nextRun(integration.sync_frequency, now),
      })
    return { type: 'integration', id: integration_id }
  }
}

async function again(
  run: JobRun,
  db: Db,
  integration: IntegrationRow,
  { id, delivery_id, body }: KeptDelivery,
  queued: string[],
) {
  const told: Told[] = []
  const hand: Hand = {
    db,
    org: run.org,
    now: new Date(),
    emit: (...happened) => void told.push(happened),
    announce: async (ids) => void queued.push(...ids),
  }
  const outcome = await carryOut(hand, integration, parse(body!), id)
  if (outcome.status !== 'accepted') return
  await note(db, run.org, integration.id, outcome, { deliveryId: delivery_id, replayOf: id })
  for (const [type, more] of told)
    await tell(db, run.org, { id: run.id, type: 'integration_sync', user: run.user }, type, more?.object ?? {})
}

import type { JobRun } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { recordJobEvents } from '#domain/events/feed/queries-insert.ts'
import { findIntegration, updateIntegration, type IntegrationRow } from '#domain/integrations/queries.ts'
import { providers } from '#domain/integrations/providers/registry.ts'
import { type PullOutcome, runPull } from '#domain/integrations/pull/run.ts'
import { incrementRequests, markBackfilled, updatePull } from '#domain/integrations/pull/queries.ts'
import { nextRun } from '#domain/integrations/rules.ts'
import { replayDeliveries } from './replay-deliveries.ts'

const jobType = 'integration_sync'

/** Retries stored deliveries that were not accepted, then fetches what is new from the provider. */
export async function syncIntegration(run: JobRun, { integration_id }: { integration_id: string }) {
  const replayed = await replayDeliveries(run, integration_id)
  const integration = await findIntegration(run.db, run.org, integration_id)
  const outcome = integration && (await pullFrom(run, integration, replayed))
  return async (db: Db) => {
    const current = integration && (await findIntegration(db, run.org, integration_id))
    if (current) await recordOutcome(run, db, current, outcome)
    return { type: 'integration', id: integration_id }
  }
}

async function pullFrom(run: JobRun, integration: IntegrationRow, replayed: number): Promise<PullOutcome | undefined> {
  const definition = providers.get(integration.provider)
  if (!definition?.pull || integration.status === 'disabled') return undefined
  let done = replayed
  const { org, id: job, user, db, vault, outbound, signal } = run
  return runPull(
    {
      org,
      job,
      db,
      vault,
      outbound,
      signal,
      write: (work) => run.write(work),
      enqueueAnalysis: (tx, ids) => run.enqueue(tx, 'feedback_analysis', { feedback_ids: [...ids] }),
      record: (tx, events) => recordJobEvents(tx, org, { id: job, type: jobType, user }, events),
      onPage: (fetched) => run.progress({ stage: 'importing', done: (done += fetched) }),
    },
    integration,
    definition,
  )
}

/** When the integration is fetched from again, and what a person sees of the result. */
async function recordOutcome(run: JobRun, db: Db, integration: IntegrationRow, outcome: PullOutcome | undefined) {
  const { org } = run
  const { id, sync_frequency, status } = integration
  const now = new Date()
  const scheduled = nextRun(sync_frequency, now)
  if (!outcome || outcome.result === 'stopped')
    return updateIntegration(db, org, id, { last_run_at: now, next_run_at: scheduled })
  await incrementRequests(db, org, id, outcome.requests)
  if (outcome.result === 'failed') {
    const { code, message, action, retryAt } = outcome.failure
    const isPermanent = retryAt === undefined
    await updatePull(db, org, id, { error_code: code, error_message: message, error_action: action, error_at: now })
    if (isPermanent && status !== 'error')
      await recordJobEvents(db, org, { id: run.id, type: jobType, user: run.user }, [
        { type: 'integration.error', object: { id, code, message } },
      ])
    return updateIntegration(db, org, id, {
      last_run_at: now,
      next_run_at: isPermanent ? scheduled : new Date(retryAt),
      status: isPermanent ? 'error' : 'degraded',
    })
  }
  await updatePull(db, org, id, {
    error_code: null,
    error_message: null,
    error_action: null,
    error_at: null,
    ...(outcome.result === 'up_to_date' && { last_success_at: now }),
  })
  if (outcome.result === 'up_to_date') await markBackfilled(db, org, id)
  else await run.enqueue(db, jobType, { integration_id: id })
  await updateIntegration(db, org, id, { last_run_at: now, next_run_at: scheduled, status: 'connected' })
}

import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import { createOutbound, type Outbound } from '#outbound/client.ts'
import { findIntegration } from '#domain/integrations/queries.ts'
import { markBackfilled } from '#domain/integrations/pull/queries.ts'
import { providers } from '#domain/integrations/providers/registry.ts'
import { runPull } from '#domain/integrations/pull/run.ts'
import { timeHeader } from './start-simulator.ts'
import type { RunResult } from './runner.ts'

export type PullTarget = { org: string; integration: string; pageSize: number; now: number }
type Hooks = { afterAnswer(): Promise<void>; afterCommit(): void }

/** One run as the worker does it, in simulated time. */
export async function pullOnce(
  { store, vault }: { store: Store; vault: Vault },
  { org, integration: id, pageSize, now }: PullTarget,
  { afterAnswer, afterCommit }: Hooks,
): Promise<RunResult> {
  const integration = (await findIntegration(store, org, id))!
  let time = now
  const outcome = await runPull(
    {
      org,
      job: newId(),
      db: store,
      vault,
      outbound: observed(() => time, afterAnswer),
      clock: { now: () => time, sleep: async (ms) => void (time += ms) },
      budget: { requests: 300, ms: 3_600_000 },
      pageSize,
      write: (work) => store.transaction(work),
      enqueueAnalysis: async () => {},
      record: async () => {},
      onPage: async () => afterCommit(),
    },
    integration,
    providers.get(integration.provider)!,
  )
  if (outcome.result === 'up_to_date') await markBackfilled(store, org, id)
  return { ...outcome, now: time }
}

/** Sends the simulated time along, and lets the caller end the run after each answer. */
function observed(now: () => number, afterAnswer: () => Promise<void>): Outbound {
  const outbound = createOutbound({
    networks: ['127.0.0.0/8'],
    resolve: async () => [],
    extraHeaders: () => ({ [timeHeader]: String(now()) }),
  })
  return {
    async get(request) {
      const response = await outbound.get(request)
      await afterAnswer()
      return response
    },
    async post(request) {
      const response = await outbound.post(request)
      await afterAnswer()
      return response
    },
    async postForStream() {
      throw new Error('no provider reads a stream')
    },
    async session(target, work) {
      const result = await outbound.session(target, work)
      await afterAnswer()
      return result
    },
  }
}

import { startDueCheckins } from '#domain/competitors/checkins/schedule.ts'
import type { Log } from '#domain/context.ts'
import { scheduleDueSyncs } from '#domain/integrations/sync/schedule-syncs.ts'
import { evaluateNightly } from '#domain/findings/segments/evaluate-nightly.ts'
import { publishScoreChanges } from '#domain/sources/nps/jobs.ts'
import { queueIdleTickets } from '#domain/sources/tickets/jobs.ts'
import { type AlertMail, evaluateAlerts } from '#domain/overview/alerts/evaluate-alerts.ts'
import type { Tier } from '#engine/embed/embedder.ts'
import type { Store } from '#store/open.ts'
import type { CronJob, Queue } from '#store/queue.ts'
import { analysisCronJobs } from './analysis-cron-jobs.ts'
import { deleteExpired } from './retention.ts'

/** The rest waits for the next run. */
const maxIdleTickets = 5000

type Deps = { store: Store; queue: Queue; log: Log; mail?: AlertMail; embeddings?: Tier | 'auto'; llm?: boolean }

/** Scheduled work; with several workers, each run happens in one of them. */
export const cronJobs = (deps: Deps): CronJob[] => [
  ...analysisCronJobs(deps),
  ...sourceCronJobs(deps),
  {
    name: 'checkins',
    cron: '* * * * *',
    run: report(deps, 'started', 'started due competitor check-ins', () => startDueCheckins(deps.store, deps.queue)),
  },
  {
    name: 'upkeep',
    cron: '*/10 * * * *',
    run: report(deps, 'removed', 'deleted expired rows', () => deleteExpired(deps.store)),
  },
  {
    name: 'alerts',
    cron: '*/10 * * * *',
    run: report(deps, 'triggered', 'alerts triggered', () => evaluateAlerts(deps.store, new Date(), deps.mail)),
  },
]

const sourceCronJobs = (deps: Deps): CronJob[] => [
  {
    name: 'schedule-syncs',
    cron: '*/5 * * * *',
    run: report(deps, 'integrations', 'enqueued due integration syncs', () => scheduleDueSyncs(deps.store, deps.queue)),
  },
  {
    name: 'segments',
    cron: '20 2 * * *',
    run: report(deps, 'organizations', 'evaluated segment rules', () => evaluateNightly(deps.store)),
  },
  {
    name: 'analyze-idle-tickets',
    cron: '*/10 * * * *',
    run: report(deps, 'tickets', 'enqueued analysis of idle tickets', () =>
      queueIdleTickets(deps.store, deps.queue, maxIdleTickets),
    ),
  },
  {
    name: 'nps-scores',
    cron: '* * * * *',
    run: report(deps, 'changed', 'NPS scores changed', () => publishScoreChanges(deps.store)),
  },
]

/** Logs how many objects a run affected, if any. */
const report =
  ({ log }: Deps, field: string, message: string, run: () => Promise<number>) =>
  async () => {
    const count = await run()
    if (count > 0) log.info({ [field]: count }, message)
  }

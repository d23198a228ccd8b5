import { startDueCheckins } from '#domain/competitors/checkins/schedule.ts'
import { deleteRequestedOrganizations } from '#domain/organizations/deletion/delete-organization.ts'
import { sweepJobs } from '#domain/jobs/sweep.ts'
import type { Log } from '#domain/context.ts'
import { deleteGoneDiscussions } from '#domain/comments/jobs.ts'
import { countChangedDays } from '#domain/daily-counts/jobs.ts'
import { sendNotificationMails } from '#domain/notifications/mail/send-mails.ts'
import { scheduleDueSyncs } from '#domain/integrations/sync/schedule-syncs.ts'
import { countAccountReach } from '#domain/ranking/account-reach/jobs.ts'
import { evaluateNightly } from '#domain/findings/segments/evaluate-nightly.ts'
import { giveVerdicts } from '#domain/planning/outcomes/jobs.ts'
import { publishScoreChanges } from '#domain/sources/nps/jobs.ts'
import { queueIdleTickets } from '#domain/sources/tickets/jobs.ts'
import { type DigestDelivery, sendDigests } from '#domain/overview/digest/send-digests.ts'
import { type AlertDelivery, evaluateAlerts } from '#domain/overview/alerts/evaluate-alerts.ts'
import { applyRetention } from '#domain/overview/retention/apply-retention.ts'
import type { Tier } from '#engine/embed/embedder.ts'
import { analyzeGrownTables } from '#store/analyze-tables.ts'
import type { Store } from '#store/open.ts'
import type { CronJob, Queue } from '#store/queue.ts'
import { analysisCronJobs } from './analysis-cron-jobs.ts'
import { deleteExpired } from './retention.ts'

/** The rest waits for the next run. */
const maxIdleTickets = 5000

type Deps = {
  store: Store
  queue: Queue
  log: Log
  delivery: AlertDelivery & DigestDelivery
  embeddings?: Tier | 'auto'
  llm?: boolean
  /** Retention of the audit log. */
  auditDays: number
}

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
    name: 'daily-counts',
    cron: '* * * * *',
    run: report(deps, 'days', 'counted changed days', () => countChangedDays(deps.store)),
  },
  {
    name: 'upkeep',
    cron: '*/10 * * * *',
    run: report(deps, 'removed', 'deleted expired rows', () =>
      deleteExpired(deps.store, { auditDays: deps.auditDays }),
    ),
  },
  { name: 'statistics', cron: '* * * * *', run: () => analyzeGrownTables(deps.store) },
  ...discussionCronJobs(deps),
  deletionCronJob(deps),
  sweepCronJob(deps),
  digestCronJob(deps),
  {
    name: 'retention',
    cron: '35 3 * * *',
    run: report(deps, 'deleted', 'deleted items beyond their retention period', () => applyRetention(deps.store)),
  },
  outcomeCronJob(deps),
  {
    name: 'alerts',
    cron: '*/10 * * * *',
    run: report(deps, 'triggered', 'alerts triggered', () => evaluateAlerts(deps.store, new Date(), deps.delivery)),
  },
]

const digestCronJob = (deps: Deps): CronJob => ({
  name: 'digests',
  // Hourly, so that a server that was down on Monday sends when it is back.
  cron: '5 * * * *',
  run: report(deps, 'messages', 'wrote weekly digests', () => sendDigests(deps.store, deps.delivery)),
})

const discussionCronJobs = (deps: Deps): CronJob[] => [
  {
    name: 'notification-mails',
    cron: '* * * * *',
    run: report(deps, 'mails', 'wrote mails about notifications', () =>
      sendNotificationMails(deps.store, deps.delivery),
    ),
  },
  {
    name: 'gone-discussions',
    cron: '25 4 * * *',
    run: report(deps, 'comments', 'deleted comments on objects that are gone', () => deleteGoneDiscussions(deps.store)),
  },
]

const deletionCronJob = (deps: Deps): CronJob => ({
  name: 'delete-organizations',
  cron: '* * * * *',
  run: report(deps, 'organizations', 'deleted organizations', () =>
    deleteRequestedOrganizations(deps.store, (receipt) => deps.log.info(receipt, 'deleted an organization')),
  ),
})

const outcomeCronJob = (deps: Deps): CronJob => ({
  name: 'project-outcomes',
  cron: '15 4 * * *',
  run: report(deps, 'verdicts', 'gave verdicts on completed Projects', () => giveVerdicts(deps.store)),
})

const sweepCronJob = (deps: Deps): CronJob => ({
  name: 'sweep-jobs',
  cron: '* * * * *',
  run: report(deps, 'jobs', 'enqueued jobs without a queue message', () => sweepJobs(deps.store, deps.queue)),
})

const sourceCronJobs = (deps: Deps): CronJob[] => [
  {
    name: 'schedule-syncs',
    cron: '* * * * *',
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
    name: 'account-reach',
    cron: '* * * * *',
    run: report(deps, 'rows', 'counted the accounts behind themes and plans', () => countAccountReach(deps.store)),
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

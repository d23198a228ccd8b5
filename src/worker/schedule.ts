import { tendCheckins } from '#domain/competitors/checkins/schedule.ts'
import type { Log } from '#domain/context.ts'
import { enqueueDue } from '#domain/integrations/due.ts'
import { evaluateNightly } from '#domain/findings/segments/nightly.ts'
import { tellScores } from '#domain/sources/nps/score-changes.ts'
import { analyseRested } from '#domain/sources/tickets/rest.ts'
import { type AlertLetters, lookAtAlerts } from '#domain/overview/alerts/look.ts'
import type { Tier } from '#engine/embed/embedder.ts'
import type { Store } from '#store/open.ts'
import type { Duty, Queue } from '#store/queue.ts'
import { analysisDuties } from './analysis-duties.ts'
import { prune } from './upkeep.ts'

/** More than that wait for the next turn. */
const maxRested = 5000

/** What is done by the clock; however many workers there are, one of them does it. */
export const dutiesOf = (
  store: Store,
  queue: Queue,
  log: Log,
  { letters, embeddings }: { letters?: AlertLetters; embeddings?: Tier | 'auto' } = {},
): Duty[] => [
  ...analysisDuties(store, queue, log, embeddings),
  {
    name: 'checkins',
    cron: '* * * * *',
    async run() {
      const started = await tendCheckins(store, queue)
      if (started > 0) log.info({ started }, 'started competitor check-ins that were due')
    },
  },
  {
    name: 'upkeep',
    cron: '*/10 * * * *',
    async run() {
      const removed = await prune(store)
      if (removed > 0) log.info({ removed }, 'pruned what has had its time')
    },
  },
  {
    name: 'schedule-syncs',
    cron: '*/5 * * * *',
    async run() {
      const asked = await enqueueDue(store, queue)
      if (asked > 0) log.info({ integrations: asked }, 'syncs are due')
    },
  },
  {
    name: 'segments',
    cron: '20 2 * * *',
    async run() {
      const organizations = await evaluateNightly(store)
      if (organizations > 0) log.info({ organizations }, 'everybody is measured by the rules of segments')
    },
  },
  {
    name: 'analyze-idle-tickets',
    cron: '*/10 * * * *',
    async run() {
      const tickets = await analyseRested(store, queue, maxRested)
      if (tickets > 0) log.info({ tickets }, 'tickets came to rest and are analyzed')
    },
  },
  {
    name: 'nps-scores',
    cron: '* * * * *',
    async run() {
      const changed = await tellScores(store)
      if (changed > 0) log.info({ changed }, 'NPS scores changed')
    },
  },
  {
    name: 'alerts',
    cron: '*/10 * * * *',
    async run() {
      const triggered = await lookAtAlerts(store, new Date(), letters)
      if (triggered > 0) log.info({ triggered }, 'alerts found what they wait for')
    },
  },
]

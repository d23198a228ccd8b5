import { enqueue } from '#domain/account/jobs/enqueue.ts'
import type { Log } from '#domain/context.ts'
import { leftWithoutLook } from '#domain/findings/analysis/ask-for-themes.ts'
import { forgotten, releaseAbandoned } from '#domain/findings/analysis/items.ts'
import { orgsToReadAgain } from '#domain/findings/analysis/vectors.ts'
import { withSubthemes } from '#domain/findings/synthesis/read.ts'
import { withBacklog } from '#domain/planning/backlog/refresh-backlog.ts'
import { modelRunsHere, type Tier } from '#engine/embed/embedder.ts'
import type { Store } from '#store/open.ts'
import type { Duty, Queue } from '#store/queue.ts'

/* What keeps the analysis going when nobody asks: items left behind are taken up again, and every night the themes are looked at and the backlog is counted anew. */

export const analysisDuties = (store: Store, queue: Queue, log: Log, embeddings: Tier | 'auto' = 'static'): Duty[] => [
  {
    name: 'reembed',
    cron: '* * * * *',
    async run() {
      if (embeddings === 'static' || !(await modelRunsHere())) return
      const orgs = await orgsToReadAgain(store)
      await askEach(
        store,
        queue,
        orgs.map((row) => row.org_id),
        'vector_refresh',
        {},
      )
      if (orgs.length > 0) log.info({ organizations: orgs.length }, 'what was read fast is read again by the model')
    },
  },
  {
    name: 'requeue-feedback',
    cron: '* * * * *',
    async run() {
      const released = await releaseAbandoned(store)
      const orgs = await forgotten(store)
      await askEach(
        store,
        queue,
        orgs.map((row) => row.org_id),
        'feedback_analysis',
        { feedback_ids: [] },
      )
      if (released + orgs.length > 0)
        log.info({ released, organizations: orgs.length }, 'feedback that waited is analyzed')
    },
  },
  {
    name: 'schedule-synthesis',
    cron: '* * * * *',
    run: async () =>
      askEach(
        store,
        queue,
        (await leftWithoutLook(store)).map((row) => row.org_id),
        'subtheme_synthesis',
        {},
      ),
  },
  {
    name: 'nightly-theme-review',
    cron: '47 2 * * *',
    run: async () =>
      askEach(
        store,
        queue,
        (await withSubthemes(store)).map((row) => row.org_id),
        'subtheme_synthesis',
        { review: true },
      ),
  },
  {
    name: 'nightly-backlog',
    cron: '17 3 * * *',
    run: async () =>
      askEach(
        store,
        queue,
        (await withBacklog(store)).map((row) => row.org_id),
        'backlog_refresh',
        {},
      ),
  },
]

async function askEach(
  store: Store,
  queue: Queue,
  orgs: readonly string[],
  type: 'feedback_analysis' | 'backlog_refresh' | 'subtheme_synthesis' | 'vector_refresh',
  payload: object,
) {
  for (const org of orgs) await store.transaction((db) => enqueue(db, queue, org, { type, payload, user: null }))
}

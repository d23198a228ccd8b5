import { enqueue } from '#domain/jobs/enqueue.ts'
import type { Log } from '#domain/context.ts'
import { orgsNeedingSynthesis } from '#domain/findings/analysis/queries-synthesis.ts'
import { orgsWithStaleQueue, deleteAbandonedClaims } from '#domain/findings/analysis/queries.ts'
import { orgsWithOutdatedVectors } from '#domain/findings/analysis/queries-vectors.ts'
import { listOrgsWithSubthemes } from '#domain/findings/synthesis/queries.ts'
import { copyVectors, indexLargeSpaces } from '#domain/findings/semantic/copy-vectors.ts'
import { orgsNeedingGrouping } from '#domain/findings/llm-grouping/queries.ts'
import { orgsNeedingReview } from '#domain/llm-tasks/queries.ts'
import { listOrganizationsWithBacklog } from '#domain/planning/backlog/queries-candidates.ts'
import { isModelAvailable, type Tier } from '#engine/embed/embedder.ts'
import type { Store } from '#store/open.ts'
import type { CronJob, Queue } from '#store/queue.ts'

type Deps = { store: Store; queue: Queue; log: Log; embeddings?: Tier | 'auto'; llm?: boolean }
type JobType =
  | 'language_model_review'
  | 'language_model_grouping'
  | 'feedback_analysis'
  | 'backlog_refresh'
  | 'subtheme_synthesis'
  | 'vector_refresh'

/** Catches up on analysis that was interrupted, and reviews themes and the backlog every night. */
export const analysisCronJobs = (deps: Deps): CronJob[] => [
  { name: 'reembed', cron: '* * * * *', run: () => reembed(deps) },
  { name: 'copy-vectors', cron: '* * * * *', run: () => copyToExtension(deps) },
  {
    name: 'index-vectors',
    cron: '7 4 * * *',
    run: async () => {
      const indexes = await indexLargeSpaces(deps.store)
      if (indexes > 0) deps.log.info({ indexes }, 'built vector indexes of large organizations')
    },
  },
  { name: 'requeue-feedback', cron: '* * * * *', run: () => requeueFeedback(deps) },
  {
    name: 'schedule-synthesis',
    cron: '* * * * *',
    run: async () => enqueueForEach(deps, await orgsNeedingSynthesis(deps.store), 'subtheme_synthesis', {}),
  },
  {
    name: 'schedule-language-model',
    cron: '* * * * *',
    run: async () => {
      if (!deps.llm) return
      await enqueueForEach(deps, await orgsNeedingReview(deps.store), 'language_model_review', {})
      await enqueueForEach(deps, await orgsNeedingGrouping(deps.store), 'language_model_grouping', {})
    },
  },
  {
    name: 'nightly-theme-review',
    cron: '47 2 * * *',
    run: async () =>
      enqueueForEach(deps, await listOrgsWithSubthemes(deps.store), 'subtheme_synthesis', { review: true }),
  },
  {
    name: 'nightly-backlog',
    cron: '17 3 * * *',
    run: async () => enqueueForEach(deps, await listOrganizationsWithBacklog(deps.store), 'backlog_refresh', {}),
  },
]

async function copyToExtension(deps: Deps) {
  const spaces = await copyVectors(deps.store, deps.embeddings ?? 'static')
  if (spaces > 0) deps.log.info({ organizations: spaces }, 'copied vectors for search in PostgreSQL')
}

/** Replaces vectors of the static tier, used during bulk imports, by the model's, which is only loaded for that. */
async function reembed(deps: Deps) {
  if ((deps.embeddings ?? 'static') === 'static') return
  const orgs = await orgsWithOutdatedVectors(deps.store)
  if (orgs.length === 0 || !(await isModelAvailable())) return
  await enqueueForEach(deps, orgs, 'vector_refresh', {})
  deps.log.info({ organizations: orgs.length }, 're-embedding bulk imports with the model')
}

async function requeueFeedback(deps: Deps) {
  const released = await deleteAbandonedClaims(deps.store)
  const orgs = await orgsWithStaleQueue(deps.store)
  await enqueueForEach(deps, orgs, 'feedback_analysis', { feedback_ids: [] })
  if (released + orgs.length > 0)
    deps.log.info({ released, organizations: orgs.length }, 'requeued feedback without a running job')
}

async function enqueueForEach(
  { store, queue }: Deps,
  orgs: readonly { org_id: string }[],
  type: JobType,
  payload: object,
) {
  for (const { org_id } of orgs)
    await store.transaction((db) => enqueue(db, queue, org_id, { type, payload, user: null }))
}

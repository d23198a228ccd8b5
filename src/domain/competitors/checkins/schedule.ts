import { enqueue } from '#domain/jobs/enqueue.ts'
import { hasRunningResearch, isResearchConflict, listTrackedCompetitors } from '#domain/competitors/research/queries.ts'
import { clearNextRun, scheduleNext } from '#domain/competitors/research/queries-schedule.ts'
import { newId } from '#store/ids.ts'
import type { Db, Store } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'
import { type DueCheckin, failRun, insertRun, listDueOrgs, listLostRuns, lockDueCheckin } from './queries.ts'

/** Starts every due check-in once, however many workers run this, and fails runs whose job is lost. */
export async function startDueCheckins(store: Store, queue: Queue): Promise<number> {
  await failLostRuns(store)
  let started = 0
  for (const { org_id } of await listDueOrgs(store))
    if (
      await store
        .transaction((db) => startDueCheckin(db, queue, org_id))
        .catch((error) => (isConcurrentStart(error) ? false : Promise.reject(error)))
    )
      started++
  return started
}

const lockNotAvailable = '55P03'

/** Another process holds the row, or research starts at the same time; the next run sees the result. */
const isConcurrentStart = (error: unknown) =>
  isResearchConflict(error) || (error as { code?: string }).code === lockNotAvailable

/** The run, its job and the next date are one transaction. */
async function startDueCheckin(db: Db, queue: Queue, org: string): Promise<boolean> {
  const due = await lockDueCheckin(db, org)
  if (!due) return false
  const tracked = await listTrackedCompetitors(db, org)
  const skipReason = await reasonToSkip(db, org, due, tracked.length)
  const id = newId()
  await clearNextRun(db, org)
  const payload = {
    competitor_ids: tracked.map((one) => one.id),
    reviews_per_source: due.reviews_per_source,
    checkin_id: id,
  }
  const job = skipReason
    ? null
    : await enqueue(db, queue, org, { type: 'competitor_checkin', payload, total: tracked.length, user: null })
  await insertRun(db, org, due, { id, job, skipReason })
  if (skipReason) await scheduleNext(db, org)
  return job !== null
}

async function reasonToSkip(
  db: Db,
  org: string,
  { enabled, credits }: DueCheckin,
  tracked: number,
): Promise<string | null> {
  if (!enabled) return 'FEATURE_NOT_AVAILABLE'
  if (credits === 0) return 'CREDIT_LIMIT_EXCEEDED'
  if (tracked === 0) return 'NO_SOURCES_FOUND'
  return (await hasRunningResearch(db, org)) ? 'CONFLICT' : null
}

async function failLostRuns(store: Store) {
  for (const { org_id, job_id, error_code } of await listLostRuns(store))
    await store.transaction((db) => failRun(db, org_id, job_id, error_code ?? 'INTERNAL_ERROR'))
}

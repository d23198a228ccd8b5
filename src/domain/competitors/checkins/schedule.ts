import { enqueue } from '#domain/account/jobs/enqueue.ts'
import { trackedCompetitors, isBusy, wasBusy } from '#domain/competitors/research/tracked.ts'
import { newId } from '#store/ids.ts'
import type { Db, Store } from '#store/open.ts'
import type { Queue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import { type Cadence, failRun, scheduleNext } from './queries.ts'

const maxAtOnce = 100

/** Starts every check-in that is due, each once however many processes look, and settles runs whose job came to nothing. */
export async function tendCheckins(store: Store, queue: Queue): Promise<number> {
  await settleLost(store)
  const due = await store.rows<{ org_id: string }>(sql`
    select org_id from competitor_graph where checkins_enabled and next_run_at <= now() order by next_run_at limit ${maxAtOnce}`)
  let started = 0
  for (const { org_id } of due)
    if (
      await store
        .transaction((db) => startDue(db, queue, org_id))
        .catch((error) => (isInOtherHands(error) ? false : Promise.reject(error)))
    )
      started++
  return started
}

/** Another process holds the row, or research starts in the same moment; the next look sees what came of it. */
const isInOtherHands = (error: unknown) => wasBusy(error) || (error as { code?: string }).code === '55P03'

type Due = {
  cadence: Cadence
  next_run_at: string
  reviews_per_source: number
  enabled: boolean
  credits: number | null
}

/** The row is held, so whoever comes second finds nothing due; the run, its job and the new date are one transaction. */
async function startDue(db: Db, queue: Queue, org: string): Promise<boolean> {
  const due = await db.first<Due>(sql`
    select g.cadence, g.next_run_at, g.reviews_per_source, o.feature_competitors as enabled, o.credits from competitor_graph g join organization o on o.id = g.org_id
    where g.org_id = ${org} and g.checkins_enabled and g.next_run_at <= now() for no key update of g nowait`)
  if (!due) return false
  const tracked = await trackedCompetitors(db, org)
  const why = await reasonToSkip(db, org, due, tracked.length)
  const id = newId()
  await db.run(sql`update competitor_graph set next_run_at = null where org_id = ${org}`)
  const payload = {
    competitor_ids: tracked.map((one) => one.id),
    reviews_per_source: due.reviews_per_source,
    checkin_id: id,
  }
  const job = why
    ? null
    : await enqueue(db, queue, org, { type: 'competitor_checkin', payload, total: tracked.length, user: null })
  await db.run(sql`
    insert into competitor_checkin (org_id, id, status, cadence, scheduled_for, completed_at, job_id, error_code)
    values (${org}, ${id}, ${why ? 'skipped' : 'scheduled'}, ${due.cadence}, ${due.next_run_at}, ${why ? sql`now()` : null}, ${job}, ${why})`)
  if (why) await scheduleNext(db, org)
  return job !== null
}

async function reasonToSkip(db: Db, org: string, { enabled, credits }: Due, tracked: number): Promise<string | null> {
  if (!enabled) return 'FEATURE_NOT_AVAILABLE'
  if (credits === 0) return 'CREDIT_LIMIT_EXCEEDED'
  if (tracked === 0) return 'NO_SOURCES_FOUND'
  return (await isBusy(db, org)) ? 'CONFLICT' : null
}

/** A job that was cancelled, or is no longer known, ends its run too. */
async function settleLost(store: Store) {
  const lost = await store.rows<{ org_id: string; job_id: string; error_code: string | null }>(sql`
    select r.org_id, r.job_id, j.error_code from competitor_checkin r left join job j on j.org_id = r.org_id and j.id = r.job_id
    where r.status in ('scheduled', 'running') and (j.id is null or j.status in ('failed', 'cancelled')) limit ${maxAtOnce}`)
  for (const { org_id, job_id, error_code } of lost)
    await store.transaction((db) => failRun(db, org_id, job_id, error_code ?? 'INTERNAL_ERROR'))
}

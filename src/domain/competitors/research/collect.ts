import type { Collector } from '#collectors/collector.ts'
import { createPoliteFetcher, SourceUnavailableError, type PoliteFetcher } from '#collectors/polite-fetcher.ts'
import type { JobRun } from '#domain/context.ts'
import { listReports, type SourceReport, upsertReport, insertReviews } from './queries-reviews.ts'
import { updateDescription, type TrackedCompetitor } from './queries.ts'

/** Sources that are read concurrently; each host still gets one request at a time. */
const concurrency = 6

type Task = { competitor: TrackedCompetitor; collector: Collector }

/** Collects every source of every competitor; a resumed job collects only what is missing. */
export async function collect(
  run: JobRun,
  competitors: readonly TrackedCompetitor[],
  reviewsPerSource: number,
): Promise<SourceReport[]> {
  const { collectors, delayMs } = run.reviewSources
  const fetcher = createPoliteFetcher(run.outbound, { delayMs, signal: run.signal })
  const reports = (await listReports(run.db, run.org, run.id)).filter(({ status }) => status === 'collected')
  const done = new Set(reports.map(({ competitor_id, source }) => `${competitor_id}/${source}`))
  const tasks = competitors.flatMap((competitor) =>
    collectors
      .map((collector) => ({ competitor, collector }))
      .filter((task) => !done.has(`${competitor.id}/${task.collector.name}`)),
  )
  const pending = new Map(competitors.map(({ id }) => [id, tasks.filter((task) => task.competitor.id === id).length]))
  const finished = () => [...pending.values()].filter((count) => count === 0).length
  await run.progress({ stage: 'collecting', total: competitors.length, done: finished() })
  await runConcurrently(tasks, async (task) => {
    reports.push(await collectOne(run, task, reviewsPerSource, fetcher))
    pending.set(task.competitor.id, pending.get(task.competitor.id)! - 1)
    await run.progress({ done: finished() })
  })
  return reports
}

async function runConcurrently(tasks: readonly Task[], work: (task: Task) => Promise<void>) {
  const queue = [...tasks]
  const runNext = async () => {
    for (let task = queue.shift(); task; task = queue.shift()) await work(task)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, runNext))
}

/** A source that cannot be read is reported; the others continue. */
async function collectOne(
  run: JobRun,
  { competitor, collector }: Task,
  max: number,
  fetcher: PoliteFetcher,
): Promise<SourceReport> {
  const found = await collector.collect(competitor, max, fetcher).catch((error: unknown) => error as Error)
  run.signal.throwIfAborted()
  return run.write(async (db) => {
    const report =
      found instanceof Error
        ? unavailable(run, competitor, collector, found)
        : await insertReviews(
            db,
            run.org,
            { competitor: competitor.id, collector },
            { ...found, reviews: found.reviews.slice(0, max) },
          )
    if (!(found instanceof Error) && found.description)
      await updateDescription(db, run.org, competitor.id, found.description.slice(0, 2000))
    await upsertReport(db, run.org, run.id, report)
    return report
  })
}

function unavailable(
  { log, id }: JobRun,
  competitor: TrackedCompetitor,
  collector: Collector,
  error: Error,
): SourceReport {
  const expected = error instanceof SourceUnavailableError
  if (!expected)
    log.warn({ job: id, source: collector.name, error: String(error.stack ?? error) }, 'review source failed')
  const message = expected ? error.message.slice(0, 500) : 'The response of the source could not be read.'
  return {
    competitor_id: competitor.id,
    source: collector.name,
    status: 'unavailable',
    reviews_collected: 0,
    reviews_new: 0,
    error: message,
  }
}

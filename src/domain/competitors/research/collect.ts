import type { Collector } from '#collectors/collector.ts'
import { createVisits, Unavailable, type Visits } from '#collectors/visits.ts'
import type { JobRun } from '#domain/context.ts'
import { reportsOf, type Report, storeReport, storeReviews } from './store-reviews.ts'
import { describe, type Tracked } from './tracked.ts'

/** Sources that are read at the same time; a host still sees one request after the other. */
const atOnce = 6

type Task = { competitor: Tracked; collector: Collector }

/** Asks every source about every competitor. What is in is in: a job that is taken up again asks only for the rest. */
export async function collect(
  run: JobRun,
  competitors: readonly Tracked[],
  reviewsPerSource: number,
): Promise<Report[]> {
  const { collectors, delayMs } = run.reviewSources
  const visits = createVisits(run.outbound, { delayMs, signal: run.signal })
  const reports = (await reportsOf(run.db, run.org, run.id)).filter(({ status }) => status === 'collected')
  const done = new Set(reports.map(({ competitor_id, source }) => `${competitor_id}/${source}`))
  const tasks = competitors.flatMap((competitor) =>
    collectors
      .map((collector) => ({ competitor, collector }))
      .filter((task) => !done.has(`${competitor.id}/${task.collector.name}`)),
  )
  const left = new Map(competitors.map(({ id }) => [id, tasks.filter((task) => task.competitor.id === id).length]))
  const finished = () => [...left.values()].filter((count) => count === 0).length
  await run.progress({ stage: 'collecting', total: competitors.length, done: finished() })
  await each(tasks, async (task) => {
    reports.push(await collectOne(run, task, reviewsPerSource, visits))
    left.set(task.competitor.id, left.get(task.competitor.id)! - 1)
    await run.progress({ done: finished() })
  })
  return reports
}

async function each(tasks: readonly Task[], work: (task: Task) => Promise<void>) {
  const line = [...tasks]
  const take = async () => {
    for (let task = line.shift(); task; task = line.shift()) await work(task)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, take))
}

/** A source that cannot be read is told of, and the others go on. */
async function collectOne(run: JobRun, { competitor, collector }: Task, max: number, visits: Visits): Promise<Report> {
  const found = await collector.collect(competitor, max, visits).catch((error: unknown) => error as Error)
  run.signal.throwIfAborted()
  return run.write(async (db) => {
    const report =
      found instanceof Error
        ? unavailable(run, competitor, collector, found)
        : await storeReviews(db, run.org, competitor.id, collector, { ...found, reviews: found.reviews.slice(0, max) })
    if (!(found instanceof Error) && found.description)
      await describe(db, run.org, competitor.id, found.description.slice(0, 2000))
    await storeReport(db, run.org, run.id, report)
    return report
  })
}

function unavailable({ log, id }: JobRun, competitor: Tracked, collector: Collector, error: Error): Report {
  const expected = error instanceof Unavailable
  if (!expected)
    log.warn({ job: id, source: collector.name, error: String(error.stack ?? error) }, 'a review source broke')
  const message = expected ? error.message.slice(0, 500) : 'What the source answered could not be read.'
  return {
    competitor_id: competitor.id,
    source: collector.name,
    status: 'unavailable',
    reviews_collected: 0,
    reviews_new: 0,
    error: message,
  }
}

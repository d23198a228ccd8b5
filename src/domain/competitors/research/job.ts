import { tell } from '#domain/account/events/record.ts'
import type { JobPayloads, JobRun } from '#domain/context.ts'
import { type Analyst, engineAnalyst } from '#domain/competitors/synthesis/analyst.ts'
import { buildGraph, type Graph } from '#domain/competitors/synthesis/graph.ts'
import type { Insight, Review } from '#domain/competitors/synthesis/kinds.ts'
import { PermanentJobError } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { collect } from './collect.ts'
import { requireCredits, takeCredits } from './credits.ts'
import { insightsOf, ownInsights, publishedBefore, reviewsOf, sourcesOf } from './material.ts'
import { publish } from './publish.ts'
import type { Report } from './store-reviews.ts'
import { type Tracked, trackedCompetitors } from './tracked.ts'

export type Asked = JobPayloads['competitor_research']
export type Outcome = {
  graph: Graph
  /** Ends it: charges and publishes, in the job's own transaction. */ write(db: Db): Promise<void>
}

/** Collects, reads, shapes; what it comes to is only seen when it is written. */
export async function carryOut(run: JobRun, { competitor_ids, reviews_per_source }: Asked): Promise<Outcome> {
  const competitors = (await trackedCompetitors(run.db, run.org)).filter(({ id }) => competitor_ids.includes(id))
  await requireCredits(run.db, run.org, competitors.length * run.reviewSources.collectors.length)
  const reports = await collect(run, competitors, reviews_per_source)
  const reviews = await reviewsOf(run.db, run.org)
  requireSomething(reports, reviews)
  const begin = async (stage: string) => {
    run.signal.throwIfAborted()
    await run.progress({ stage })
  }
  const { graph, fresh } = await shape(
    { db: run.db, org: run.org, begin },
    reviews,
    engineAnalyst(await run.embedder()),
  )
  await run.progress({ stage: 'publishing' })
  return {
    graph,
    async write(db) {
      await takeCredits(db, run.org, reports.filter(({ status }) => status === 'collected').length)
      await publish(db, run.org, run.id, graph, fresh)
    },
  }
}

function requireSomething(reports: readonly Report[], reviews: readonly Review[]) {
  const reached = reports.some(({ status }) => status === 'collected')
  const failing = reports.find(({ status }) => status === 'unavailable')
  if (!reached && failing)
    throw new PermanentJobError(
      'SOURCE_UNAVAILABLE',
      `None of the sources could be read: ${failing.error ?? failing.source}`,
    )
  if (!reached || reviews.length === 0)
    throw new PermanentJobError('NO_SOURCES_FOUND', 'No review of any of the competitors was found.')
}

/** Makes the graph of whatever was stored and shows it at once. */
export async function publishStored(db: Db, org: string, analyst: Analyst) {
  const { graph, fresh } = await shape({ db, org, begin: async () => {} }, await reviewsOf(db, org), analyst)
  await publish(db, org, null, graph, fresh)
}

type Shaping = Pick<JobRun, 'db' | 'org'> & { begin(stage: string): Promise<void> }

async function shape({ db, org, begin }: Shaping, reviews: readonly Review[], analyst: Analyst) {
  await begin('extracting')
  const known = await insightsOf(db, org, new Map(reviews.map((review) => [review.id, review])))
  const read = new Set(known.map(({ review }) => review.id))
  const unread = reviews.filter(({ id }) => !read.has(id))
  const findings = await analyst.read(unread)
  const fresh: Insight[] = unread.flatMap((review, n) =>
    findings[n]!.map((finding) => ({ ...finding, id: newId(), review })),
  )
  await begin('synthesizing')
  const competitors: Tracked[] = await trackedCompetitors(db, org)
  const material = {
    competitors,
    sources: await sourcesOf(db, org),
    reviews,
    insights: inOrderOf(reviews, [...known, ...fresh]),
  }
  return {
    fresh,
    graph: await buildGraph(analyst, material, await publishedBefore(db, org), await ownInsights(db, org)),
  }
}

function inOrderOf(reviews: readonly Review[], insights: Insight[]): Insight[] {
  const places = new Map(reviews.map(({ id }, place) => [id, place]))
  return insights.sort((a, b) => places.get(a.review.id)! - places.get(b.review.id)! || (a.id < b.id ? -1 : 1))
}

export async function runResearch(run: JobRun, asked: Asked) {
  const { graph, write } = await carryOut(run, asked)
  const { competitor_count, review_count, insight_count } = graph.overview
  return async (db: Db) => {
    await write(db)
    await tell(db, run.org, { id: run.id, type: 'competitor_research', user: run.user }, 'competitor.research_ready', {
      id: run.id,
      competitor_count,
      review_count,
      insight_count,
    })
  }
}

export const failResearch = async (
  db: Db,
  { org, id }: { org: string; id: string },
  { code, message }: { code: string; message: string },
) => {
  await tell(db, org, { id, type: 'competitor_research', user: null }, 'competitor.research_failed', {
    id,
    error_code: code,
    error_message: message,
  })
}

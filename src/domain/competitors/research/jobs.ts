import { recordJobEvent } from '#domain/events/feed/queries-insert.ts'
import type { JobPayloads, JobRun } from '#domain/context.ts'
import { type Analyst, engineAnalyst } from '#domain/competitors/synthesis/analyst.ts'
import { buildGraph, type Graph } from '#domain/competitors/synthesis/graph.ts'
import type { ReviewInsight, Review } from '#domain/competitors/synthesis/types.ts'
import { PermanentJobError } from '#domain/errors.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { collect } from './collect.ts'
import { requireCredits, chargeCredits } from './credits.ts'
import {
  listStoredInsights,
  listFirstPartyInsights,
  getPublishedGraph,
  listReviews,
  listSources,
} from './queries-material.ts'
import { insertGraphVersion } from './queries-publish.ts'
import type { SourceReport } from './queries-reviews.ts'
import { type TrackedCompetitor, listTrackedCompetitors } from './queries.ts'

export type ResearchRequest = JobPayloads['competitor_research']
type Outcome = {
  graph: Graph
  /** Charges credits and publishes, in the job's transaction. */
  write(db: Db): Promise<void>
}

/** Collects reviews and builds the next version of the graph; nothing is visible before `write`. */
export async function research(run: JobRun, { competitor_ids, reviews_per_source }: ResearchRequest): Promise<Outcome> {
  const competitors = (await listTrackedCompetitors(run.db, run.org)).filter(({ id }) => competitor_ids.includes(id))
  await requireCredits(run.db, run.org, competitors.length * run.reviewSources.collectors.length)
  const reports = await collect(run, competitors, reviews_per_source)
  const reviews = await listReviews(run.db, run.org)
  requireReviews(reports, reviews)
  const startStage = async (stage: string) => {
    run.signal.throwIfAborted()
    await run.progress({ stage })
  }
  const { graph, newInsights } = await buildVersion(
    { db: run.db, org: run.org, startStage },
    reviews,
    engineAnalyst(await run.embedder()),
  )
  await run.progress({ stage: 'publishing' })
  return {
    graph,
    async write(db) {
      await chargeCredits(db, run.org, reports.filter(({ status }) => status === 'collected').length)
      await insertGraphVersion(db, run.org, { job: run.id, graph, newInsights })
    },
  }
}

function requireReviews(reports: readonly SourceReport[], reviews: readonly Review[]) {
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

/** Builds the graph of the stored reviews and publishes it. */
export async function publishStored(db: Db, org: string, analyst: Analyst) {
  const { graph, newInsights } = await buildVersion(
    { db, org, startStage: async () => {} },
    await listReviews(db, org),
    analyst,
  )
  await insertGraphVersion(db, org, { job: null, graph, newInsights })
}

type BuildContext = Pick<JobRun, 'db' | 'org'> & { startStage(stage: string): Promise<void> }

async function buildVersion({ db, org, startStage }: BuildContext, reviews: readonly Review[], analyst: Analyst) {
  await startStage('extracting')
  const stored = await listStoredInsights(db, org, new Map(reviews.map((review) => [review.id, review])))
  const extractedReviewIds = new Set(stored.map(({ review }) => review.id))
  const newReviews = reviews.filter(({ id }) => !extractedReviewIds.has(id))
  const findings = await analyst.read(newReviews)
  const newInsights: ReviewInsight[] = newReviews.flatMap((review, n) =>
    findings[n]!.map((finding) => ({ ...finding, id: newId(), review })),
  )
  await startStage('synthesizing')
  const competitors: TrackedCompetitor[] = await listTrackedCompetitors(db, org)
  const material = {
    competitors,
    sources: await listSources(db, org),
    reviews,
    insights: inReviewOrder(reviews, [...stored, ...newInsights]),
  }
  return {
    newInsights,
    graph: await buildGraph(analyst, material, await getPublishedGraph(db, org), await listFirstPartyInsights(db, org)),
  }
}

function inReviewOrder(reviews: readonly Review[], insights: ReviewInsight[]): ReviewInsight[] {
  const positions = new Map(reviews.map(({ id }, position) => [id, position]))
  return insights.sort((a, b) => positions.get(a.review.id)! - positions.get(b.review.id)! || (a.id < b.id ? -1 : 1))
}

export async function runResearch(run: JobRun, request: ResearchRequest) {
  const { graph, write } = await research(run, request)
  const { competitor_count, review_count, insight_count } = graph.overview
  return async (db: Db) => {
    await write(db)
    await recordJobEvent(
      db,
      run.org,
      { id: run.id, type: 'competitor_research', user: run.user },
      {
        type: 'competitor.research_ready',
        object: {
          id: run.id,
          competitor_count,
          review_count,
          insight_count,
        },
      },
    )
  }
}

export const failResearch = async (
  db: Db,
  { org, id }: { org: string; id: string },
  { code, message }: { code: string; message: string },
) => {
  await recordJobEvent(
    db,
    org,
    { id, type: 'competitor_research', user: null },
    {
      type: 'competitor.research_failed',
      object: {
        id,
        error_code: code,
        error_message: message,
      },
    },
  )
}

import type { Collector, CollectedReview } from '#collectors/collector.ts'
import { compareRankings } from '#domain/competitors/checkins/rules.ts'
import { completeRun, getPublishedRanking } from '#domain/competitors/checkins/queries.ts'
import { publishStored } from '#domain/competitors/research/jobs.ts'
import { insertReviews } from '#domain/competitors/research/queries-reviews.ts'
import { engineAnalyst } from '#domain/competitors/synthesis/analyst.ts'
import { updateDescription, insertCompetitors, listTrackedCompetitors } from '#domain/competitors/research/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { sql } from '#store/sql.ts'
import { demoCompetitors } from './content.ts'
import type { DemoReview } from './content-shapes.ts'
import { idAt } from './ids.ts'

const kinds = { app_store: 'app_store', hacker_news: 'forum', website: 'review' } as const
const day = 86_400_000
/** The check-in covers reviews newer than this. */
const lastRunDaysAgo = 30

const collectorOf = (source: DemoReview['source']): Collector => ({
  name: source,
  type: kinds[source],
  collect: () => Promise.reject(new Error('the demo makes no requests')),
})

const reviewOf = ({ daysAgo, text, title, stars, parent }: DemoReview, now: Date): CollectedReview => ({
  id: null,
  title: title ?? null,
  text,
  rating: stars === undefined ? null : (stars - 1) / 4,
  url: null,
  parentText: parent ?? null,
  role: parent === undefined ? 'post' : 'comment',
  publishedAt: new Date(now.getTime() - daysAgo * day).toISOString(),
})

/** Stores a competitor graph as research does, and one check-in; scheduled check-ins stay off. */
export async function loadCompetitors({ db, org, user, now }: Ctx) {
  // The static tier suffices for a few reviews and starts at once.
  const analyst = engineAnalyst(await openEmbedder('static'))
  await insertCompetitors(db, org, demoCompetitors, user)
  const tracked = new Map((await listTrackedCompetitors(db, org)).map(({ domain, id }) => [domain, id]))
  const storeAndPublish = async (matches: (review: DemoReview) => boolean) => {
    for (const { domain, description, reviews } of demoCompetitors) {
      await updateDescription(db, org, tracked.get(domain)!, description)
      for (const source of Object.keys(kinds) as DemoReview['source'][])
        await insertReviews(
          db,
          org,
          { competitor: tracked.get(domain)!, collector: collectorOf(source) },
          {
            reviews: reviews
              .filter((review) => review.source === source && matches(review))
              .map((review) => reviewOf(review, now)),
            url: null,
          },
        )
    }
    await publishStored(db, org, analyst)
  }
  await storeAndPublish(({ daysAgo }) => daysAgo > lastRunDaysAgo)
  const before = await getPublishedRanking(db, org)
  await storeAndPublish(() => true)
  const after = await getPublishedRanking(db, org)
  const checkinId = idAt(now, 'competitor check-in')
  await db.run(
    sql`insert into competitor_checkin (org_id, id, status, cadence, scheduled_for, started_at)
      values (${org}, ${checkinId}, 'running', 'monthly', ${now.toISOString()}, ${now.toISOString()})`,
  )
  await completeRun(db, org, checkinId, { snapshot: compareRankings(before, after, null), ranking: after })
}

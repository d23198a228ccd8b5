import type { Collector, Review } from '#collectors/collector.ts'
import { compare } from '#domain/competitors/checkins/compare.ts'
import { complete, publishedStanding } from '#domain/competitors/checkins/queries.ts'
import { publishStored } from '#domain/competitors/research/job.ts'
import { storeReviews } from '#domain/competitors/research/store-reviews.ts'
import { engineAnalyst } from '#domain/competitors/synthesis/analyst.ts'
import { describe, track, trackedCompetitors } from '#domain/competitors/research/tracked.ts'
import type { Ctx } from '#domain/context.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { sql } from '#store/sql.ts'
import { competitors, type DemoReview } from './content/competitors.ts'
import { idAt } from './ids.ts'

const kinds = { app_store: 'app_store', hacker_news: 'forum', website: 'review' } as const
const day = 86_400_000
/** Reviews of the last month are what the check-in found. */
const lastRunDaysAgo = 30

const collectorOf = (source: DemoReview['source']): Collector => ({
  name: source,
  type: kinds[source],
  collect: () => Promise.reject(new Error('the demo asks nobody')),
})

const reviewOf = ({ daysAgo, text, title, stars, parent }: DemoReview, now: Date): Review => ({
  id: null,
  title: title ?? null,
  text,
  rating: stars === undefined ? null : (stars - 1) / 4,
  url: null,
  parentText: parent ?? null,
  role: parent === undefined ? 'post' : 'comment',
  publishedAt: new Date(now.getTime() - daysAgo * day).toISOString(),
})

/** A graph as research would have left it, and the check-in that came after. Check-ins themselves stay off: a demo calls nobody. */
export async function loadCompetitors({ db, org, user, now }: Ctx) {
  // The token table is enough for a few reviews, and there at once.
  const analyst = engineAnalyst(await openEmbedder('static'))
  await track(db, org, competitors, user)
  const tracked = new Map((await trackedCompetitors(db, org)).map(({ domain, id }) => [domain, id]))
  const store = async (wanted: (review: DemoReview) => boolean) => {
    for (const { domain, description, reviews } of competitors) {
      await describe(db, org, tracked.get(domain)!, description)
      for (const source of Object.keys(kinds) as DemoReview['source'][])
        await storeReviews(db, org, tracked.get(domain)!, collectorOf(source), {
          reviews: reviews
            .filter((review) => review.source === source && wanted(review))
            .map((review) => reviewOf(review, now)),
          url: null,
        })
    }
    await publishStored(db, org, analyst)
  }
  await store(({ daysAgo }) => daysAgo > lastRunDaysAgo)
  const before = await publishedStanding(db, org)
  await store(() => true)
  const standing = await publishedStanding(db, org)
  const run = idAt(now, 'competitor check-in')
  await db.run(
    sql`insert into competitor_checkin (org_id, id, status, cadence, scheduled_for, started_at) values (${org}, ${run}, 'running', 'monthly', ${now.toISOString()}, ${now.toISOString()})`,
  )
  await complete(db, org, run, compare(before, standing, null), standing)
}

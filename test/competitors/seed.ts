import { engineAnalyst } from '#domain/competitors/synthesis/analyst.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { publishStored } from '#domain/competitors/research/jobs.ts'
import { insertReviews } from '#domain/competitors/research/queries-reviews.ts'
import { insertCompetitors, listTrackedCompetitors } from '#domain/competitors/research/queries.ts'
import type { Collector, CollectedReview } from '#collectors/collector.ts'
import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { Org } from '../test-app.ts'

const collector: Collector = {
  name: 'file',
  type: 'import',
  collect: () => Promise.reject(new Error('the collector must not be called')),
}

/** Publishes a graph with one competitor and one topic with complaints; returns the path parameters to request it. */
export async function seedGraph(store: Store, org: Org, marker = '') {
  const review = (n: number): CollectedReview => ({
    id: `seed-${n}`,
    title: null,
    text: `${marker}Large exports fail with an error.`,
    rating: 0,
    url: null,
    parentText: null,
    role: 'post',
    publishedAt: `2026-02-0${n}T00:00:00.000Z`,
  })
  return store.transaction(async (db) => {
    await insertCompetitors(db, org.id, [{ name: `${marker}Globex`, domain: 'seed.example.com' }], org.admin.userId)
    const [competitor] = await listTrackedCompetitors(db, org.id)
    await insertReviews(
      db,
      org.id,
      { competitor: competitor!.id, collector },
      { reviews: [1, 2, 3].map(review), url: null },
    )
    await publishStored(db, org.id, engineAnalyst(await openEmbedder('static')))
    const seeded = (await db.first<{ subtheme: string; teaser: string; insights: string[] }>(sql`
      select t.subtheme_id as subtheme, t.id as teaser,
        array(select insight_id::text from competitor_version_insight m
          where m.org_id = g.org_id and m.version = g.version) as insights
      from competitor_graph g join competitor_teaser t on t.org_id = g.org_id and t.version = g.version
      where g.org_id = ${org.id}`))!
    return {
      competitorId: competitor!.id,
      teaserId: seeded.teaser,
      subthemeId: seeded.subtheme,
      source_id: seeded.subtheme,
      '/opportunities/{opportunityId}/competitor-insights insight_ids': seeded.insights,
    }
  })
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { reviewSources } from '#collectors/registry.ts'
import { startDueCheckins } from '#domain/competitors/checkins/schedule.ts'
import { openQueue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import type { Org } from '../test-app.ts'
import { type CompetitorsApp, startCompetitorsApp } from './competitors-app.ts'
import { generateCompanies, researchInput } from './generate-companies.ts'
import { openReviewServer, type ReviewServer } from './review-server.ts'

/** 25 competitors in the long run, six in npm test. */
const [companyCount, sourceCount, reviewsPerSource] = process.env.COMPETITOR_FULL ? [25, 4, 30] : [6, 4, 30]

let app: CompetitorsApp
let server: ReviewServer
let org: Org

before(async () => {
  app = await startCompetitorsApp()
  server = await openReviewServer(generateCompanies(companyCount, reviewsPerSource))
  org = await app.org()
  const { site, apple, hn, reddit } = server.sources
  await app.startWorker(reviewSources({ sources: [site, apple, hn, reddit], folder: '', delayMs: 0 }), ['127.0.0.1/32'])
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
  await server.close()
})

const total = companyCount * sourceCount * reviewsPerSource
type Theme = {
  subtheme_id: string
  name: string
  rank: number
  insight_count: number
  sentiment_breakdown: { positive: number; negative: number; neutral: number }
}
const counts = async () => {
  const { competitor_count, review_count, insight_count, sources, themes } = await app.read(
    org,
    '/competitors/overview',
  )
  return {
    competitor_count,
    review_count,
    insight_count,
    sources: sources.map((one: { count: number }) => one.count),
    themes: themes as Theme[],
  }
}

const size = `${companyCount} competitors × ${sourceCount} sources × ${reviewsPerSource} reviews`

test(`${size}: exact counts, and no duplicates in a second run`, async () => {
  const job = await app.research(org, researchInput(server.companies), { reviews_per_source: reviewsPerSource })
  assert.deepEqual(
    [
      job.status,
      job.progress.reviews_collected,
      job.sources.length,
      job.sources.filter((one: { reviews_new: number }) => one.reviews_new === reviewsPerSource).length,
    ],
    ['ready', total, companyCount * sourceCount, companyCount * sourceCount],
  )
  const first = await counts()
  assert.deepEqual(
    [first.competitor_count, first.review_count, first.insight_count, first.sources],
    [companyCount, total, total, Array(sourceCount).fill(companyCount * reviewsPerSource)],
  )
  assert.equal(
    first.themes.reduce((sum, theme) => sum + theme.insight_count, 0),
    total,
  )
  const list = await app.read(org, '/competitors')
  assert.ok(
    list.data.every(
      (row: { review_count: number; insight_count: number }) =>
        row.review_count === sourceCount * reviewsPerSource && row.insight_count === sourceCount * reviewsPerSource,
    ),
  )

  const again = await app.research(org, researchInput(server.companies).slice(0, 1), {
    reviews_per_source: reviewsPerSource,
  })
  assert.deepEqual(
    [
      again.status,
      again.progress.reviews_collected,
      again.sources.filter((one: { reviews_new: number }) => one.reviews_new > 0),
    ],
    ['ready', total, []],
  )
  assert.deepEqual(await counts(), first)
  assert.equal((await app.store.rows(sql`select 1 from competitor_review where org_id = ${org.id}`)).length, total)
})

test('a check-in after a change of reviews reports exactly the changes', async () => {
  const before = await counts()
  const queue = openQueue(app.store)
  await queue.start()
  const checkIn = async () => {
    await app.store.run(
      sql`update competitor_graph set next_run_at = now() - interval '1 second' where org_id = ${org.id}`,
    )
    assert.equal(await startDueCheckins(app.store, queue), 1)
    const { job_id } = await app.read(org, '/competitors/checkins/latest')
    await app.waitForResearch(org, job_id)
    return app.read(org, '/competitors/checkins/latest')
  }
  try {
    await app.write(org, '/competitors/checkins', { enabled: true, cadence: 'weekly' })
    const unchangedRun = await checkIn()
    assert.deepEqual([unchangedRun.status, unchangedRun.snapshot], ['completed', { changed: false }])

    // The second subtheme gets enough new reviews to overtake the first.
    const [top, second] = before.themes as [Theme, Theme]
    const more = top.insight_count - second.insight_count + 1
    const quote = (await app.read(org, `/competitors/subthemes/${second.subtheme_id}`)).quotes[0].text as string
    const newest = '2026-05-30T00:00:00.000Z'
    for (const [n, company] of server.companies.slice(0, more).entries())
      company.apple!.unshift({
        id: `new${n}`,
        text: `${company.name} ${quote.replace(/^Rival\d+ /, '')}`,
        stars: second.sentiment_breakdown.positive > second.sentiment_breakdown.negative ? 5 : 1,
        at: newest,
      })
    const changedRun = await checkIn()
    const after = await counts()
    assert.deepEqual(
      [after.review_count, after.themes[0]!.subtheme_id, after.themes[0]!.insight_count],
      [total + more, second.subtheme_id, second.insight_count + more],
    )
    const { opportunities, ...rest } = changedRun.snapshot
    assert.deepEqual(rest, {
      changed: true,
      previous_run_id: unchangedRun.id,
      themes: [
        { id: second.subtheme_id, name: second.name, rank: { before: 1, after: 0, delta: -1 } },
        { id: top.subtheme_id, name: top.name, rank: { before: 0, after: 1, delta: 1 } },
      ],
      added: { insights: more, themes: [] },
      removed: { themes: [] },
    })
    for (const { impactScore } of opportunities)
      assert.ok(impactScore.delta !== 0 && impactScore.after - impactScore.before === impactScore.delta)
    assert.deepEqual((await checkIn()).snapshot, { changed: false })
  } finally {
    await queue.stop()
  }
})

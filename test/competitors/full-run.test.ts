import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { reviewSources } from '#collectors/registry.ts'
import { startDueCheckins } from '#domain/competitors/checkins/schedule.ts'
import { openQueue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import type { Org } from '../test-app.ts'
import { type Ground, openGround } from './ground.ts'
import { market, wanted } from './market.ts'
import { openReviewServer, type ReviewServer } from './review-server.ts'

/** The long run has them all; npm test a handful of the same kind. */
const [companies, places, each] = process.env.COMPETITOR_FULL ? [25, 4, 30] : [6, 4, 30]

let ground: Ground
let server: ReviewServer
let org: Org

before(async () => {
  ground = await openGround()
  server = await openReviewServer(market(companies, each))
  org = await ground.org()
  const { site, apple, hn, reddit } = server.sources
  await ground.work(reviewSources({ sources: [site, apple, hn, reddit], folder: '', delayMs: 0 }), ['127.0.0.1/32'])
})
after(async () => {
  assert.deepEqual(ground.errors, [])
  await ground.close()
  await server.close()
})

const total = companies * places * each
type Theme = {
  subtheme_id: string
  name: string
  rank: number
  insight_count: number
  sentiment_breakdown: { positive: number; negative: number; neutral: number }
}
const counts = async () => {
  const { competitor_count, review_count, insight_count, sources, themes } = await ground.read(
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

test(`${companies} competitors × ${places} sources × ${each} reviews: exact counts, and no duplicates in a second run`, async () => {
  const job = await ground.research(org, wanted(server.companies), { reviews_per_source: each })
  assert.deepEqual(
    [
      job.status,
      job.progress.reviews_collected,
      job.sources.length,
      job.sources.filter((one: { reviews_new: number }) => one.reviews_new === each).length,
    ],
    ['ready', total, companies * places, companies * places],
  )
  const first = await counts()
  assert.deepEqual(
    [first.competitor_count, first.review_count, first.insight_count, first.sources],
    [companies, total, total, Array(places).fill(companies * each)],
  )
  assert.equal(
    first.themes.reduce((sum, theme) => sum + theme.insight_count, 0),
    total,
  )
  const list = await ground.read(org, '/competitors')
  assert.ok(
    list.data.every(
      (row: { review_count: number; insight_count: number }) =>
        row.review_count === places * each && row.insight_count === places * each,
    ),
  )

  const again = await ground.research(org, wanted(server.companies).slice(0, 1), { reviews_per_source: each })
  assert.deepEqual(
    [
      again.status,
      again.progress.reviews_collected,
      again.sources.filter((one: { reviews_new: number }) => one.reviews_new > 0),
    ],
    ['ready', total, []],
  )
  assert.deepEqual(await counts(), first)
  assert.equal((await ground.store.rows(sql`select 1 from competitor_review where org_id = ${org.id}`)).length, total)
})

test('a check-in after a change of reviews reports exactly the changes', async () => {
  const before = await counts()
  const queue = openQueue(ground.store)
  const checkIn = async () => {
    await ground.store.run(
      sql`update competitor_graph set next_run_at = now() - interval '1 second' where org_id = ${org.id}`,
    )
    assert.equal(await startDueCheckins(ground.store, queue), 1)
    const { job_id } = await ground.read(org, '/competitors/checkins/latest')
    await ground.ended(org, job_id)
    return ground.read(org, '/competitors/checkins/latest')
  }
  try {
    await ground.write(org, '/competitors/checkins', { enabled: true, cadence: 'weekly' })
    const quiet = await checkIn()
    assert.deepEqual([quiet.status, quiet.snapshot], ['completed', { changed: false }])

    // The second subject from the top gets more new reviews than it was behind by.
    const [top, second] = before.themes as [Theme, Theme]
    const more = top.insight_count - second.insight_count + 1
    const words = (await ground.read(org, `/competitors/subthemes/${second.subtheme_id}`)).quotes[0].text as string
    const newest = '2026-05-30T00:00:00.000Z'
    for (const [n, company] of server.companies.slice(0, more).entries())
      company.apple!.unshift({
        id: `new${n}`,
        text: `${company.name} ${words.replace(/^Rival\d+ /, '')}`,
        stars: second.sentiment_breakdown.positive > second.sentiment_breakdown.negative ? 5 : 1,
        at: newest,
      })
    const busy = await checkIn()
    const after = await counts()
    assert.deepEqual(
      [after.review_count, after.themes[0]!.subtheme_id, after.themes[0]!.insight_count],
      [total + more, second.subtheme_id, second.insight_count + more],
    )
    const { opportunities, ...rest } = busy.snapshot
    assert.deepEqual(rest, {
      changed: true,
      previous_run_id: quiet.id,
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

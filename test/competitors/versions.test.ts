import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '#store/sql.ts'
import type { Org } from '../test-app.ts'
import { type Ground, openGround } from './ground.ts'
import { killed, spawnResearcher } from './kill.ts'
import { market, wanted } from './market.ts'
import { openReviewServer, type ReviewServer } from './review-server.ts'
import { waitFor } from '../wait-for.ts'

/* npm run test:competitors -- --reads 100000: the same test as in npm test, for longer. Each round serves more reviews, kills the worker in the middle of the research, and lets another end it. */

const reads = Number(process.env.COMPETITOR_READS ?? 1500)
const readers = 50
const max = 10

let ground: Ground
let server: ReviewServer
let org: Org

before(async () => {
  ground = await openGround({ poolSize: 16, validateResponses: false })
  server = await openReviewServer(market(4, max))
  org = await ground.org()
})
after(async () => {
  assert.deepEqual(ground.errors, [])
  await ground.close()
  await server.close()
})

type Overview = {
  published_at: string | null
  review_count: number
  insight_count: number
  competitor_count: number
  themes: { subtheme_id: string; insight_count: number }[]
  sentiment_by_competitor: { positive: number; negative: number; neutral: number }[]
}
type Subtheme = {
  insight_count: number
  competitor_mix: { count: number }[]
  sentiment_breakdown: Record<string, number>
}
type List = {
  status: string
  published_at: string | null
  data: { id: string; review_count: number; insight_count: number }[]
}
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

test(`${readers} readers see complete versions only, while research runs, is killed and resumes`, async () => {
  const { site, apple, hn, reddit } = server.sources
  const sources = [site, apple, hn, reddit]
  /** What each published version holds, by its date; any answer must be one of them, whole. */
  const versions = new Map<string, string>()
  const told: { at: string | null; shape: string; where: string }[] = []
  let done = 0
  let over = false

  /** A server that is too busy says so and is asked again; any other answer counts. */
  async function read<T>(path: string): Promise<T> {
    const reply = await waitFor(
      `a response other than 503 to ${path}`,
      async () => {
        const answered = await ground.call(org.admin.key, 'GET', path)
        return answered.status !== 503 && answered
      },
      120_000,
      50,
    )
    assert.equal(reply.status, 200, `${path}: ${reply.text}`)
    done++
    return reply.body as T
  }

  async function look() {
    const overview = await read<Overview>('/competitors/overview')
    const moods = sum(overview.sentiment_by_competitor.map((one) => one.positive + one.negative + one.neutral))
    assert.equal(moods, overview.insight_count)
    assert.equal(overview.sentiment_by_competitor.length, overview.competitor_count)
    told.push({
      at: overview.published_at,
      shape: `${overview.competitor_count}/${overview.review_count}/${overview.insight_count}`,
      where: 'overview',
    })
    const list = await read<List>('/competitors')
    const shape =
      list.published_at === null
        ? '0/0/0'
        : `${list.data.length}/${sum(list.data.map((row) => row.review_count))}/${sum(list.data.map((row) => row.insight_count))}`
    told.push({ at: list.published_at, shape, where: 'list' })
    const [theme] = overview.themes
    if (!theme) return
    const subtheme = await read<Subtheme>(`/competitors/subthemes/${theme.subtheme_id}`)
    assert.equal(sum(subtheme.competitor_mix.map(({ count }) => count)), subtheme.insight_count)
    assert.equal(sum(Object.values(subtheme.sentiment_breakdown)), subtheme.insight_count)
  }
  const reading = Promise.all(
    Array.from({ length: readers }, async () => {
      while (!over) await look()
    }),
  )

  try {
    for (let round = 0; round < 2 || done < reads; round++) {
      for (const [n, company] of server.companies.entries())
        company.apple!.unshift({
          id: `round${round}-${n}`,
          text: `${company.name} : invoices show the wrong currency.`,
          stars: 1,
          at: new Date(Date.UTC(2026, 5, 1) + round * 1000).toISOString(),
        })
      const started = await ground.write(org, '/competitors/research', {
        competitors: wanted(server.companies),
        reviews_per_source: 10,
      })
      assert.equal(started.status, 202, started.text)
      // The first version comes about in peace, so that there is one to be mixed up with the next.
      if (round > 0) {
        const first = await spawnResearcher(ground, sources)
        await pause((round * 137) % 400)
        await killed(first)
      }
      const second = await spawnResearcher(ground, sources)
      const job = await ground.ended(org, started.body.job_id)
      await killed(second)
      assert.equal(job.status, 'ready', job.error_message)
      const { published_at } = (await ground.read(org, '/competitors/overview')) as Overview
      const { reviews, insights } = (await ground.store.first<{ reviews: number; insights: number }>(sql`
        select (select count(*) from competitor_review where org_id = ${org.id}) as reviews, (select count(*) from competitor_insight where org_id = ${org.id}) as insights`))!
      versions.set(published_at!, `${server.companies.length}/${reviews}/${insights}`)
    }
  } finally {
    over = true
    await reading.catch(() => {})
  }
  await reading
  const mixed = told.filter(({ at, shape }) => shape !== (at === null ? '0/0/0' : versions.get(at)))
  assert.deepEqual(mixed.slice(0, 5), [])
  assert.ok(done >= reads, `${done} reads`)
  assert.ok(
    new Set(told.map(({ at }) => at)).size > versions.size,
    'readers saw every version and the time before the first',
  )
  process.stdout.write(`${done} reads, ${versions.size} versions, ${mixed.length} mixed\n`)
})

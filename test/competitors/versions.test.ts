import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '#store/sql.ts'
import type { Org } from '../test-app.ts'
import { type CompetitorsApp, startCompetitorsApp } from './competitors-app.ts'
import { killAndWait, spawnResearcher } from './spawn-researcher.ts'
import { generateCompanies, researchInput } from './generate-companies.ts'
import { openReviewServer, type ReviewServer } from './review-server.ts'
import { waitFor } from '../wait-for.ts'

/*
 * npm run test:competitors -- --reads 100000 runs the same test for longer. Each round serves more reviews, kills the
 * worker during research, and lets another worker finish the job.
 */

const reads = Number(process.env.COMPETITOR_READS ?? 1500)
const readers = 50
const max = 10

let app: CompetitorsApp
let server: ReviewServer
let org: Org

before(async () => {
  app = await startCompetitorsApp({ poolSize: 16, validateResponses: false })
  server = await openReviewServer(generateCompanies(4, max))
  org = await app.org()
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
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
  /** The counts of each published version, by its date; every response must match one of them completely. */
  const versions = new Map<string, string>()
  const observations: { at: string | null; counts: string; view: string }[] = []
  let readCount = 0
  let finished = false

  /** Repeats the request while the server responds 503; any other response counts. */
  async function read<T>(path: string): Promise<T> {
    const reply = await waitFor(
      `a response other than 503 to ${path}`,
      async () => {
        const response = await app.call(org.admin.key, 'GET', path)
        return response.status !== 503 && response
      },
      120_000,
      50,
    )
    assert.equal(reply.status, 200, `${path}: ${reply.text}`)
    readCount++
    return reply.body as T
  }

  async function readAllViews() {
    const overview = await read<Overview>('/competitors/overview')
    const sentimentTotal = sum(overview.sentiment_by_competitor.map((one) => one.positive + one.negative + one.neutral))
    assert.equal(sentimentTotal, overview.insight_count)
    assert.equal(overview.sentiment_by_competitor.length, overview.competitor_count)
    observations.push({
      at: overview.published_at,
      counts: `${overview.competitor_count}/${overview.review_count}/${overview.insight_count}`,
      view: 'overview',
    })
    const list = await read<List>('/competitors')
    const reviews = sum(list.data.map((row) => row.review_count))
    const insights = sum(list.data.map((row) => row.insight_count))
    const counts = list.published_at === null ? '0/0/0' : `${list.data.length}/${reviews}/${insights}`
    observations.push({ at: list.published_at, counts, view: 'list' })
    const [theme] = overview.themes
    if (!theme) return
    const subtheme = await read<Subtheme>(`/competitors/subthemes/${theme.subtheme_id}`)
    assert.equal(sum(subtheme.competitor_mix.map(({ count }) => count)), subtheme.insight_count)
    assert.equal(sum(Object.values(subtheme.sentiment_breakdown)), subtheme.insight_count)
  }
  const readerLoops = Promise.all(
    Array.from({ length: readers }, async () => {
      while (!finished) await readAllViews()
    }),
  )

  try {
    for (let round = 0; round < 2 || readCount < reads; round++) {
      for (const [n, company] of server.companies.entries())
        company.apple!.unshift({
          id: `round${round}-${n}`,
          text: `${company.name} : invoices show the wrong currency.`,
          stars: 1,
          at: new Date(Date.UTC(2026, 5, 1) + round * 1000).toISOString(),
        })
      const started = await app.write(org, '/competitors/research', {
        competitors: researchInput(server.companies),
        reviews_per_source: 10,
      })
      assert.equal(started.status, 202, started.text)
      // The first version is built without interruption, so that a previous version exists in later rounds.
      if (round > 0) {
        const first = await spawnResearcher(app, sources)
        await pause((round * 137) % 400)
        await killAndWait(first)
      }
      const second = await spawnResearcher(app, sources)
      const job = await app.waitForResearch(org, started.body.job_id)
      await killAndWait(second)
      assert.equal(job.status, 'ready', job.error_message)
      const { published_at } = (await app.read(org, '/competitors/overview')) as Overview
      const { reviews, insights } = (await app.store.first<{ reviews: number; insights: number }>(sql`
        select (select count(*) from competitor_review where org_id = ${org.id}) as reviews,
          (select count(*) from competitor_insight where org_id = ${org.id}) as insights`))!
      versions.set(published_at!, `${server.companies.length}/${reviews}/${insights}`)
    }
  } finally {
    finished = true
    await readerLoops.catch(() => {})
  }
  await readerLoops
  const mixed = observations.filter(({ at, counts }) => counts !== (at === null ? '0/0/0' : versions.get(at)))
  assert.deepEqual(mixed.slice(0, 5), [])
  assert.ok(readCount >= reads, `${readCount} reads`)
  assert.ok(
    new Set(observations.map(({ at }) => at)).size > versions.size,
    'readers saw every version and the time before the first',
  )
  process.stdout.write(`${readCount} reads, ${versions.size} versions, ${mixed.length} mixed\n`)
})

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { reviewSources } from '#collectors/registry.ts'
import { getCredits } from '#domain/organizations/credits/queries.ts'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import type { Org } from '../test-app.ts'
import {
  type CompetitorsApp,
  globex,
  globexRows,
  initech,
  initechRows,
  startCompetitorsApp,
} from './competitors-app.ts'
import { readPages } from '../read-pages.ts'

let app: CompetitorsApp
let org: Org

before(async () => {
  app = await startCompetitorsApp()
  app.writeReviews('globex.com', globexRows)
  app.writeReviews('initech.io', initechRows)
})
after(async () => {
  assert.deepEqual(app.errors, [])
  await app.close()
})
beforeEach(async () => {
  org = await app.org()
})
afterEach(() => app.stopWorkers())

test('without research every view shows an empty graph', async () => {
  const list = await app.read(org, '/competitors')
  assert.deepEqual(list, {
    status: 'empty',
    published_at: null,
    last_job: null,
    checkins: { enabled: false, cadence: null, next_run_at: null },
    data: [],
    pagination: { next_cursor: null, has_more: false },
  })
  const overview = await app.read(org, '/competitors/overview')
  assert.deepEqual(overview, {
    status: 'empty',
    published_at: null,
    competitor_count: 0,
    review_count: 0,
    insight_count: 0,
    sentiment_by_competitor: [],
    themes: [],
    mentions: [],
    strengths: [],
    weaknesses: [],
    white_space: [],
    sources: [],
  })
  assert.deepEqual((await app.read(org, '/competitors/opportunity-teasers')).data, [])
  assert.equal(await app.read(org, '/competitors/checkins/latest'), null)
  assert.deepEqual((await app.read(org, '/competitors/insights')).data, [])
})

test('research goes from queued to ready and publishes its results', async () => {
  const started = await app.write(org, '/competitors/research', { competitors: [globex, initech] })
  assert.deepEqual([started.status, started.body.status], [202, 'queued'])
  const queued = await app.read(org, `/competitors/research/${started.body.job_id}`)
  assert.deepEqual(
    [queued.status, queued.stage, queued.progress, queued.reviews_per_source],
    ['queued', null, { percent: 0, competitors_done: 0, competitors_total: 2, reviews_collected: 0 }, 30],
  )
  assert.deepEqual(
    queued.competitors.map((one: { name: string }) => one.name),
    ['Globex', 'Initech'],
  )
  const importing = await app.read(org, '/competitors')
  assert.deepEqual(
    [importing.status, importing.last_job.id, importing.data.length, importing.data[0].review_count],
    ['importing', started.body.job_id, 2, 0],
  )

  await app.startWorker()
  const job = await app.waitForResearch(org, started.body.job_id)
  assert.deepEqual(
    [job.status, job.error_code, job.progress],
    ['ready', null, { percent: 100, competitors_done: 2, competitors_total: 2, reviews_collected: 7 }],
  )
  assert.deepEqual(
    job.sources.map((source: { status: string; reviews_new: number }) => [source.status, source.reviews_new]).sort(),
    [
      ['collected', 2],
      ['collected', 5],
    ],
  )

  const list = await app.read(org, '/competitors')
  assert.deepEqual(
    [
      list.status,
      list.data.map((row: { name: string; domain: string; review_count: number; sentiment_breakdown: object }) => [
        row.name,
        row.domain,
        row.review_count,
        row.sentiment_breakdown,
      ]),
    ],
    [
      'ready',
      [
        ['Globex', 'globex.com', 5, { positive: 3, negative: 2, neutral: 0 }],
        ['Initech', 'initech.io', 2, { positive: 1, negative: 1, neutral: 0 }],
      ],
    ],
  )
  assert.ok(list.published_at && list.data[0].last_researched_at)

  const overview = await app.read(org, '/competitors/overview')
  assert.deepEqual(
    [overview.competitor_count, overview.review_count, overview.insight_count, overview.sources],
    [2, 7, 7, [{ source: 'file', count: 7 }]],
  )
  assert.deepEqual(
    overview.themes.map((theme: { rank: number; insight_count: number }) => [theme.rank, theme.insight_count]),
    [
      [0, 3],
      [1, 2],
    ],
  )
  assert.deepEqual(
    overview.weaknesses.map((one: { insight_count: number; competitor_ids: string[] }) => [
      one.insight_count,
      one.competitor_ids.length,
    ]),
    [[3, 2]],
  )
  assert.deepEqual(overview.strengths.length, 1)
  assert.deepEqual(
    overview.white_space.map((one: { negative_share: number }) => one.negative_share),
    [1],
  )

  const [first] = overview.themes
  const [g, i] = list.data.map((row: { id: string }) => row.id)
  const mentions = overview.mentions as {
    subtheme_id: string
    competitor_id: string
    positive: number
    negative: number
    neutral: number
  }[]
  assert.deepEqual(
    mentions
      .filter((one) => one.subtheme_id === first.subtheme_id)
      .map(({ subtheme_id: _, ...one }) => one)
      .sort((a, b) => b.negative - a.negative),
    [
      { competitor_id: g, positive: 0, negative: 2, neutral: 0 },
      { competitor_id: i, positive: 0, negative: 1, neutral: 0 },
    ],
  )
  assert.equal(
    mentions.reduce((sum, one) => sum + one.positive + one.negative + one.neutral, 0),
    5,
    'the mentions add up to the insights of all subthemes',
  )
  const subtheme = await app.read(org, `/competitors/subthemes/${first.subtheme_id}`)
  assert.deepEqual(
    [
      subtheme.insight_count,
      subtheme.sentiment_breakdown,
      subtheme.competitor_mix.map((one: { name: string; count: number; share: number }) => [
        one.name,
        one.count,
        one.share,
      ]),
      subtheme.promoted_opportunity_id,
    ],
    [
      3,
      { positive: 0, negative: 3, neutral: 0 },
      [
        ['Globex', 2, 0.67],
        ['Initech', 1, 0.33],
      ],
      null,
    ],
  )
  assert.equal(subtheme.quotes.length, 3)

  const detail = await app.read(org, `/competitors/${list.data[0].id}`)
  assert.deepEqual(
    [
      detail.website,
      detail.sources.map((source: { source: string; review_count: number; source_type: string }) => [
        source.source,
        source.review_count,
        source.source_type,
      ]),
      detail.top_negative.length,
      detail.top_positive.length,
    ],
    ['https://globex.com', [['file', 5, 'import']], 1, 1],
  )
  const inThread = detail.quotes.find((quote: { thread_role: string }) => quote.thread_role === 'comment')
  assert.equal(inThread.parent_text, 'Which tool has good search?')
  assert.ok(
    detail.quotes.some((quote: { source_url: string | null }) => quote.source_url === 'https://reviews.example.com/g1'),
  )

  const { data: teasers } = await app.read(org, '/competitors/opportunity-teasers')
  assert.deepEqual(
    teasers.map((teaser: { category: string; insight_count: number; subtheme_id: string }) => [
      teaser.category,
      teaser.insight_count,
      teaser.subtheme_id,
    ]),
    [['BUGS_AND_ERRORS', 3, first.subtheme_id]],
  )
})

test('a competitor is identified by its domain, and a tracked name is kept', async () => {
  await app.startWorker()
  await app.research(org, [
    globex,
    { name: 'Globex Inc', website: 'HTTP://GLOBEX.com:8080/x?y#z' },
    { name: 'Other', website: 'other.example.org' },
  ])
  const { data } = await app.read(org, '/competitors')
  assert.deepEqual(
    data.map((row: { name: string; domain: string }) => [row.name, row.domain]),
    [
      ['Globex', 'globex.com'],
      ['Other', 'other.example.org'],
    ],
  )
})

test('invalid requests are rejected by field, and nothing is tracked', async () => {
  const many = Array.from({ length: 26 }, (_, n) => ({ name: `C${n}`, website: `c${n}.example.com` }))
  const bad: [object, string][] = [
    [{ competitors: [] }, 'body.competitors'],
    [{}, 'body.competitors'],
    [{ competitors: many }, 'body.competitors'],
    [{ competitors: [{ name: 'x' }] }, 'body.competitors.0.website'],
    [{ competitors: [{ name: ' ', website: 'x.com' }] }, 'body.competitors.0.name'],
    [{ competitors: [{ name: 'n'.repeat(121), website: 'x.com' }] }, 'body.competitors.0.name'],
    [{ competitors: [globex], reviews_per_source: 9 }, 'body.reviews_per_source'],
    [{ competitors: [globex], reviews_per_source: 101 }, 'body.reviews_per_source'],
    [{ competitors: [globex], reviews_per_source: 10.5 }, 'body.reviews_per_source'],
    [{ competitors: [globex], extra: 1 }, 'body.extra'],
    ...[
      'localhost',
      '127.0.0.1',
      'http://[::1]/',
      'http://user:pw@globex.com',
      'ftp://globex.com',
      'globex',
      'printer.local',
      'a.internal',
      'http://10.0.0.1/',
      '',
    ].map((website): [object, string] => [
      { competitors: [globex, { name: 'x', website }] },
      'body.competitors.1.website',
    ]),
  ]
  for (const [body, path] of bad) {
    const reply = await app.write(org, '/competitors/research', body)
    assert.deepEqual(
      [reply.status, reply.body.error.code, reply.body.error.details[0].path],
      [400, 'VALIDATION_ERROR', path],
      JSON.stringify(body),
    )
  }
  assert.deepEqual((await app.read(org, '/competitors')).data, [])
})

test('members can start research, and a second start while one runs is a conflict', async () => {
  const byMember = await app.call(org.member.key, 'POST', '/competitors/research', {
    body: { competitors: [globex] },
    headers: { 'idempotency-key': newId() },
  })
  assert.equal(byMember.status, 202)
  const second = await app.write(org, '/competitors/research', { competitors: [initech] })
  assert.deepEqual([second.status, second.body.error.code], [409, 'CONFLICT'])
  assert.deepEqual(
    (await app.read(org, '/competitors')).data.map((row: { name: string }) => row.name),
    ['Globex'],
  )
  assert.equal(
    (await app.call(org.admin.key, 'POST', `/jobs/${byMember.body.job_id}/cancel`)).body.error.code,
    'INVALID_STATE',
  )
})

test('of 200 concurrent starts exactly one succeeds', async () => {
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => app.write(org, '/competitors/research', { competitors: [globex] })),
  )
  const kinds = replies.map(({ status, body }) => `${status} ${body.error?.code ?? body.status}`)
  assert.deepEqual(
    [kinds.filter((kind) => kind === '202 queued').length, kinds.filter((kind) => kind === '409 CONFLICT').length],
    [1, 199],
    [...new Set(kinds)].join(),
  )
  assert.equal((await app.store.rows(sql`select 1 from job where org_id = ${org.id}`)).length, 1)
})

test('a second run adds new reviews, keeps ids, and creates no duplicates', async () => {
  await app.startWorker()
  await app.research(org, [globex, initech])
  const before = await app.read(org, '/competitors/overview')
  const again = await app.research(org, [initech])
  assert.deepEqual(
    [
      again.status,
      again.progress.reviews_collected,
      again.sources.map((source: { reviews_new: number }) => source.reviews_new),
    ],
    ['ready', 7, [0, 0]],
  )
  const { published_at: _, ...same } = await app.read(org, '/competitors/overview')
  const { published_at: __, ...was } = before
  assert.deepEqual(same, was)
  app.writeReviews('initech.io', [...initechRows, { id: 'i3', text: 'Large exports fail with an error.', rating: 1 }])
  try {
    await app.research(org, [initech])
  } finally {
    app.writeReviews('initech.io', initechRows)
  }
  const after = await app.read(org, '/competitors/overview')
  assert.deepEqual([after.review_count, after.insight_count, after.themes[0].insight_count], [8, 8, 4])
  assert.deepEqual(
    after.themes.map((theme: { subtheme_id: string }) => theme.subtheme_id),
    before.themes.map((theme: { subtheme_id: string }) => theme.subtheme_id),
  )
})

test('reviews_per_source limits the collected reviews to the newest', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => ({
    id: `m${n}`,
    text: `Review number ${n} about nothing at all.`,
    published_at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
  }))
  app.writeReviews('many.example.com', rows)
  await app.startWorker()
  const job = await app.research(org, [{ name: 'Many', website: 'many.example.com' }], { reviews_per_source: 10 })
  assert.equal(job.progress.reviews_collected, 10)
  const { data } = await app.read(org, '/competitors/insights', { limit: '100' })
  assert.deepEqual(
    data.map((one: { quote: { published_at: string } }) => one.quote.published_at).sort()[0],
    new Date(Date.UTC(2026, 0, 31)).toISOString(),
  )
})

test('an unavailable source is reported without failing the others; without any source the job fails', async () => {
  const file = { type: 'file', name: 'good', folder: app.folder }
  const down = { type: 'http_json', name: 'down', url: 'https://reviews.invalid/{domain}' }
  await app.startWorker(reviewSources({ sources: [file, down], folder: '', delayMs: 0 }))
  const job = await app.research(org, [globex])
  assert.equal(job.status, 'ready')
  assert.deepEqual(
    job.sources.map((source: { source: string; status: string; error: string | null }) => [
      source.source,
      source.status,
      source.error === null,
    ]),
    [
      ['down', 'unavailable', false],
      ['good', 'collected', true],
    ],
  )
  await app.stopWorkers()
  const otherOrg = await app.org()
  await app.startWorker(reviewSources({ sources: [down], folder: '', delayMs: 0 }))
  const failed = await app.research(otherOrg, [globex])
  assert.deepEqual(
    [failed.status, failed.error_code, (await app.read(otherOrg, '/competitors')).status],
    ['failed', 'SOURCE_UNAVAILABLE', 'failed'],
  )
})

test('a failed run keeps the published graph, and the next run succeeds', async () => {
  await app.startWorker()
  await app.research(org, [globex])
  const before = await app.read(org, '/competitors')
  await app.stopWorkers()
  await app.startWorker(reviewSources({ sources: [], folder: '', delayMs: 0 }))
  const failed = await app.research(org, [initech])
  assert.deepEqual([failed.status, failed.error_code], ['failed', 'NO_SOURCES_FOUND'])
  const during = await app.read(org, '/competitors')
  assert.deepEqual([during.status, during.published_at, during.data], ['failed', before.published_at, before.data])
  assert.equal((await app.read(org, '/competitors/overview')).review_count, 5)
  await app.stopWorkers()
  await app.startWorker()
  await app.research(org, [initech])
  assert.deepEqual(
    [(await app.read(org, '/competitors')).status, (await app.read(org, '/competitors/overview')).review_count],
    ['ready', 7],
  )
})

test('the API cannot remove a tracked competitor or change the feature', async () => {
  await app.startWorker()
  await app.research(org, [globex])
  const [{ id }] = (await app.read(org, '/competitors')).data
  assert.equal((await app.call(org.admin.key, 'DELETE', `/competitors/${id}`)).status, 405)
  assert.equal((await app.call(org.admin.key, 'PATCH', '/competitors', { body: { enabled: false } })).status, 405)
  assert.equal(
    (await app.call(org.admin.key, 'PATCH', '/organization', { body: { features: { competitors: false } } })).status,
    404,
  )
  assert.equal((await app.read(org, '/competitors')).data.length, 1)
})

test('without enough credits the job fails with an error code, and nothing is charged', async () => {
  await app.startWorker()
  await updateOrganization(app.store, org.id, { credits: 1 })
  const failed = await app.research(org, [globex, initech])
  assert.deepEqual([failed.status, failed.error_code], ['failed', 'CREDIT_LIMIT_EXCEEDED'])
  const credits = () => getCredits(app.store, org.id)
  assert.equal(await credits(), 1)
  assert.deepEqual((await app.read(org, '/competitors')).last_job.error_code, 'CREDIT_LIMIT_EXCEEDED')
  await updateOrganization(app.store, org.id, { credits: 5 })
  await app.research(org, [globex])
  assert.equal(await credits(), 3)
  await updateOrganization(app.store, org.id, { credits: null })
  await app.research(org, [globex])
  assert.equal(await credits(), null)
})

test('research emits an event on success and on failure', async () => {
  await app.startWorker()
  await app.research(org, [globex])
  await updateOrganization(app.store, org.id, { credits: 0 })
  await app.research(org, [globex])
  const events = await app.store.rows<{ type: string }>(
    sql`select type from event where org_id = ${org.id} and type like 'competitor.%' order by id`,
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    ['competitor.research_ready', 'competitor.research_failed'],
  )
})

test('competitor insights are filtered and paged, and separate from own insights', async () => {
  await app.startWorker()
  await app.research(org, [globex, initech])
  const all = await app.read(org, '/competitors/insights')
  assert.equal(all.data.length, 7)
  const [{ id }] = all.data
  const competitor_id = (await app.read(org, '/competitors')).data[1].id as string
  const of = async (query: Record<string, string>) => (await app.read(org, '/competitors/insights', query)).data.length
  assert.deepEqual(
    [
      await of({ competitor_id }),
      await of({ sentiment: 'NEGATIVE' }),
      await of({ sentiment: 'POSITIVE,NEUTRAL' }),
      await of({ competitor_id: newId() }),
    ],
    [2, 3, 4, 0],
  )
  const first = await app.read(org, '/competitors/insights', { limit: '4' })
  const rest = await app.read(org, '/competitors/insights', { limit: '4', cursor: first.pagination.next_cursor })
  assert.deepEqual([...first.data, ...rest.data], all.data)
  assert.deepEqual(await app.read(org, `/competitors/insights/${id}`), all.data[0])
  assert.equal((await app.call(org.admin.key, 'GET', `/insights/${id}`)).status, 404)
  const otherOrg = await app.org()
  assert.equal((await app.call(otherOrg.admin.key, 'GET', `/competitors/insights/${id}`)).status, 404)
})

test('a teaser shows ten insights per page', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => ({
    id: `t${n}`,
    text: `Large exports fail with an error, case ${n}.`,
    rating: 1,
  }))
  app.writeReviews('loud.example.com', rows)
  await app.startWorker()
  await app.research(org, [{ name: 'Loud', website: 'loud.example.com' }])
  const [{ id }] = (await app.read(org, '/competitors/opportunity-teasers')).data
  const seen: string[] = []
  const sizes: number[] = []
  const read = (cursor: Record<string, string>) => app.read(org, `/competitors/opportunity-teasers/${id}`, cursor)
  for await (const page of readPages(read)) {
    sizes.push(page.data.length)
    seen.push(...page.data.map((one: { id: string }) => one.id))
    assert.equal(page.teaser.insight_count, 25)
  }
  assert.deepEqual([sizes, new Set(seen).size], [[10, 10, 5], 25])
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { reviewsOfFeed } from '#collectors/feed.ts'
import { defaultFields, reviewsFrom } from '#collectors/review-rows.ts'
import { reviewSources } from '#collectors/registry.ts'
import { SourceSettingsError } from '#collectors/settings.ts'
import { structuredData } from '#collectors/structured-data.ts'
import { createPoliteFetcher, SourceUnavailableError } from '#collectors/polite-fetcher.ts'
import { createOutbound } from '#outbound/client.ts'
import { openReviewServer, type ReviewServer, type ServedReview } from './review-server.ts'

let server: ReviewServer
const folder = mkdtempSync(join(tmpdir(), 'earshot-drop-'))
const globex = { name: 'Globex', domain: 'globex.com' }
const outbound = createOutbound({ networks: ['127.0.0.1/32'] })

const reviews = (prefix: string, count: number): ServedReview[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${prefix}${n}`,
    title: `Title ${n}`,
    text: `Globex & others: words ${n} of ${prefix}.`,
    stars: 1 + (n % 5),
    at: `2026-02-${String(28 - n).padStart(2, '0')}T08:00:00.000Z`,
  }))

before(async () => {
  const threads: ServedReview[] = [
    {
      id: 'p0',
      title: 'Globex or not?',
      text: 'Thinking of Globex.',
      at: '2026-02-10T00:00:00.000Z',
      replies: [
        {
          id: 'c0',
          text: 'It loses notes.',
          at: '2026-02-11T00:00:00.000Z',
          replies: [
            { id: 'c1', text: 'Same here.', at: '2026-02-12T00:00:00.000Z' },
            { id: 'c2', text: '[deleted]', at: '2026-02-12T00:00:00.000Z' },
          ],
        },
      ],
    },
    { id: 'p1', title: 'Unrelated', text: 'Globexplorer is another thing.', at: '2026-02-09T00:00:00.000Z' },
  ]
  server = await openReviewServer([
    {
      ...globex,
      app: '77',
      site: reviews('s', 6),
      apple: reviews('a', 12),
      hn: reviews('h', 7),
      reddit: threads,
      feed: reviews('f', 3),
    },
  ])
})
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  server.overrides.clear()
  server.requests.length = 0
})

const sourceOf = (settings: object) => reviewSources({ sources: [settings], folder, delayMs: 0 }).collectors[0]!
const createFetcher = (more: object = {}) => createPoliteFetcher(outbound, { delayMs: 0, retryMs: [1, 1], ...more })
const collect = (settings: object, max = 100, subject = globex) =>
  sourceOf(settings).collect(subject, max, createFetcher())
const overrideResponse = (path: string, status: number, body = '', headers?: Record<string, string>) =>
  server.overrides.set(path, () => ({ type: 'text/plain', status, body, ...(headers && { headers }) }))
const rejectsUnavailable = (work: Promise<unknown>, message: RegExp) =>
  assert.rejects(work, (error) => error instanceof SourceUnavailableError && message.test(error.message))

test('structured data: reviews, average and description in JSON-LD and microdata', async () => {
  const found = await collect(server.sources.site)
  assert.deepEqual(
    found.reviews.map((one) => [one.id, one.title, one.text, one.rating, one.publishedAt]),
    reviews('s', 6).map((one) => [
      `https://reviews.example.com/#${one.id}`,
      one.title,
      one.text,
      (one.stars! - 1) / 4,
      one.at,
    ]),
  )
  assert.deepEqual([found.rating, found.description], [{ value: 4.2, best: 5, count: 317 }, 'Globex makes notes.'])
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ['/robots.txt', '/site/globex.com/', '/site/globex.com/customer-reviews'],
  )
})

test('App Store: the app is found by its developer, its own entry is skipped, pages are followed', async () => {
  const found = await collect(server.sources.apple)
  assert.equal(found.reviews.length, 12)
  assert.deepEqual(found.reviews[0], {
    id: 'a0',
    title: 'Title 0',
    text: 'Globex & others: words 0 of a.',
    rating: 0,
    url: 'https://itunes.apple.com/us/review?id=77',
    parentText: null,
    role: 'post',
    publishedAt: '2026-02-28T08:00:00.000Z',
  })
  assert.equal(found.url, 'https://apps.apple.com/us/app/id77')
  assert.equal((await collect(server.sources.apple, 5)).reviews.length, 5)
  assert.equal((await collect({ ...server.sources.apple, app_ids: { 'globex.com': '77' } })).reviews.length, 12)
  assert.deepEqual((await collect(server.sources.apple, 10, { name: 'Nobody', domain: 'x.com' })).reviews, [])
})

test('Hacker News: stories and comments as text, with their position in the thread', async () => {
  const { reviews } = await collect(server.sources.hn, 3)
  assert.deepEqual(
    reviews.map((one) => [one.id, one.role, one.parentText, one.url]),
    [
      ['h0', 'post', null, 'https://news.ycombinator.com/item?id=h0'],
      ['h1', 'comment', 'Ask HN: which notes app?', 'https://news.ycombinator.com/item?id=h1'],
      ['h2', 'reply', 'Ask HN: which notes app?', 'https://news.ycombinator.com/item?id=h2'],
    ],
  )
  assert.equal(reviews[1]!.text, 'Globex & others: words 1 of h.\nlink')
  assert.equal((await collect(server.sources.hn)).reviews.length, 7)
})

test('Reddit: posts that name the competitor, with comments and replies', async () => {
  const { reviews } = await collect(server.sources.reddit)
  assert.deepEqual(
    reviews.map((one) => [one.id, one.role, one.parentText]),
    [
      ['t3_p0', 'post', null],
      ['t1_c0', 'comment', 'Globex or not?'],
      ['t1_c1', 'reply', 'It loses notes.'],
    ],
  )
  assert.equal(reviews[0]!.url, `${server.root}/reddit/r/notes/comments/p0/x/`)
})

test('RSS and Atom give the same result', async () => {
  for (const [kind, id] of [
    ['rss', 'f0'],
    ['atom', 'urn:f0'],
  ] as const) {
    const found = await collect(server.sources[kind])
    assert.deepEqual(
      found.reviews.map((one) => [one.title, one.text, one.publishedAt]),
      reviews('f', 3).map((one) => [one.title, one.text, one.at]),
    )
    assert.equal(found.reviews[0]!.id, id)
  }
  assert.equal(
    (
      await collect({ type: 'feed', url: `${server.root}/feed/globex.com.rss` }, 10, {
        name: 'Initech',
        domain: 'initech.io',
      })
    ).reviews.length,
    0,
  )
  assert.equal((await collect({ type: 'feed', url: `${server.root}/feed/globex.com.rss` }, 10)).reviews.length, 3)
  assert.throws(() => reviewsOfFeed('<html></html>', 'https://x.com/'), SourceUnavailableError)
  assert.equal(
    reviewsOfFeed(
      '<rdf:RDF><item><title>A</title><link>https://x.com/1</link><dc:date>2026-01-01</dc:date></item></rdf:RDF>',
      'https://x.com/',
    )[0]!.publishedAt,
    '2026-01-01T00:00:00.000Z',
  )
})

test('ratings written as text have their own scale, and app store feeds have stars', () => {
  const rows = ['4/5', '★☆☆☆☆', '8', 'lovely'].map((rating) => ({ text: 'x', rating }))
  assert.deepEqual(
    reviewsFrom(rows, defaultFields, 10, 0).map((one) => one.rating),
    [0.75, 0, 0.8, null],
  )
  const entry = (more: string) => `<entry><id>1</id><title>A</title>${more}</entry>`
  const xml = `<feed>${entry('<im:rating>4</im:rating>')}${entry('')}</feed>`
  assert.deepEqual(
    reviewsOfFeed(xml, 'https://x.com/').map((one) => one.rating),
    [0.75, null],
  )
})

test('files: JSON, NDJSON and CSV, by file name, domain or competitor', async () => {
  writeFileSync(
    join(folder, 'globex.com.json'),
    JSON.stringify({
      reviews: [
        { id: 1, text: 'From JSON', rating: 5, published_at: '2026-01-03' },
        { text: 'Of another', domain: 'initech.io' },
        { text: ' ' },
      ],
    }),
  )
  writeFileSync(
    join(folder, 'all.ndjson'),
    '\ufeff{"id":"n","text":"From NDJSON","competitor":"globex","published_at":"2026-01-02"}\n\n' +
      '{"text":"x","competitor":"Initech"}\n',
  )
  writeFileSync(
    join(folder, 'drop.csv'),
    '\ufeffid,domain,text,rating,thread_role\nc,www.globex.com,"From CSV, with ""quotes""\nand lines",1,reply\n' +
      'd,initech.io,Not this,2,\n',
  )
  writeFileSync(join(folder, 'readme.txt'), 'not read')
  const found = await collect({ type: 'file', folder })
  assert.deepEqual(
    found.reviews.map((one) => [one.id, one.text, one.rating, one.role]),
    [
      ['1', 'From JSON', 1, 'post'],
      ['n', 'From NDJSON', null, 'post'],
      ['c', 'From CSV, with "quotes"\nand lines', 0, 'reply'],
    ],
  )
  assert.deepEqual((await collect({ type: 'file', folder: join(folder, 'missing') })).reviews, [])
  writeFileSync(join(folder, 'bad.json'), '{')
  await rejectsUnavailable(collect({ type: 'file', folder }), /bad\.json cannot be read as json/)
})

test('http_json: any endpoint with field paths, page by page', async () => {
  const rows = (n: number) => ({
    payload: { list: [{ key: `k${n}`, body: { html: `<b>Row</b> ${n}` }, stars: 10, when: 1_770_000_000 + n }] },
    links: { next: n < 3 ? `/api?page=${n + 1}` : null },
  })
  server.overrides.set('/api', (request) => {
    assert.equal(request.headers['x-token'], 'secret')
    return {
      type: 'application/json',
      body: JSON.stringify(rows(Number(new URL(request.url!, 'http://x').searchParams.get('page')))),
    }
  })
  const settings = {
    type: 'http_json',
    name: 'crm',
    url: `${server.root}/api?page=1&of={domain}`,
    headers: { 'x-token': 'secret' },
    items: 'payload.list',
    next: 'links.next',
    rating_best: 10,
    fields: { id: 'key', text: 'body.html', rating: 'stars', published_at: 'when' },
    source_type: 'review',
  }
  const found = await collect(settings)
  assert.deepEqual(
    found.reviews.map((one) => [one.id, one.text, one.rating, one.publishedAt]),
    [3, 2, 1].map((n) => [`k${n}`, `Row ${n}`, 1, new Date((1_770_000_000 + n) * 1000).toISOString()]),
  )
  assert.equal(sourceOf(settings).type, 'review')
})

test('robots.txt is obeyed; a host without a readable robots.txt is not crawled', async () => {
  overrideResponse('/robots.txt', 200, 'User-agent: *\nDisallow: /site/globex.com/customer')
  assert.deepEqual((await collect(server.sources.site)).reviews, [])
  overrideResponse('/robots.txt', 200, 'User-agent: Earshot\nDisallow: /hn/\n\nUser-agent: *\nDisallow:')
  await rejectsUnavailable(collect(server.sources.hn), /disallows this page in robots.txt/)
  overrideResponse('/robots.txt', 503)
  await rejectsUnavailable(collect(server.sources.apple), /disallows this page in robots.txt/)
  assert.ok(server.requests.every(({ path }) => path === '/robots.txt' || path === '/site/globex.com/'))
  overrideResponse('/robots.txt', 200, `User-agent: *\nDisallow: /nowhere\n${'# filler\n'.repeat(1_200_000)}`)
  assert.equal((await collect(server.sources.hn)).reviews.length, 7)
})

test('requests to one host are delayed by the setting or by the longer crawl delay of robots.txt', async () => {
  await sourceOf(server.sources.apple).collect(globex, 100, createFetcher({ delayMs: 60 }))
  overrideResponse('/robots.txt', 200, 'User-agent: *\nCrawl-delay: 0.2')
  const pauses = (from: number) =>
    server.requests.slice(from).map(({ at }, n, all) => (n === 0 ? Infinity : at - all[n - 1]!.at))
  assert.ok(Math.min(...pauses(0)) >= 55, `${pauses(0)}`)
  const start = server.requests.length
  await sourceOf(server.sources.apple).collect(globex, 100, createFetcher({ delayMs: 10 }))
  assert.ok(Math.min(...pauses(start + 1)) >= 195, `${pauses(start + 1)}`)
})

test('transient errors are retried, permanent ones reported with their reason', async () => {
  let tries = 0
  server.overrides.set('/hn/api/v1/search_by_date', () =>
    ++tries < 3
      ? { type: 'text/plain', status: tries === 1 ? 500 : 429, body: '', headers: { 'retry-after': '0' } }
      : undefined,
  )
  assert.equal((await collect(server.sources.hn)).reviews.length, 7)
  assert.equal(tries, 3)
  overrideResponse('/hn/api/v1/search_by_date', 502)
  await rejectsUnavailable(collect(server.sources.hn), /answered 502/)
  overrideResponse('/hn/api/v1/search_by_date', 403)
  await rejectsUnavailable(collect(server.sources.hn), /answered 403/)
  overrideResponse('/hn/api/v1/search_by_date', 200, '<html>')
  await rejectsUnavailable(collect(server.sources.hn), /did not answer with JSON/)
})

test('an unreachable host is skipped after three attempts', async () => {
  const closedServer = await openReviewServer([])
  await closedServer.close()
  const fetcher = createFetcher()
  for (const _ of [1, 2, 3])
    await rejectsUnavailable(fetcher.read(`${closedServer.root}/x`, { robots: false }), /No connection|in a row/)
  await rejectsUnavailable(fetcher.read(`${closedServer.root}/x`, { robots: false }), /3 times in a row/)
})

test('a source in a private network is rejected', async () => {
  const publicOnlyFetcher = createPoliteFetcher(createOutbound(), { delayMs: 0, retryMs: [] })
  await rejectsUnavailable(
    sourceOf({ type: 'http_json', url: `${server.root}/api` }).collect(globex, 10, publicOnlyFetcher),
    /not a public address/,
  )
  assert.deepEqual(server.requests, [])
})

test('hostile pages: scripts are ignored, and deeply nested markup is not parsed', () => {
  const inScript = (value: unknown) =>
    `<script type="application/ld+json">${JSON.stringify(value).replaceAll('</', '<\\/')}</script>`
  const deep = (n: number): object => (n === 0 ? { '@type': 'Review', reviewBody: 'too deep' } : { a: deep(n - 1) })
  const found = structuredData(
    inScript({ '@type': 'Review', reviewBody: '<script>alert(1)</script>Fine &amp; <b>good</b>' }) +
      inScript(deep(500)),
    'https://x.com/',
  )
  assert.deepEqual(
    found.reviews.map((one) => one.text),
    ['Fine & good'],
  )
  assert.throws(() => structuredData('<div>'.repeat(400_000), 'https://x.com/'), SourceUnavailableError)
  assert.throws(() => reviewsOfFeed('<rss>'.repeat(400_000), 'https://x.com/'), SourceUnavailableError)
  assert.throws(() => structuredData('<p>'.repeat(400_000), 'https://x.com/'), SourceUnavailableError)
  const nested =
    '<div itemscope itemtype="https://schema.org/Review">'.repeat(200) + '<p itemprop="reviewBody">a</p>'.repeat(10_000)
  assert.equal(structuredData(nested, 'https://x.com/').reviews.length, 0)
})

test('invalid settings are rejected with their path', () => {
  const wrong: [unknown, RegExp][] = [
    ['x', /source 1 must be an object/],
    [{ type: 'nope' }, /source 1\.type must be one of/],
    [{ type: 'feed' }, /source 1\.url must be text/],
    [{ type: 'feed', url: 'ftp://x' }, /source 1\.url must be an http/],
    [{ type: 'site', urls: [] }, /urls must be a list/],
    [{ type: 'site', nonsense: 1 }, /source 1\.nonsense is not a setting of this source/],
    [{ type: 'site', name: 'Two Words' }, /name must be/],
    [{ type: 'http_json', url: 'https://x.com', fields: { colour: 'x' } }, /fields\.colour/],
  ]
  for (const [settings, message] of wrong)
    assert.throws(
      () => sourceOf(settings as object),
      (error) => error instanceof SourceSettingsError && message.test(error.message),
      JSON.stringify(settings),
    )
  assert.throws(
    () => reviewSources({ sources: [{ type: 'site' }, { type: 'site' }], folder, delayMs: 0 }),
    /two sources are called site/,
  )
  assert.deepEqual(
    reviewSources({ sources: null, folder, delayMs: 0 }).collectors.map(({ name }) => name),
    ['website', 'app_store', 'hacker_news', 'file'],
  )
})

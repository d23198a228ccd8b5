import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atomFeed, microdataReview, rssFeed, schemaReview } from './review-markup.ts'

/*
 * A local HTTP server with the formats of the review sources: schema.org in HTML, Apple's review feed, Hacker News
 * search, Reddit listings, RSS and Atom.
 */

export type ServedReview = {
  id: string
  title?: string
  text: string
  stars?: number
  at: string
  replies?: ServedReview[]
}
export type ReviewSource = 'site' | 'apple' | 'hn' | 'reddit' | 'feed'
export type Company = { name: string; domain: string; app: string; description?: string } & Partial<
  Record<ReviewSource, ServedReview[]>
>

const toUnixSeconds = (at: string) => Date.parse(at) / 1000
const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
const html = (body: string) => ({
  type: 'text/html',
  body: `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`,
})
type ServedResponse = { type: string; body: string; status?: number; headers?: Record<string, string> }

export async function openReviewServer(companies: Company[]) {
  const requests: { path: string; at: number }[] = []
  const overrides = new Map<string, (request: IncomingMessage) => ServedResponse | undefined>()
  const companyByDomain = (domain: string) => companies.find((one) => one.domain === domain)
  const companyByQuery = (query: string | null) => companies.find((one) => `"${one.name}"` === query)
  const server = createServer((request, reply) => {
    const url = new URL(request.url!, 'http://x')
    requests.push({ path: url.pathname, at: performance.now() })
    const response = overrides.get(url.pathname)?.(request) ?? route(url)
    reply
      .writeHead(response?.status ?? (response ? 200 : 404), {
        'content-type': response?.type ?? 'text/plain',
        ...response?.headers,
      })
      .end(response?.body ?? 'not here')
  })

  function route(url: URL): ServedResponse | undefined {
    const [, source, ...rest] = url.pathname.split('/')
    if (source === 'site') return site(companyByDomain(rest[0]!), rest.slice(1).join('/'))
    if (source === 'apple') return apple(rest.join('/'), url.searchParams)
    if (source === 'hn') return hackerNews(companyByQuery(url.searchParams.get('query')), url.searchParams)
    if (source === 'reddit') return reddit(rest.join('/'), url.searchParams)
    const [, domain, kind] = /^(.+)\.(rss|atom)$/.exec(rest[0] ?? '') ?? []
    const company = source === 'feed' && domain ? companyByDomain(domain) : undefined
    return (
      company &&
      (kind === 'rss'
        ? { type: 'application/rss+xml', body: rssFeed(company) }
        : { type: 'application/atom+xml', body: atomFeed(company) })
    )
  }

  function site(company: Company | undefined, path: string): ServedResponse | undefined {
    if (!company) return undefined
    const organization = {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Organization',
          name: company.name,
          description: company.description ?? `${company.name} makes notes.`,
        },
        { '@type': 'AggregateRating', ratingValue: '4,2', bestRating: '5', reviewCount: '317' },
      ],
    }
    if (path === '')
      return html(
        `<script type="application/ld+json">${JSON.stringify(organization)}</script>` +
          '<a href="customer-reviews">What customers say</a> <a href="/private">Jobs</a> ' +
          '<a href="https://elsewhere.example.com/reviews">x</a>',
      )
    if (path !== 'customer-reviews') return undefined
    const reviews = company.site ?? []
    const half = Math.ceil(reviews.length / 2)
    const product = {
      '@context': 'https://schema.org',
      '@type': ['Product', 'SoftwareApplication'],
      name: company.name,
      review: reviews.slice(0, half).map(schemaReview),
    }
    return html(
      '<script type="application/ld+json">{broken</script>' +
        `<script type="application/ld+json">${JSON.stringify(product)}</script>` +
        reviews.slice(half).map(microdataReview).join(''),
    )
  }

  function apple(path: string, query: URLSearchParams): ServedResponse | undefined {
    if (path === 'search') {
      const found = companies.filter((one) => one.name.toLowerCase().includes((query.get('term') ?? '').toLowerCase()))
      const results = [
        { trackId: 1, trackName: 'Something else', sellerName: 'Nobody', sellerUrl: 'https://nobody.example.com' },
        ...found.map((one) => ({
          trackId: Number(one.app),
          trackName: `${one.name}: Notes`,
          sellerName: `${one.name} Inc`,
          sellerUrl: `https://www.${one.domain}/apps`,
        })),
      ]
      return json({ resultCount: results.length, results })
    }
    const [, page, app] = /^us\/rss\/customerreviews\/page=(\d+)\/id=(\d+)\/sortby=mostrecent\/json$/.exec(path) ?? []
    const company = companies.find((one) => one.app === app)
    if (!company) return undefined
    const entries = (company.apple ?? []).slice(50 * (Number(page) - 1), 50 * Number(page)).map((review) => ({
      author: { uri: { label: 'https://itunes.apple.com/us/reviews/id1' }, name: { label: 'reviewer' }, label: '' },
      updated: { label: review.at },
      'im:rating': { label: String(review.stars) },
      'im:version': { label: '3.4' },
      id: { label: review.id },
      title: { label: review.title ?? 'Ok' },
      content: { label: review.text, attributes: { type: 'text' } },
      link: { attributes: { rel: 'related', href: `https://itunes.apple.com/us/review?id=${app}` } },
      'im:voteSum': { label: '0' },
      'im:contentType': { attributes: { term: 'Application', label: 'Application' } },
      'im:voteCount': { label: '0' },
    }))
    const appEntry =
      page === '1' ? [{ 'im:name': { label: company.name }, id: { label: 'app' }, title: { label: company.name } }] : []
    const all = [...appEntry, ...entries]
    return json({
      feed: {
        author: { name: { label: 'iTunes Store' } },
        ...(all.length > 0 && { entry: all.length === 1 ? all[0] : all }),
        updated: { label: '2026-01-01T00:00:00-07:00' },
      },
    })
  }

  function hackerNews(company: Company | undefined, query: URLSearchParams): ServedResponse {
    const size = Number(query.get('hitsPerPage'))
    const page = Number(query.get('page'))
    const all = company?.hn ?? []
    const hits = all.slice(page * size, (page + 1) * size).map((one, n) => {
      const story = n % 3 === 0
      const thread = {
        story_id: 1000,
        story_title: 'Ask HN: which notes app?',
        story_url: 'https://example.com/ask',
        parent_id: n % 3 === 1 ? 1000 : 1001,
        comment_text: [
          `<p>${one.text.replaceAll('&', '&amp;')}</p>`,
          '<p><a href="https:&#x2F;&#x2F;example.com">link</a></p>',
        ].join(''),
      }
      return {
        objectID: one.id,
        created_at: one.at,
        created_at_i: toUnixSeconds(one.at),
        author: 'reviewer',
        _tags: [story ? 'story' : 'comment'],
        ...(story ? { title: one.title ?? 'A story', url: null, story_text: one.text, points: 3 } : thread),
      }
    })
    return json({ hits, page, nbHits: all.length, nbPages: Math.ceil(all.length / size), hitsPerPage: size })
  }

  function reddit(path: string, query: URLSearchParams): ServedResponse | undefined {
    const post = (one: ServedReview) => ({
      kind: 't3',
      data: {
        id: one.id,
        name: `t3_${one.id}`,
        title: one.title ?? 'A post',
        selftext: one.text,
        permalink: `/r/notes/comments/${one.id}/x/`,
        created_utc: toUnixSeconds(one.at),
        author: 'reviewer',
        subreddit: 'notes',
        score: 1,
      },
    })
    const comment = (one: ServedReview): object => ({
      kind: 't1',
      data: {
        id: one.id,
        name: `t1_${one.id}`,
        body: one.text,
        permalink: `/r/notes/comments/x/x/${one.id}/`,
        created_utc: toUnixSeconds(one.at),
        replies: one.replies?.length ? { kind: 'Listing', data: { children: one.replies.map(comment) } } : '',
      },
    })
    const listing = (children: object[]) => ({
      kind: 'Listing',
      data: { after: null, dist: children.length, children },
    })
    if (path === 'search.json')
      return json(
        listing((companyByQuery(query.get('q'))?.reddit ?? []).slice(0, Number(query.get('limit'))).map(post)),
      )
    const [, id] = /^comments\/(\w+)\.json$/.exec(path) ?? []
    const found = companies.flatMap((one) => one.reddit ?? []).find((one) => one.id === id)
    return (
      found &&
      json([
        listing([post(found)]),
        listing([...(found.replies ?? []).map(comment), { kind: 'more', data: { count: 3, children: ['a'] } }]),
      ])
    )
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    root,
    requests,
    overrides,
    companies,
    /** The settings that point each kind of source to this server. */
    sources: {
      site: { type: 'site', name: 'website', urls: [`${root}/site/{domain}/`] },
      apple: { type: 'app_store', base_url: `${root}/apple` },
      hn: { type: 'hacker_news', base_url: `${root}/hn` },
      reddit: { type: 'reddit', base_url: `${root}/reddit` },
      rss: { type: 'feed', name: 'rss', url: `${root}/feed/{domain}.rss` },
      atom: { type: 'feed', name: 'atom', url: `${root}/feed/{domain}.atom` },
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type ReviewServer = Awaited<ReturnType<typeof openReviewServer>>

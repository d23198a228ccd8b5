import type { Collector, CollectedReview } from './collector.ts'
import { valueAt, reviewTimestamp, listAt, readJson, textAt } from './json-access.ts'
import { mentions, collapseWhitespace } from './plain-text.ts'
import type { CollectorSettings } from './settings.ts'
import type { PoliteFetcher } from './polite-fetcher.ts'

/* Reddit's listing format, from Reddit or a compatible forum: posts that mention the competitor, and their comments. */

const maxPosts = 100
const maxThreads = 5
const maxDepth = 8

export function reddit(name: string, settings: CollectorSettings): Collector {
  const root = settings.address('base_url', 'https://www.reddit.com')
  const within = settings.optional('subreddit')
  const threads = settings.number('threads', maxThreads, 0, 25)
  const options = { headers: settings.record('headers'), robots: settings.flag('robots', true) }
  return {
    name,
    type: 'reddit',
    async collect(subject, max, fetcher) {
      const query = `q=${encodeURIComponent(`"${subject.name}"`)}&sort=new&limit=${Math.min(max, maxPosts)}&raw_json=1`
      const search = within === null ? `search.json?${query}` : `r/${within}/search.json?${query}&restrict_sr=1`
      const listing = await readJson(fetcher, `${root}/${search}`, options)
      const posts = listAt(listing, 'data.children')
        .filter((child) => valueAt(child, 'kind') === 't3')
        .map((child) => valueAt(child, 'data'))
      const mentioning = posts.filter((post) =>
        mentions(`${textAt(post, 'title') ?? ''} ${textAt(post, 'selftext') ?? ''}`, subject),
      )
      const reviews = mentioning.map((post) => postOf(post, root))
      for (const post of mentioning.slice(0, threads)) {
        if (reviews.length >= max) break
        reviews.push(...(await fetchComments(fetcher, post, root, options)).slice(0, max - reviews.length))
      }
      return {
        reviews: reviews.filter(({ text }) => text !== '').slice(0, max),
        url: `${root}/search?q=${encodeURIComponent(subject.name)}`,
      }
    },
  }
}

const link = (data: unknown, root: string) => {
  const path = textAt(data, 'permalink')
  return path === null ? null : `${root}${path}`
}

const postOf = (post: unknown, root: string): CollectedReview => ({
  id: textAt(post, 'name') ?? textAt(post, 'id'),
  title: textAt(post, 'title'),
  text: collapseWhitespace(textAt(post, 'selftext') ?? textAt(post, 'title') ?? ''),
  rating: null,
  url: link(post, root),
  parentText: null,
  role: 'post',
  publishedAt: reviewTimestamp(valueAt(post, 'created_utc')),
})

async function fetchComments(
  fetcher: PoliteFetcher,
  post: unknown,
  root: string,
  options: { headers: Record<string, string>; robots: boolean },
): Promise<CollectedReview[]> {
  const id = textAt(post, 'id')
  if (id === null) return []
  const thread = await readJson(
    fetcher,
    `${root}/comments/${encodeURIComponent(id)}.json?limit=100&depth=${maxDepth}&raw_json=1`,
    options,
  )
  return commentsIn(valueAt(thread, '1'), textAt(post, 'title') ?? '', 0, root)
}

/** Comments and their replies, each with the text it replies to. */
const commentsIn = (listing: unknown, parent: string, depth: number, root: string): CollectedReview[] =>
  depth > maxDepth
    ? []
    : listAt(listing, 'data.children')
        .filter((child) => valueAt(child, 'kind') === 't1')
        .flatMap((child) => {
          const data = valueAt(child, 'data')
          const body = collapseWhitespace(textAt(data, 'body') ?? '')
          const gone = body === '[deleted]' || body === '[removed]'
          const own: CollectedReview = {
            id: textAt(data, 'name') ?? textAt(data, 'id'),
            title: null,
            text: gone ? '' : body,
            rating: null,
            url: link(data, root),
            parentText: parent,
            role: depth === 0 ? 'comment' : 'reply',
            publishedAt: reviewTimestamp(valueAt(data, 'created_utc')),
          }
          return [own, ...commentsIn(valueAt(data, 'replies'), body, depth + 1, root)]
        })

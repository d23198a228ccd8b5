import type { Collector, Review } from './collector.ts'
import { at, instant, listAt, readJson, textAt } from './dig.ts'
import { mentions, tidy } from './plain-text.ts'
import type { Settings } from './settings.ts'
import type { Visits } from './visits.ts'

/* Listings as Reddit writes them, from there or from any forum that speaks the same: posts that name the competitor, and what was answered. */

const maxPosts = 100
const maxThreads = 5
const deepest = 8

export function reddit(name: string, settings: Settings): Collector {
  const root = settings.address('base_url', 'https://www.reddit.com')
  const within = settings.optional('subreddit')
  const threads = settings.number('threads', maxThreads, 0, 25)
  const options = { headers: settings.record('headers'), robots: settings.flag('robots', true) }
  return {
    name,
    type: 'reddit',
    async collect(subject, max, visits) {
      const query = `q=${encodeURIComponent(`"${subject.name}"`)}&sort=new&limit=${Math.min(max, maxPosts)}&raw_json=1`
      const listing = await readJson(
        visits,
        `${root}${within === null ? '' : `/r/${within}`}/search.json?${query}${within === null ? '' : '&restrict_sr=1'}`,
        options,
      )
      const posts = listAt(listing, 'data.children')
        .filter((child) => at(child, 'kind') === 't3')
        .map((child) => at(child, 'data'))
      const named = posts.filter((post) =>
        mentions(`${textAt(post, 'title') ?? ''} ${textAt(post, 'selftext') ?? ''}`, subject),
      )
      const reviews = named.map((post) => postOf(post, root))
      for (const post of named.slice(0, threads)) {
        if (reviews.length >= max) break
        reviews.push(...(await answersTo(visits, post, root, options)).slice(0, max - reviews.length))
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

const postOf = (post: unknown, root: string): Review => ({
  id: textAt(post, 'name') ?? textAt(post, 'id'),
  title: textAt(post, 'title'),
  text: tidy(textAt(post, 'selftext') ?? textAt(post, 'title') ?? ''),
  rating: null,
  url: link(post, root),
  parentText: null,
  role: 'post',
  publishedAt: instant(at(post, 'created_utc')),
})

async function answersTo(
  visits: Visits,
  post: unknown,
  root: string,
  options: { headers: Record<string, string>; robots: boolean },
): Promise<Review[]> {
  const id = textAt(post, 'id')
  if (id === null) return []
  const thread = await readJson(
    visits,
    `${root}/comments/${encodeURIComponent(id)}.json?limit=100&depth=${deepest}&raw_json=1`,
    options,
  )
  return below(at(thread, '1'), textAt(post, 'title') ?? '', 0, root)
}

/** Comments and their answers, each with what it answers. */
const below = (listing: unknown, parent: string, depth: number, root: string): Review[] =>
  depth > deepest
    ? []
    : listAt(listing, 'data.children')
        .filter((child) => at(child, 'kind') === 't1')
        .flatMap((child) => {
          const data = at(child, 'data')
          const body = tidy(textAt(data, 'body') ?? '')
          const gone = body === '[deleted]' || body === '[removed]'
          const own: Review = {
            id: textAt(data, 'name') ?? textAt(data, 'id'),
            title: null,
            text: gone ? '' : body,
            rating: null,
            url: link(data, root),
            parentText: parent,
            role: depth === 0 ? 'comment' : 'reply',
            publishedAt: instant(at(data, 'created_utc')),
          }
          return [own, ...below(at(data, 'replies'), body, depth + 1, root)]
        })

import type { Collector, CollectedReview } from './collector.ts'
import { valueAt, reviewTimestamp, listAt, numberAt, readJson, textAt } from './json-access.ts'
import { mentions, plainText } from './plain-text.ts'
import type { CollectorSettings } from './settings.ts'

/* Hacker News search: stories and comments that mention the competitor, newest first. */

const maxPages = 5

export function hackerNews(name: string, settings: CollectorSettings): Collector {
  const root = settings.address('base_url', 'https://hn.algolia.com')
  const site = settings.address('site_url', 'https://news.ycombinator.com')
  return {
    name,
    type: 'forum',
    async collect(subject, max, fetcher) {
      const query = encodeURIComponent(`"${subject.name}"`)
      const reviews: CollectedReview[] = []
      for (let page = 0; page < maxPages && reviews.length < max; page++) {
        const answer = await readJson(
          fetcher,
          `${root}/api/v1/search_by_date?query=${query}&tags=(story,comment)&hitsPerPage=${max}&page=${page}`,
        )
        const hits = listAt(answer, 'hits')
        reviews.push(
          ...hits
            .map((hit) => reviewOf(hit, site))
            .filter((review) => review.text !== '' && mentions(`${review.title ?? ''} ${review.text}`, subject)),
        )
        if (page + 1 >= (numberAt(answer, 'nbPages') ?? 0) || hits.length === 0) break
      }
      return { reviews: reviews.slice(0, max), url: `${site}/from?site=${subject.domain}` }
    },
  }
}

function reviewOf(hit: unknown, site: string): CollectedReview {
  const comment = textAt(hit, 'comment_text')
  const id = textAt(hit, 'objectID')
  const direct = textAt(hit, 'parent_id') === textAt(hit, 'story_id')
  const title = textAt(hit, 'title')
  const replyRole = direct ? 'comment' : 'reply'
  return {
    id,
    title: comment === null ? title : null,
    text: plainText(comment ?? textAt(hit, 'story_text') ?? title ?? ''),
    rating: null,
    url: id === null ? null : `${site}/item?id=${id}`,
    parentText: comment === null ? null : textAt(hit, 'story_title'),
    role: comment === null ? 'post' : replyRole,
    publishedAt: reviewTimestamp(valueAt(hit, 'created_at')),
  }
}

import { type Collector, notFoundThere, type CollectedReview } from './collector.ts'
import { numberAt, ratingShare, reviewTimestamp, fetchPage } from './json-access.ts'
import { parseMarkup } from './parse-markup.ts'
import { fillTemplate, isTemplate, mentions, plainText } from './plain-text.ts'
import type { CollectorSettings } from './settings.ts'
import { SourceUnavailableError } from './polite-fetcher.ts'
import { reviewSourceTypes } from '#vocabulary/review-sources.ts'

/*
 * RSS 0.9x to 2.0, RSS 1.0 and Atom. App stores add `im:rating`, 1 to 5 stars. A feed whose address does not name the
 * competitor is searched for its name.
 */

export function feed(name: string, settings: CollectorSettings): Collector {
  const template = settings.address('url')
  const type = settings.oneOf('source_type', reviewSourceTypes, 'review')
  const robots = settings.flag('robots', true)
  return {
    name,
    type,
    async collect(subject, max, fetcher) {
      const url = fillTemplate(template, subject)
      const page = await fetchPage(fetcher, url, { robots })
      if (!page) return notFoundThere
      const entries = reviewsOfFeed(page.text, page.url).filter(({ text }) => text !== '')
      const about = isTemplate(template)
        ? entries
        : entries.filter(({ title, text }) => mentions(`${title ?? ''} ${text}`, subject))
      return {
        reviews: about.sort((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1)).slice(0, max),
        url,
      }
    },
  }
}

export function reviewsOfFeed(xml: string, from: string): CollectedReview[] {
  const $ = parseMarkup(xml, 'xml')
  if ($('rss, feed, rdf\\:RDF').length === 0)
    throw new SourceUnavailableError(`${new URL(from).host} did not answer with a feed.`)
  return $('item, entry')
    .toArray()
    .map((node) => {
      const entry = $(node)
      const first = (names: string) => entry.children(names).first().text().trim() || null
      const title = first('title')
      const href = entry
        .children('link[href]')
        .toArray()
        .find((link) => ['alternate', undefined].includes(link.attribs.rel))?.attribs.href
      const link = href ?? first('link')
      return {
        id: first('guid, id') ?? link,
        title: title === null ? null : plainText(title),
        text: plainText(first('content\\:encoded') ?? first('content, description, summary') ?? title ?? ''),
        rating: ratingShare(numberAt({ stars: first('im\\:rating') }, 'stars'), 5, 1),
        url: link !== null && URL.canParse(link, from) ? new URL(link, from).href : null,
        parentText: null,
        role: 'post',
        publishedAt: reviewTimestamp(first('pubDate, published, dc\\:date') ?? first('updated')),
      }
    })
}

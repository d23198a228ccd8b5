import type { AggregateRating, Collector, CollectedReview } from './collector.ts'
import { fillTemplate, collapseWhitespace } from './plain-text.ts'
import type { CollectorSettings } from './settings.ts'
import { type StructuredData, structuredData } from './structured-data.ts'
import { type FetchedPage, type PoliteFetcher, SourceUnavailableError } from './polite-fetcher.ts'

/* schema.org reviews on a competitor's own site, or on pages that the operator names. */

const reviewPage =
  /\b(review|reviews|testimonial|testimonials|customers?|stories|case-stud(y|ies)|feedback|ratings?)\b/i

export function site(name: string, settings: CollectorSettings): Collector {
  const templates = settings.list('urls', ['https://{domain}/'])
  const follow = settings.flag('follow', true)
  const maxPages = settings.number('pages', 8, 1, 50)
  return {
    name,
    type: 'review',
    async collect(subject, max, fetcher) {
      const queue = templates.map((template) => fillTemplate(template, subject))
      const found = { reviews: new Map<string, CollectedReview>(), rating: null, description: null } as Found
      for (let n = 0; n < Math.min(maxPages, queue.length) && found.reviews.size < max; n++) {
        const page = await readPage(fetcher, queue[n]!, n < templates.length)
        if (!page || page.status >= 300) continue
        const data = structuredData(page.text, page.url)
        addFindings(found, data)
        if (follow) queue.push(...reviewLinks(data, page.url, new Set(queue)))
      }
      const { reviews, rating, description } = found
      return {
        reviews: [...reviews.values()].slice(0, max),
        url: queue[0] ?? null,
        rating,
        description: description && collapseWhitespace(description),
      }
    },
  }
}

type Found = { reviews: Map<string, CollectedReview>; rating: AggregateRating | null; description: string | null }

/** A linked page may fail; a configured one makes the source unavailable. */
async function readPage(fetcher: PoliteFetcher, url: string, isConfigured: boolean): Promise<FetchedPage | undefined> {
  try {
    return await fetcher.read(url)
  } catch (error) {
    if (isConfigured || !(error instanceof SourceUnavailableError)) throw error
    return undefined
  }
}

function addFindings(found: Found, { reviews, rating, description }: StructuredData) {
  for (const review of reviews) found.reviews.set(review.id ?? `${review.title}\n${review.text}`, review)
  found.rating ??= rating
  found.description ??= description
}

/** Links on the same host that look like pages with reviews and are not queued yet. */
function reviewLinks({ links }: StructuredData, pageUrl: string, queued: ReadonlySet<string>): Set<string> {
  const more = links.filter(
    ({ url, text }) =>
      sameHost(url, pageUrl) &&
      !queued.has(url) &&
      (reviewPage.test(new URL(url).pathname.replaceAll('_', '-')) || reviewPage.test(text)),
  )
  return new Set(more.map((link) => link.url))
}

const sameHost = (a: string, b: string) => new URL(a).host === new URL(b).host

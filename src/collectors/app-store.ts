import { type Collector, notFoundThere, type CollectedReview, type Competitor } from './collector.ts'
import { valueAt, reviewTimestamp, listAt, numberAt, readJson, ratingShare, textAt } from './json-access.ts'
import { collapseWhitespace } from './plain-text.ts'
import type { CollectorSettings } from './settings.ts'
import type { PoliteFetcher } from './polite-fetcher.ts'

/* Apple's public feed of customer reviews: fifty a page, ten pages at most, the newest first. */

const maxPages = 10

export function appStore(name: string, settings: CollectorSettings): Collector {
  const root = settings.address('base_url', 'https://itunes.apple.com')
  const country = settings.text('country', 'us')
  const apps = settings.record('app_ids')
  return {
    name,
    type: 'app_store',
    async collect(subject, max, fetcher) {
      const app =
        apps[subject.domain] ??
        (await findApp(
          fetcher,
          `${root}/search?term=${encodeURIComponent(subject.name)}&country=${country}&entity=software&limit=10`,
          subject,
        ))
      if (!app) return notFoundThere
      const reviews: CollectedReview[] = []
      for (let page = 1; page <= maxPages && reviews.length < max; page++) {
        const feed = await readJson(
          fetcher,
          `${root}/${country}/rss/customerreviews/page=${page}/id=${app}/sortby=mostrecent/json`,
        )
        const entries = listAt(feed, 'feed.entry').filter((entry) => valueAt(entry, 'im:rating') !== undefined)
        if (entries.length === 0) break
        reviews.push(...entries.map(reviewOf).filter((review) => review.text !== ''))
      }
      return { reviews: reviews.slice(0, max), url: `https://apps.apple.com/${country}/app/id${app}` }
    },
  }
}

/** The found app whose seller has the competitor's domain, or else exactly its name. */
async function findApp(fetcher: PoliteFetcher, url: string, { name, domain }: Competitor): Promise<string | null> {
  const results = listAt(await readJson(fetcher, url), 'results')
  const ofDomain = (result: unknown) => {
    const seller = textAt(result, 'sellerUrl')
    return seller !== null && URL.canParse(seller) && new URL(seller).hostname.replace(/^www\./, '') === domain
  }
  const ofName = (result: unknown) =>
    [textAt(result, 'trackName'), textAt(result, 'sellerName')].some(
      (text) => text?.toLowerCase() === name.toLowerCase(),
    )
  const found = results.find(ofDomain) ?? results.find(ofName)
  return found === undefined ? null : textAt(found, 'trackId')
}

const reviewOf = (entry: unknown): CollectedReview => ({
  id: textAt(entry, 'id.label'),
  title: textAt(entry, 'title.label'),
  text: collapseWhitespace(textAt(entry, 'content.label') ?? ''),
  rating: ratingShare(numberAt(entry, 'im:rating.label'), 5, 1),
  url: textAt(entry, 'link.attributes.href'),
  parentText: null,
  role: 'post',
  publishedAt: reviewTimestamp(valueAt(entry, 'updated.label')),
})

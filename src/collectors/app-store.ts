import { type Collector, nothing, type Review, type Subject } from './collector.ts'
import { at, instant, listAt, numberAt, readJson, share, textAt } from './dig.ts'
import { tidy } from './plain-text.ts'
import type { Settings } from './settings.ts'
import type { Visits } from './visits.ts'

/* Apple's public feed of customer reviews: fifty a page, ten pages at most, the newest first. */

const maxPages = 10

export function appStore(name: string, settings: Settings): Collector {
  const root = settings.address('base_url', 'https://itunes.apple.com')
  const country = settings.text('country', 'us')
  const apps = settings.record('app_ids')
  return {
    name,
    type: 'app_store',
    async collect(subject, max, visits) {
      const app =
        apps[subject.domain] ??
        (await findApp(
          visits,
          `${root}/search?term=${encodeURIComponent(subject.name)}&country=${country}&entity=software&limit=10`,
          subject,
        ))
      if (!app) return nothing
      const reviews: Review[] = []
      for (let page = 1; page <= maxPages && reviews.length < max; page++) {
        const feed = await readJson(
          visits,
          `${root}/${country}/rss/customerreviews/page=${page}/id=${app}/sortby=mostrecent/json`,
        )
        const entries = listAt(feed, 'feed.entry').filter((entry) => at(entry, 'im:rating') !== undefined)
        if (entries.length === 0) break
        reviews.push(...entries.map(reviewOf).filter((review) => review.text !== ''))
      }
      return { reviews: reviews.slice(0, max), url: `https://apps.apple.com/${country}/app/id${app}` }
    },
  }
}

/** Of the apps that are found, the one whose maker has the competitor's address, or else its very name. */
async function findApp(visits: Visits, url: string, { name, domain }: Subject): Promise<string | null> {
  const results = listAt(await readJson(visits, url), 'results')
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

const reviewOf = (entry: unknown): Review => ({
  id: textAt(entry, 'id.label'),
  title: textAt(entry, 'title.label'),
  text: tidy(textAt(entry, 'content.label') ?? ''),
  rating: share(numberAt(entry, 'im:rating.label'), 5, 1),
  url: textAt(entry, 'link.attributes.href'),
  parentText: null,
  role: 'post',
  publishedAt: instant(at(entry, 'updated.label')),
})

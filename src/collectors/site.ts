import type { AggregateRating, Collector, Review } from './collector.ts'
import { addressOf, tidy } from './plain-text.ts'
import type { Settings } from './settings.ts'
import { structuredData } from './structured.ts'
import { Unavailable } from './visits.ts'

/* schema.org reviews on a competitor's own site, or on pages that the operator names. */

const telling = /\b(review|reviews|testimonial|testimonials|customers?|stories|case-stud(y|ies)|feedback|ratings?)\b/i

export function site(name: string, settings: Settings): Collector {
  const templates = settings.list('urls', ['https://{domain}/'])
  const follow = settings.flag('follow', true)
  const pages = settings.number('pages', 8, 1, 50)
  return {
    name,
    type: 'review',
    async collect(subject, max, visits) {
      const line = templates.map((template) => addressOf(template, subject))
      const seen = new Set(line)
      const found = {
        reviews: new Map<string, Review>(),
        rating: null as AggregateRating | null,
        description: null as string | null,
      }
      for (let n = 0; n < Math.min(pages, line.length) && found.reviews.size < max; n++) {
        const page = await visits
          .read(line[n]!)
          .catch((error: unknown) =>
            n < templates.length || !(error instanceof Unavailable) ? Promise.reject(error) : undefined,
          )
        if (!page || page.status >= 300) continue
        const { reviews, rating, description, links } = structuredData(page.text, page.url)
        for (const review of reviews) found.reviews.set(review.id ?? `${review.title}\n${review.text}`, review)
        found.rating ??= rating
        found.description ??= description
        if (!follow) continue
        const more = links.filter(
          ({ url, text }) =>
            sameHost(url, page.url) &&
            !seen.has(url) &&
            (telling.test(new URL(url).pathname.replaceAll('_', '-')) || telling.test(text)),
        )
        for (const url of new Set(more.map((link) => link.url))) {
          line.push(url)
          seen.add(url)
        }
      }
      const { reviews, rating, description } = found
      return {
        reviews: [...reviews.values()].slice(0, max),
        url: line[0] ?? null,
        rating,
        description: description && tidy(description),
      }
    },
  }
}

const sameHost = (a: string, b: string) => new URL(a).host === new URL(b).host

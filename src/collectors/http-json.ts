import { type Collector } from './collector.ts'
import { listAt, readJson, textAt } from './json-access.ts'
import { fillTemplate } from './plain-text.ts'
import { type ReviewFields, newestReviewsFirst, defaultFields, reviewsFrom } from './review-rows.ts'
import { type CollectorSettings, SourceSettingsError } from './settings.ts'
import { reviewSourceTypes } from '#vocabulary/review-sources.ts'

/* The operator's own JSON endpoint, with a mapping of its fields. */

const maxPages = 20

export function httpJson(name: string, settings: CollectorSettings): Collector {
  const template = settings.address('url')
  const type = settings.oneOf('source_type', reviewSourceTypes, 'import')
  const options = { headers: settings.record('headers'), robots: settings.flag('robots', false) }
  const items = settings.optional('items') ?? ''
  const next = settings.optional('next')
  const configured = settings.record('fields')
  const unknownField = Object.keys(configured).find((field) => !Object.hasOwn(defaultFields, field))
  if (unknownField !== undefined)
    throw new SourceSettingsError(`${name}: fields.${unknownField} is not part of a review`)
  const fields: ReviewFields = { ...defaultFields, ...configured }
  const [best, worst] = [settings.number('rating_best', 5, 1, 1000), settings.number('rating_worst', 1, -1000, 999)]
  return {
    name,
    type,
    async collect(subject, max, fetcher) {
      const start = fillTemplate(template, subject)
      const rows: unknown[] = []
      for (let url: string | null = start, pages = 0; url !== null && pages < maxPages && rows.length < max; pages++) {
        const answer = await readJson(fetcher, url, options)
        rows.push(...listAt(answer, items))
        const following = next === null ? null : textAt(answer, next)
        url = following !== null && URL.canParse(following, url) ? new URL(following, url).href : null
      }
      return { reviews: newestReviewsFirst(reviewsFrom(rows, fields, best, worst)).slice(0, max), url: start }
    },
  }
}

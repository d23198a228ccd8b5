import type { CheerioAPI } from 'cheerio'
import type { AggregateRating, CollectedReview } from './collector.ts'
import { valueAt, reviewTimestamp, listAt, numberAt, ratingShare, textAt } from './json-access.ts'
import { parseMarkup } from './parse-markup.ts'
import { microdataOf } from './microdata.ts'
import { plainText } from './plain-text.ts'

/** Structured data (JSON-LD, microdata) and links of a page. */
export type StructuredData = {
  reviews: CollectedReview[]
  rating: AggregateRating | null
  description: string | null
  links: { url: string; text: string }[]
}

const maxNodes = 20_000
const maxDepth = 20
const maxReviews = 500

const describedTypes = new RegExp(
  '^(Organization|Corporation|Product|SoftwareApplication|WebApplication|MobileApplication|WebSite|LocalBusiness)$',
)

export function structuredData(html: string, url: string): StructuredData {
  const $ = parseMarkup(html, 'html')
  const nodes = [...jsonLd($), ...microdataOf($)].flatMap((root) => everyNode(root))
  const described = nodes.filter((node) => isA(node, describedTypes)).map((node) => textAt(node, 'description'))
  return {
    reviews: nodes
      .filter((node) => isA(node, /Review$/) && !isA(node, /^AggregateRating$/))
      .slice(0, maxReviews)
      .map((node) => reviewOf(node, url))
      .filter(({ text }) => text !== ''),
    rating:
      nodes
        .filter((node) => isA(node, /^AggregateRating$/))
        .map(ratingOf)
        .find((rating) => rating !== null) ?? null,
    description:
      described.find((text) => text !== null) ?? $('meta[name="description"]').attr('content')?.trim() ?? null,
    links: linksOf($, url),
  }
}

function jsonLd($: CheerioAPI): unknown[] {
  return $('script[type="application/ld+json"]')
    .toArray()
    .flatMap((script) => {
      try {
        return [JSON.parse($(script).text()) as unknown]
      } catch {
        return []
      }
    })
}

/** Every nested object, outermost first, up to a maximum depth and count. */
function everyNode(root: unknown): object[] {
  const found: object[] = []
  const walk = (value: unknown, depth: number) => {
    if (value === null || typeof value !== 'object' || depth > maxDepth || found.length >= maxNodes) return
    if (!Array.isArray(value)) found.push(value)
    for (const part of Object.values(value)) walk(part, depth + 1)
  }
  walk(root, 0)
  return found
}

const isA = (node: object, type: RegExp) =>
  listAt(node, '@type').some((name) => typeof name === 'string' && type.test(name.replace(/^.*[/#:]/, '')))

function reviewOf(node: object, url: string): CollectedReview {
  const own = textAt(node, 'url')
  return {
    id: textAt(node, '@id') ?? textAt(node, 'identifier'),
    title: textAt(node, 'name') ?? textAt(node, 'headline'),
    text: plainText(textAt(node, 'reviewBody') ?? textAt(node, 'description') ?? ''),
    rating: ratingShare(
      numberAt(node, 'reviewRating.ratingValue'),
      numberAt(node, 'reviewRating.bestRating'),
      numberAt(node, 'reviewRating.worstRating'),
    ),
    url: own !== null && URL.canParse(own, url) ? new URL(own, url).href : url,
    parentText: null,
    role: 'post',
    publishedAt: reviewTimestamp(valueAt(node, 'datePublished') ?? valueAt(node, 'dateCreated')),
  }
}

function ratingOf(node: object): AggregateRating | null {
  const value = numberAt(node, 'ratingValue')
  const best = numberAt(node, 'bestRating') ?? 5
  const count = numberAt(node, 'reviewCount') ?? numberAt(node, 'ratingCount')
  return value === null || value < 0 || value > best
    ? null
    : { value, best, count: count === null || count < 0 ? null : Math.floor(count) }
}

const linksOf = ($: CheerioAPI, url: string) =>
  $('a[href]')
    .toArray()
    .slice(0, 2000)
    .flatMap((link) => {
      const href = $(link).attr('href')!
      return URL.canParse(href, url) ? [{ url: new URL(href, url).href.replace(/#.*$/, ''), text: $(link).text() }] : []
    })

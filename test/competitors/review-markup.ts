import type { Company, ServedReview } from './review-server.ts'

/* The same reviews as JSON-LD, microdata, RSS and Atom. */

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const schemaReview = (one: ServedReview) => ({
  '@type': 'Review',
  '@id': `https://reviews.example.com/#${one.id}`,
  name: one.title,
  reviewBody: one.text,
  datePublished: one.at,
  author: { '@type': 'Person', name: 'Reviewer' },
  ...(one.stars !== undefined && {
    reviewRating: { '@type': 'Rating', ratingValue: one.stars, bestRating: 5, worstRating: 1 },
  }),
})

const ratingMarkup = (stars: number) =>
  '<span itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating">' +
  `<meta itemprop="worstRating" content="1"><b itemprop="ratingValue">${stars}</b>/` +
  '<i itemprop="bestRating">5</i></span>'

export const microdataReview = (one: ServedReview) => `
  <div itemscope itemtype="https://schema.org/Review" itemid="https://reviews.example.com/#${one.id}">
    ${one.title ? `<h3 itemprop="name">${escapeHtml(one.title)}</h3>` : ''}
    <p itemprop="reviewBody">${escapeHtml(one.text)}</p>
    <time itemprop="datePublished" datetime="${one.at}">recently</time>
    <span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Reviewer</b></span>
    ${one.stars === undefined ? '' : ratingMarkup(one.stars)}
  </div>`

const rssItem = (one: ServedReview) =>
  [
    `<item><title>${escapeHtml(one.title ?? 'Review')}</title>`,
    `<link>https://feeds.example.com/${one.id}</link><guid isPermaLink="false">${one.id}</guid>`,
    `<pubDate>${new Date(one.at).toUTCString()}</pubDate><dc:creator>x</dc:creator><description>short</description>`,
    `<content:encoded><![CDATA[<p>${escapeHtml(one.text)}</p><script>alert(1)</script>]]></content:encoded></item>`,
  ].join('')

export const rssFeed = ({ name, feed = [] }: Company) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>${escapeHtml(name)}</title><link>https://feeds.example.com</link>
${feed.map(rssItem).join('\n')}
</channel></rss>`

const atomEntry = (one: ServedReview) =>
  [
    `<entry><id>urn:${one.id}</id><title type="html">${escapeHtml(escapeHtml(one.title ?? 'Review'))}</title>`,
    `<link rel="self" href="https://feeds.example.com/self"/><link rel="alternate" href="/${one.id}"/>`,
    `<published>${one.at}</published><updated>2026-01-01T00:00:00Z</updated>`,
    `<content type="html">${escapeHtml(`<p>${escapeHtml(one.text)}</p>`)}</content></entry>`,
  ].join('')

export const atomFeed = ({ name, feed = [] }: Company) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${escapeHtml(name)}</title><id>urn:feed</id>
<updated>2026-01-01T00:00:00Z</updated>
${feed.map(atomEntry).join('\n')}
</feed>`

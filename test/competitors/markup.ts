import type { Company, Served } from './review-server.ts'

/* How the same reviews are written in markup. */

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const schemaReview = (one: Served) => ({
  '@type': 'Review',
  '@id': `https://reviews.example.com/#${one.id}`,
  name: one.title,
  reviewBody: one.text,
  datePublished: one.at,
  author: { '@type': 'Person', name: 'Somebody' },
  ...(one.stars !== undefined && {
    reviewRating: { '@type': 'Rating', ratingValue: one.stars, bestRating: 5, worstRating: 1 },
  }),
})

export const microdataReview = (one: Served) => `
  <div itemscope itemtype="https://schema.org/Review" itemid="https://reviews.example.com/#${one.id}">
    ${one.title ? `<h3 itemprop="name">${escaped(one.title)}</h3>` : ''}<p itemprop="reviewBody">${escaped(one.text)}</p>
    <time itemprop="datePublished" datetime="${one.at}">lately</time>
    <span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Somebody</b></span>
    ${one.stars === undefined ? '' : `<span itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating"><meta itemprop="worstRating" content="1"><b itemprop="ratingValue">${one.stars}</b>/<i itemprop="bestRating">5</i></span>`}
  </div>`

export const rssFeed = ({ name, feed = [] }: Company) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${escaped(name)}</title><link>https://feeds.example.com</link>
${feed.map((one) => `<item><title>${escaped(one.title ?? 'Review')}</title><link>https://feeds.example.com/${one.id}</link><guid isPermaLink="false">${one.id}</guid><pubDate>${new Date(one.at).toUTCString()}</pubDate><dc:creator>x</dc:creator><description>short</description><content:encoded><![CDATA[<p>${escaped(one.text)}</p><script>alert(1)</script>]]></content:encoded></item>`).join('\n')}
</channel></rss>`

export const atomFeed = ({ name, feed = [] }: Company) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${escaped(name)}</title><id>urn:feed</id><updated>2026-01-01T00:00:00Z</updated>
${feed.map((one) => `<entry><id>urn:${one.id}</id><title type="html">${escaped(escaped(one.title ?? 'Review'))}</title><link rel="self" href="https://feeds.example.com/self"/><link rel="alternate" href="/${one.id}"/><published>${one.at}</published><updated>2026-01-01T00:00:00Z</updated><content type="html">${escaped(`<p>${escaped(one.text)}</p>`)}</content></entry>`).join('\n')}
</feed>`

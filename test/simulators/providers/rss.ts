import type { SimulatedItem, Simulator } from '../simulator.ts'

/* An RSS 2.0 feed with all its entries on one page. */

const itemOf = ({ id, n, text, createdAt }: SimulatedItem) =>
  `<item><guid isPermaLink="false">${id}</guid><title>Post ${n}</title><link>https://forum.example.com/t/${id}</link>` +
  `<pubDate>${new Date(createdAt).toUTCString()}</pubDate><description><![CDATA[<p>${text}</p>]]></description></item>`

export const simulator: Simulator = {
  config: { url: 'https://forum.example.com/latest.rss' },
  credential: {},
  maxKills: 2,
  maxItems: 500,
  expected: ({ id }) => ({ type: 'feedback', external_id: id }),
  answer: (_request, { items }) => ({
    status: 200,
    headers: { 'content-type': 'application/rss+xml' },
    body:
      '<?xml version="1.0"?><rss version="2.0"><channel><title>Forum</title>' +
      `${items.map(itemOf).join('')}</channel></rss>`,
  }),
}

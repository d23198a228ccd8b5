import { iso, json, type SimulatedItem, type Simulator } from '../simulator.ts'

/* Gong: calls of a period in pages with a cursor, and the transcript of each. No calls are a 404. */

/** Gong chooses the size of a page; small worlds have several pages too. */
const pageSizeOf = (items: readonly SimulatedItem[]) => Math.max(2, Math.min(40, Math.floor(items.length / 10)))
const authorization = `Basic ${Buffer.from('gong-key:gong-secret').toString('base64')}`
const idOf = ({ id }: SimulatedItem) => `74${id}`

const callOf = (item: SimulatedItem) => ({
  metaData: {
    id: idOf(item),
    url: `https://app.gong.io/call?id=${idOf(item)}`,
    title: `Call ${item.n}`,
    started: iso(item.createdAt).replace('Z', '+00:00'),
    duration: 1800,
  },
  parties: [
    { id: 'p1', speakerId: 's1', name: 'Sam Seller', emailAddress: 'sam@acme.example', affiliation: 'Internal' },
    {
      id: 'p2',
      speakerId: 's2',
      name: `Person ${item.n % 20}`,
      emailAddress: `p${item.n % 20}@example.com`,
      affiliation: 'External',
    },
  ],
})

const transcriptOf = (item: SimulatedItem) => ({
  callId: idOf(item),
  transcript: [
    { speakerId: 's1', topic: null, sentences: [{ start: 0, end: 900, text: 'What slows you down?' }] },
    { speakerId: 's2', topic: 'Export', sentences: [{ start: 1000, end: 4000, text: item.text }] },
  ],
})

type Body = {
  cursor?: string
  filter: { fromDateTime?: string; toDateTime?: string; callIds?: string[] }
}
const notFound = (what: string) => json({ requestId: 'r1', errors: [`No ${what} found`] }, 404)

export const simulator: Simulator = {
  config: {},
  credential: { access_key: 'gong-key', access_key_secret: 'gong-secret' },
  reportsEdits: false,
  expected: (item) => ({ type: 'interview', external_id: idOf(item) }),
  pageSize: 40,
  answer(request, { items }) {
    if (request.headers.authorization !== authorization) return json({ errors: ['Invalid access key'] }, 401)
    const { filter, cursor } = JSON.parse(request.body) as Body
    if (request.url.pathname === '/v2/calls/transcript') {
      const found = items.filter((item) => filter.callIds?.includes(idOf(item)))
      return found.length === 0 ? notFound('calls') : json({ callTranscripts: found.map(transcriptOf) })
    }
    if (request.url.pathname !== '/v2/calls/extensive') return notFound('resource')
    const [from, to] = [Date.parse(filter.fromDateTime!), Date.parse(filter.toDateTime!)]
    const found = items
      .filter(({ createdAt }) => createdAt >= from && createdAt < to)
      .toSorted((a, b) => a.createdAt - b.createdAt || a.n - b.n)
    const perPage = pageSizeOf(items)
    const start = Number(cursor ?? 0)
    const calls = found.slice(start, start + perPage)
    if (calls.length === 0) return notFound('calls')
    const next = start + perPage < found.length ? { cursor: String(start + perPage) } : {}
    const records = { totalRecords: found.length, currentPageSize: calls.length, ...next }
    return json({ requestId: 'r1', records, calls: calls.map(callOf) })
  },
}
